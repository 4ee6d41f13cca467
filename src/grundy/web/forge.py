"""The forge: a small process that forks one child a question and kills it at its deadline.

    server ---- orders (begin with a socket, kill) ----> forge ---- fork ----> child
    server <------------------- frames on the job's own socket ---------------- child

It is started on its own, before any thread, with the workflows imported and nothing of the server: a fork costs about
two milliseconds and inherits no connection. Numpy is imported when the first job needs it, so that the next ones find
it. The forge ends, with all its children, when the server does.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
from time import monotonic
from typing import NamedTuple

from .frames import ARRAYS, KILL, ORDER, Order

MOST_CHILDREN = 64
"""The server asks for far fewer; more would be a mistake of ours."""


class Child(NamedTuple):
    """A process that answers one question."""

    pid: int
    deadline: float


class Forge:
    """Forks children, kills them, and reaps them."""

    def __init__(self, control: socket.socket) -> None:
        """Take orders from `control`."""
        self.control = control
        self.children: dict[int, Child] = {}
        self.arrays = False
        self.wake, wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC) if hasattr(os, "pipe2") else os.pipe()
        os.set_blocking(wake, False)
        os.set_blocking(self.wake, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def run(self) -> None:
        """Work until the server hangs up; then leave nobody behind."""
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        poll.register(self.wake, select.POLLIN)
        try:
            while True:
                ready = {fd for fd, _ in poll.poll(self._patience())}
                if self.wake in ready:
                    with contextlib.suppress(BlockingIOError):
                        os.read(self.wake, 1024)
                if self.control.fileno() in ready and not self._obey():
                    return
                self._look_after()
        finally:
            for number in list(self.children):
                self._kill(number)

    def _patience(self) -> float | None:
        """Return the milliseconds until the next deadline, None when nobody works."""
        if not self.children:
            return None
        return max(0.0, min(child.deadline for child in self.children.values()) - monotonic()) * 1000 + 1

    def _obey(self) -> bool:
        """Carry out one order; return whether there may be more."""
        data, sockets, _, _ = socket.recv_fds(self.control, ORDER.size, 4)
        if len(data) < ORDER.size:
            return False
        order = Order(*ORDER.unpack(data))
        if order.kind == KILL:
            self._kill(order.number)
            return True
        if order.kind == ARRAYS and not self.arrays:
            from .child import prepare_arrays

            prepare_arrays()
            self.arrays = True
            gc.freeze()
        self._begin(order, sockets)
        return True

    def _begin(self, order: Order, sockets: list[int]) -> None:
        """Fork a child for a job; here its sockets are closed again."""
        pid = os.fork() if sockets and len(self.children) < MOST_CHILDREN else None
        if pid == 0:
            from .child import live

            live(sockets, order)
        if pid is not None:
            self.children[order.number] = Child(pid, monotonic() + order.seconds)
        for number in sockets:
            os.close(number)

    def _kill(self, number: int) -> None:
        """Kill a child that still works; its process id cannot be another's, as nobody has reaped it."""
        child = self.children.pop(number, None)
        if child is not None:
            os.kill(child.pid, signal.SIGKILL)
            os.waitpid(child.pid, 0)

    def _look_after(self) -> None:
        """Reap who is done and kill who is late."""
        now = monotonic()
        for number, child in list(self.children.items()):
            if os.waitpid(child.pid, os.WNOHANG)[0]:
                del self.children[number]
            elif child.deadline <= now:
                self._kill(number)


def main(control: int) -> None:
    """Work for the server at the other end of the socket with this number."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when it is over
    from . import child

    child.prepare()
    gc.collect()
    gc.freeze()
    Forge(socket.socket(fileno=control)).run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
