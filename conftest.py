"""Makes the repository root importable, so that tests share helpers such as `tests.games.oracle`.

Hypothesis works without a deadline: how fast a machine is today is no property of the code.
"""

from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")
