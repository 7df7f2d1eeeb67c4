"""Models behind an OpenAI-compatible endpoint, over httpx.

Base URL and key come from the environment and stay in this object: in no reply, message or ``repr``. What a
server says is kept only where a chat completion has a place for it, and never with the key in it.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from pycheck.empirical.deadline import Sockets, within
from pycheck.empirical.parse import nested_too_deeply
from pycheck.empirical.players import NoReply, Reply, Request
from pycheck.empirical.protocol import Family
from pycheck.empirical.record import MOST_TOKENS
from pycheck.errors import EnvironmentUnusable

if TYPE_CHECKING:
    import httpx

#: Largest body that is read, in bytes; a longer one is no answer.
MAX_BODY = 4 * 1024 * 1024
#: Longest finish reason, provider or model name that is kept.
MAX_NAME = 200
#: A shorter key could not be told from ordinary text: its removal would change answers.
SHORTEST_KEY = 8
REMOVED = "[key removed]"


class Endpoint:
    """A family's endpoint. Safe to ask from several threads.

    Raises :class:`~pycheck.errors.EnvironmentUnusable` if the environment has no base URL or key for it, or
    if httpx is not installed.
    """

    #: Where below the base URL calls go.
    path = "/chat/completions"

    def __init__(self, family: Family, environment: Mapping[str, str] | None = None) -> None:
        environment = os.environ if environment is None else environment
        try:
            import httpx
        except ImportError:
            raise EnvironmentUnusable(
                f"family {family.name}: asking an endpoint needs httpx: pip install 'pycheck[llm]'"
            ) from None
        self._family = family.name
        self._model = family.model
        base = _variable(environment, family.base_url_variable, family.name, "base URL")
        self._key = _variable(environment, family.key_variable, family.name, "key")
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        # Neither value is shown where it cannot be used: both can hold a secret.
        unusable = EnvironmentUnusable(
            f"family {family.name}: {family.base_url_variable} or {family.key_variable} cannot be used; "
            f"expected a URL like https://host/v1, and a key of {SHORTEST_KEY} or more characters in ASCII "
            "without blanks or line breaks (leave key_variable out where there is no key)"
        )
        if self._key and not re.fullmatch(rf"[!-~]{{{SHORTEST_KEY},}}", self._key):
            raise unusable
        try:
            self._url = httpx.URL(base.rstrip("/") + self.path)
            # A connection for each call: a call that is cut off takes no other one with it.
            limits = httpx.Limits(max_keepalive_connections=0)
            self._client = httpx.Client(headers=headers, follow_redirects=False, limits=limits)
        except (ValueError, httpx.InvalidURL):
            raise unusable from None
        if self._url.scheme not in ("http", "https") or not self._url.host:
            raise unusable

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._family!r}, {self._model!r})"

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def ask(self, request: Request) -> Reply | NoReply:
        """One call of ``/chat/completions``, not streamed, within the frozen time from end to end."""
        import httpx

        start = time.monotonic()
        try:
            status, headers, body = within(
                request.sampling.timeout_s, lambda sockets: self._post(request, sockets)
            )
        except (httpx.TimeoutException, TimeoutError):
            return NoReply("timeout", latency_s=time.monotonic() - start)
        except (httpx.HTTPError, httpx.StreamError, httpx.InvalidURL, OSError, UnicodeError):
            return NoReply("connection", latency_s=time.monotonic() - start)
        latency = time.monotonic() - start
        if status != 200:
            return NoReply("http_status", status, retry_after(headers.get("retry-after")), latency)
        if body is None:
            return NoReply("wrong_shape", status, latency_s=latency)
        if headers.get("content-encoding", "identity").strip().lower() != "identity":
            # It was not asked for, and unpacked it could be of any size.
            return NoReply("not_json", status, latency_s=latency)
        try:
            text = body.decode(json.detect_encoding(body), "surrogatepass")
            if nested_too_deeply(text.lstrip()):
                return NoReply("not_json", status, latency_s=latency)
            content = json.loads(text)
        except ValueError:
            return NoReply("not_json", status, latency_s=latency)
        reply = self._read(content, latency)
        return NoReply("wrong_shape", status, latency_s=latency) if reply is None else reply

    def _post(self, request: Request, sockets: Sockets) -> tuple[int, httpx.Headers, bytes | None]:
        """Status, headers and body as sent; ``None`` when that is too long. Errors have no body to read."""
        import httpx

        sampling = request.sampling
        sent: dict[str, Any] = {
            "model": self._model,
            "messages": [dict(message) for message in request.question.messages],
            "temperature": sampling.temperature,
            "max_tokens": sampling.max_tokens,
            "seed": request.seed,
        }
        if sampling.top_p is not None:
            sent["top_p"] = sampling.top_p
        with self._client.stream(
            "POST",
            self._url,
            json=sent,
            headers={"Accept-Encoding": "identity"},
            timeout=httpx.Timeout(sampling.timeout_s),
            extensions={"trace": sockets.trace},
        ) as response:
            body = bytearray()
            for chunk in response.iter_raw() if response.status_code == 200 else ():
                body += chunk
                if len(body) > MAX_BODY:
                    return response.status_code, response.headers, None
            return response.status_code, response.headers, bytes(body)

    def _read(self, content: Any, latency: float) -> Reply | None:
        """The reply in a chat completion with exactly one choice; ``None`` if it is none."""
        try:
            (choice,) = content["choices"]
            message = choice["message"]
            raw, refusal = message.get("content"), message.get("refusal")
            model = content.get("model")
            if not all(isinstance(text, str | None) for text in (raw, refusal, model)):
                return None
            usage = content.get("usage") or {}
            return Reply(
                raw=self._clean(raw),
                finish_reason=self._name(choice.get("finish_reason")),
                refusal=self._clean(refusal),
                prompt_tokens=counted(usage.get("prompt_tokens")),
                completion_tokens=counted(usage.get("completion_tokens")),
                provider=self._name(content.get("provider")),
                model=self._name(model),
                http_status=200,
                latency_s=latency,
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            return None

    def _clean(self, text: str | None) -> str | None:
        """Text that can be written down: without the key, lone surrogates as escapes."""
        if text is None:
            return None
        text = text.replace(self._key, REMOVED) if self._key else text
        return text.encode("utf-8", "backslashreplace").decode("utf-8")

    def _name(self, value: Any) -> str | None:
        cleaned = self._clean(value) if isinstance(value, str) else None
        return cleaned and cleaned[:MAX_NAME]


def _variable(environment: Mapping[str, str], name: str | None, family: str, what: str) -> str:
    """The variable's value; empty when the protocol names none."""
    if name is None:
        return ""
    value = environment.get(name, "").strip()
    if not value:
        raise EnvironmentUnusable(
            f"family {family}: the environment variable {name} is not set; it has the endpoint's {what}"
        )
    return value


def counted(value: Any) -> int | None:
    """The tokens that an endpoint reports; ``None`` for what is no number of tokens of any call."""
    number = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS
    return value if number else None


def retry_after(value: str | None) -> float | None:
    """The seconds that a ``Retry-After`` header asks for, as a number or as a date (RFC 9110, 10.2.3).

    ``None`` for what is neither, dates outside the calendar included.
    """
    if value is None:
        return None
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        when = parsedate_to_datetime(value)
        when = when if when.tzinfo else when.replace(tzinfo=UTC)
        return max(0.0, (when - datetime.now(UTC)).total_seconds())
    except (ValueError, OverflowError, TypeError, IndexError):
        # The standard library's parser raises any of these, depending on what is wrong.
        return None
