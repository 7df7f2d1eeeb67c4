"""From a family of models to its player."""

from __future__ import annotations

from pycheck.empirical.players import Player
from pycheck.empirical.protocol import Family


def player_of(family: Family, context: int | None = None) -> Player:
    """Who answers for a family. ``context``: tokens that a local model's prompt and answer may have together.

    Raises :class:`~pycheck.errors.EnvironmentUnusable` if that player cannot be had here.
    """
    if family.player == "local":
        from pycheck.empirical.local import CONTEXT, LocalModel

        return LocalModel(family, context=context or CONTEXT)
    if family.player == "process":
        from pycheck.empirical.process import Process

        return Process(family)
    from pycheck.empirical.endpoint import Endpoint

    return Endpoint(family)
