"""All settings of the server, with its limits as defaults."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from secrets import token_urlsafe
from socket import AF_INET, SOCK_DGRAM, socket

from grundy.core import InputError

KILO, MEGA = 1 << 10, 1 << 20


@dataclass(frozen=True)
class Sizes:
    """Limits in bytes for data that the server accepts, sends and stores, and for the memory of a child process.

    Attributes:
        url: The address of a request.
        headers: The headers of a request.
        body: The body of a request.
        cache: All answers that are stored.
        sequences: All sequences in shared memory.
        child: The memory of a child process.
    """

    url: int = 2 * KILO
    headers: int = 8 * KILO
    body: int = 64 * KILO
    cache: int = 16 * MEGA
    sequences: int = 64 * MEGA
    child: int = 256 * MEGA


@dataclass(frozen=True)
class Times:
    """Limits in seconds: for a client to send and to read, for answers to be computed, and for jobs to be kept.

    Attributes:
        header: Until the headers of a request have arrived.
        body: Until its body has arrived.
        keep_alive: Until the next request on the same connection begins.
        write: Until a client has read a part of an answer.
        short: For an answer in the queue of short questions.
        job: For any answer, also to the question of a job.
        kept: Until a job is deleted after its end.
    """

    header: float = 10.0
    body: float = 10.0
    keep_alive: float = 5.0
    write: float = 20.0
    short: float = 0.2
    job: float = 30.0
    kept: float = 600.0


@dataclass(frozen=True)
class Crowd:
    """Limits on the numbers of connections, jobs, and questions answered or waiting at once.

    Questions have three queues: for short ones, for long ones, and for moves of the computer in a match (`play`). For
    each, `seats` is how many are answered at once and `queue` how many may wait.
    """

    connections: int = 256
    short_seats: int = 2
    long_seats: int = 3
    play_seats: int = 2
    short_queue: int = 16
    long_queue: int = 16
    play_queue: int = 8
    kept_jobs: int = 64
    shared_sequences: int = 3


@dataclass(frozen=True)
class Settings:
    """The settings of the server; the defaults serve only this machine.

    Attributes:
        host: The name or address of the server.
        port: Its port.
        remote: Whether other machines have access; then every request needs the token.
        token: The token, or "".
        embed: The origin of a page that may show boards in a frame, such as "https://school.example", or "".
        debug: Whether errors contain tracebacks.
        share: Whether a match can be published to viewers.
        behind: The address of a proxy that provides TLS for `host`, or "".
        sizes: Limits in bytes.
        times: Limits in seconds.
        crowd: Limits on numbers of connections and questions.
    """

    host: str = "127.0.0.1"
    port: int = 8642
    remote: bool = False
    token: str = field(default="", repr=False)
    embed: str = ""
    debug: bool = False
    share: bool = False
    behind: str = ""
    sizes: Sizes = Sizes()
    times: Times = Times()
    crowd: Crowd = Crowd()

    def hosts(self) -> frozenset[str]:
        """Return the accepted values of the Host header."""
        names = {"127.0.0.1", "localhost", "[::1]"} if not self.remote else set()
        names.add(f"[{self.host}]" if ":" in self.host else self.host)
        ours = {f"{name}:{self.port}".lower() for name in names}
        return frozenset(ours | {name.lower() for name in names} if self.port == 80 or self.behind else ours)

    def origins(self) -> frozenset[str]:
        """Return the accepted values of the Origin header."""
        schemes = ("http", "https") if self.behind else ("http",)
        return frozenset(f"{scheme}://{host}" for host in self.hosts() for scheme in schemes)

    def address(self) -> str:
        """Return the address to open in a browser."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{name}/" if self.behind else f"http://{name}:{self.port}/"

    def listens(self) -> tuple[str, ...]:
        """Return the addresses to listen on.

        They are local if only this machine, or only a proxy on this machine, connects to the server.
        """
        if self.remote and not (self.behind and ip_address(self.behind).is_loopback):
            return (own_address() if self.behind else self.host,)
        return "127.0.0.1", "::1"


def own_address() -> str:
    """Return the address by which other machines reach this one; raise `InputError` if it has none."""
    with socket(AF_INET, SOCK_DGRAM) as link:
        try:
            link.connect(("192.0.2.1", 9))  # only determines the route; nothing is sent
            return str(link.getsockname()[0])
        except OSError:
            raise InputError("this machine has no address on a network", hint="add --host NAME") from None


def served(host: str, port: int, *, remote: bool = False, embed: str = "", debug: bool = False) -> Settings:
    """Check a host and a port, and return the settings of a server there.

    Args:
        host: The name or address of this machine.
        port: The port.
        remote: Whether other machines have access; if so, a new token of 256 bits is created.
        embed: The origin of pages that may show boards in a frame, or "".
        debug: Whether errors contain tracebacks.

    Returns:
        The settings.

    Raises:
        InputError: If the host is not this machine and `remote` is False, or a name or origin is invalid.

    Example:
        >>> served("localhost", 8000).hosts() == served("127.0.0.1", 8000).hosts()
        True
    """
    host = host.strip("[]").lower()
    if not re.fullmatch(r"[0-9a-z.-]{1,253}|[0-9a-f:.]{2,45}", host):
        raise InputError(f"expected the name or address of this machine, found {host[:60]!r}")
    if embed and not re.fullmatch(r"https?://[0-9a-z.-]{1,253}(:[0-9]{1,5})?", embed):
        raise InputError(f"expected an origin such as https://school.example, found {embed[:60]!r}")
    try:
        here = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        here = False
    if not remote and not here:  # other machines could reach it
        raise InputError(f"{host} can be reached from other machines", hint="add --allow-remote")
    token = token_urlsafe(32) if remote else ""
    return Settings(host, port, remote, token, embed, debug, share=remote)


def behind(settings: Settings, proxy: str) -> Settings:
    """Return settings for a server that visitors reach through a proxy.

    Args:
        settings: The settings of a server for other machines.
        proxy: The address from which the proxy connects.

    Returns:
        The same settings with the address of the proxy; its requests count as https.

    Raises:
        InputError: If `proxy` is not an address, or if the server is for this machine only.

    >>> behind(served("school.example", 8642, remote=True), "127.0.0.1").address()
    'https://school.example/'
    """
    try:
        address = str(ip_address(proxy.strip("[]")))
    except ValueError:
        expected = "expected the address of a proxy"
        raise InputError(f"{expected}, found {proxy[:60]!r}", hint="--behind 127.0.0.1") from None
    if not settings.remote:
        raise InputError(
            "a proxy serves visitors from other machines", hint="--allow-remote --host NAME --behind ADDRESS"
        )
    return replace(settings, behind=address)
