"""Makes the repository root importable, so that tests share helpers such as `tests.games.oracle`."""
