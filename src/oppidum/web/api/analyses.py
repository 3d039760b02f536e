"""Analyses of finished games."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from oppidum.analysis.report import Analysis
from oppidum.kernel.meaning import meaning
from oppidum.tables import analyses, errands, looking
from oppidum.web.api import calls
from oppidum.web.api.caller import Calling
from oppidum.web.api.tables import Code


class AnalysisShape(Struct, frozen=True):
    """What there is of a game's analysis."""

    state: Annotated[errands.State, meaning("none: nobody has asked; waiting: it is being made.")]
    progress: Annotated[float, meaning("How much of it is done, from 0 to 1.")]
    analysis: Annotated[Analysis | None, meaning("The analysis, once it is done.")]


def shape(found: analyses.Found) -> AnalysisShape:
    return AnalysisShape(found.state, found.progress, found.analysis)


@calls.get("/tables/{code:str}/analysis", summary="The analysis of a finished game, or how far it is")
def analysis(caller: Calling, code: Code) -> AnalysisShape:
    looking.must_exist(caller.hall, code)
    return shape(analyses.find(caller.hall, code))


@calls.deed("/tables/{code:str}/analysis", summary="Have a finished game analysed, in the background")
def ask(caller: Calling, code: Code) -> AnalysisShape:
    looking.must_exist(caller.hall, code)
    caller.think()
    return shape(analyses.ask(caller.hall, code))


handlers = [analysis, ask]
