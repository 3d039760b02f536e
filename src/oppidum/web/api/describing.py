"""The description of the API says what every struct and every field means.

Litestar leaves out the docstrings of structs, and what is said about a field that refers to another struct or
tells kinds apart.
"""

from __future__ import annotations

import inspect

import msgspec
from litestar._openapi.schema_generation import SchemaCreator
from litestar._openapi.schema_generation.plugins.struct import StructSchemaPlugin
from litestar.openapi.spec import Schema
from litestar.plugins.core._msgspec import kwarg_definition_from_field
from litestar.typing import FieldDefinition


class Describing(StructSchemaPlugin):
    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        schema = super().to_openapi_schema(field_definition, schema_creator)
        struct = msgspec.inspect.type_info(field_definition.type_)
        assert isinstance(struct, msgspec.inspect.StructType)
        assert schema.properties is not None
        schema.description = inspect.cleandoc(struct.cls.__doc__ or "") or None
        for field in struct.fields:
            said, _ = kwarg_definition_from_field(field)
            found = schema.properties[field.encode_name]
            found.description = found.description or (said.description if said else None)
        if struct.tag_field:
            schema.properties[
                struct.tag_field
            ].description = f"Always {struct.tag}: tells this kind from others."
        return schema
