from __future__ import annotations

from time import process_time

import pytest
from tests.pace import spent

from grundy.workflows.library.solution import solve


@pytest.mark.parametrize(
    "text",
    [f"take squares: {10**18}", f"0.6: {10**18}", f"grundy: {10**9}", f"4.3: 3 + take squares: {10**30}",
     f"take k where n % k == 0: {10**15}", f"0.007: {10**4000 - 1}"],
)  # fmt: skip
def test_what_no_theorem_reaches_is_refused_at_once(text: str) -> None:
    begin = process_time()
    solution = solve(text)
    assert (solution.status, solution.outcome, solution.value) == ("limit", None, None)
    assert solution.reason
    assert spent(begin) < 5
