"""Run by Alembic, with the connection that `migrate.upgrade` holds open in a transaction of its own."""

from alembic import context

from oppidum.tables.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
