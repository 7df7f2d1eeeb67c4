"""A call over the network that is over at its deadline, whatever the other side does.

Time limits of an HTTP client are those of single reads. A server that sends a byte of a header now and then,
or one interim response after the other, keeps to them all and holds the call for ever. So a call has a thread
of its own, which is waited for no longer than the frozen time; then its sockets are shut down, which ends it.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

_T = TypeVar("_T")


class Sockets:
    """The connections that one call has made, to be shut down from another thread."""

    def __init__(self) -> None:
        self._made: list[socket.socket] = []
        self._over = False

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Note a connection: what httpx calls with each event of a request (its ``trace`` extension)."""
        if event.endswith((".connect_tcp.complete", ".start_tls.complete")):
            self._made.append(info["return_value"].get_extra_info("socket"))
            if self._over:
                self.shut()

    def shut(self) -> None:
        """End every read and write on them, now and later."""
        self._over = True
        for made in tuple(self._made):
            try:
                # Not the method of an SSL socket, which is not to be called while another thread reads.
                socket.socket.shutdown(made, socket.SHUT_RDWR)
            except OSError:
                continue


def within(seconds: float, call: Callable[[Sockets], _T]) -> _T:
    """What ``call`` gives or raises; :class:`TimeoutError` if it takes longer than ``seconds``."""
    sockets = Sockets()
    given: list[_T] = []
    raised: list[BaseException] = []

    def work() -> None:
        try:
            given.append(call(sockets))
        except BaseException as error:
            raised.append(error)

    # A daemon: no name server that is silent may keep the program from ending.
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive():
        sockets.shut()
        raise TimeoutError
    for error in raised:
        raise error
    return given[0]
