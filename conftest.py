"""Makes the repository root importable, so that tests share helpers such as `tests.games.oracle`.

Hypothesis works without a deadline: how fast a machine is today is no property of the code. Interrupts are answered
also where the tests run in the background, where a shell has them ignored, or without a terminal.
"""

import signal

from hypothesis import HealthCheck, settings

collect_ignore_glob = ["*conftest.py"]
"""Several folders have one; collected for doctests they would all be the module `conftest`."""

signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")
