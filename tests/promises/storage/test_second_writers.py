from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.unit.storage.test_sequence_file import store_at

from grundy.storage import InUse


def test_the_error_of_a_second_writer_names_the_holder_of_the_lock(tmp_path: Path) -> None:
    home = tmp_path / "s"
    store = store_at(home)
    script = (
        "import sys; from pathlib import Path; from grundy.storage import *\n"
        "try: SequenceFile(Disk(Path(sys.argv[1]), FILES), 'g')\nexcept InUse as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(home)], capture_output=True, text=True, check=True)
    assert done.stdout == f"{home}: in use by process {os.getpid()}\n"
    with pytest.raises(InUse):
        store_at(home)
    store.close()
    store_at(home).close()


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="needs prlimit")
def test_a_file_size_limit_is_reported_as_missing_space_and_loses_nothing(tmp_path: Path) -> None:
    script = (
        "import sys, numpy as np; from pathlib import Path; from grundy.storage import *\n"
        "store = SequenceFile(Disk(Path(sys.argv[1]), FILES), 'g')\n"
        "try:\n  while True: store.append(np.ones(1000, np.uint8)); store.acknowledge()\n"
        "except NoSpace as error: print(error)"
    )
    command = ["prlimit", "--fsize=5500", sys.executable, "-c", script, str(tmp_path / "s")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "File too large; the 5000 values saved before are safe\n"
    store = store_at(tmp_path / "s")
    assert (store.saved, store.cut) == (5000, 500)
    assert store.values().tolist() == [1] * 5000
    store.close()
