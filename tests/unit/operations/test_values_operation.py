"""Values in Python: a limit gives the first values and its reason, and a file takes the place of the values."""

from __future__ import annotations

from pathlib import Path

from grundy.core import Limits
from grundy.operations import Context, served


def test_values_in_python_are_a_list_the_first_ones_at_a_limit_or_written_to_a_file(tmp_path: Path) -> None:
    values, remarks = served("values"), list[str]()
    assert values("take squares", to=9).values == [0, 1, 0, 1, 2, 0, 1, 0, 1, 2]
    with Context(Limits(positions=2000), remark=remarks.append, remote=False) as context:
        few = values("grundy", context, to=60, play="misere")
    assert 10 < len(few.values) < 60
    assert (few.exit_code, few.ended.message, remarks[0][:28]) == (4, few.reason, "misère values need a search;")
    out = tmp_path / "kayles.csv"
    found = values("kayles", to=3, format="csv", out=str(out))
    assert (found.values, found.explain(), out.read_text()) == ([], "", "n,value\n0,0\n1,1\n2,2\n3,3\n")
