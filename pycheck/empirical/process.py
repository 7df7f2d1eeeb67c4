"""A player of one's own behind HTTP: any program that takes a question as JSON and gives its answer as JSON.

The question is posted to the base URL: ``{"model", "messages", "temperature", "max_tokens", "seed"}``, and
``top_p`` where the protocol has it. The answer is ``{"text": "…"}``, at most with ``finish_reason``
(``length``: cut off), ``model``, ``prompt_tokens`` and ``completion_tokens`` beside it. Everything else about
a call is as at an endpoint: time, retries, budgets, keys.
"""

from __future__ import annotations

from typing import Any

from pycheck.empirical.endpoint import Endpoint, counted
from pycheck.empirical.players import Reply


class Process(Endpoint):
    """A family's process. Safe to ask from several threads; see :class:`Endpoint` for what it raises."""

    path = "/"

    def _read(self, content: Any, latency: float) -> Reply | None:
        if type(content) is not dict or not isinstance(content.get("text"), str):
            return None
        model = content.get("model")
        if model is not None and not isinstance(model, str):
            return None
        return Reply(
            raw=self._clean(content["text"]),
            finish_reason=self._name(content.get("finish_reason")),
            prompt_tokens=counted(content.get("prompt_tokens")),
            completion_tokens=counted(content.get("completion_tokens")),
            provider="process",
            model=self._name(model),
            http_status=200,
            latency_s=latency,
        )
