from __future__ import annotations

import json
import re
import shutil
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import Path as ZipPath
from zipfile import ZipFile

import pytest
from tests.unit.web.site.packed_pages import pages_of

from grundy.core import DiskFull, InputError
from grundy.games import CATALOGUE
from grundy.notation import read_game
from grundy.workflows.persistence import facts_about, installed_atlases
from grundy.workflows.playing import Match
from grundy_learn.course import LESSONS
from grundy_web.offline import answer
from grundy_web.pages.play_state import FRIENDLY, PlayState
from grundy_web.pages.routes import ROUTES
from grundy_web.site.listed_board import first_moves, listed_board
from grundy_web.site.modules import packed_modules
from grundy_web.site.runtime import Runtime, fetch_runtime, known_runtime, read_runtime
from grundy_web.site.scenes import scenes
from grundy_web.site.write import LIST, site_files, write_site

WHEEL = "numpy-1-none.whl"
FILES = {
    "pyodide.mjs": b"export {}",
    "README.md": b"licence",
    "pyodide-lock.json": json.dumps(
        {"packages": {"numpy": {"file_name": WHEEL, "sha256": sha256(b"wheel").hexdigest()}}}
    ).encode(),
}
RUNTIME = Runtime("pyodide", "0.0.0", {name: sha256(data).hexdigest() for name, data in FILES.items()})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "runtime"
    made.mkdir()
    for name, data in FILES.items():
        (made / name).write_bytes(data)
    return made


def listed(out: Path) -> dict[str, object]:
    text = (out / LIST).read_text(encoding="utf-8")
    found: dict[str, object] = json.loads(text.removeprefix("self.site = ").removesuffix(";\n"))
    return found


def test_a_site_lists_what_it_holds(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = write_site(out, read_runtime(folder, RUNTIME))
    names = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    told = listed(out)
    files = told["files"]
    assert isinstance(files, dict)
    assert {name: (out / name).stat().st_size for name in files} == files
    pages = pages_of(out)
    texts = {name for name in pages if name.startswith("static/")}
    assert all((out / name).read_text(encoding="utf-8") == pages[name] for name in texts)
    apart = {name for name in names if name.endswith("index.html")} | {"sw.js", LIST, "pyodide/README.md"}
    assert names == set(files) | texts | apart
    assert (found.files, found.version) == (len(names), told["version"])


def test_every_page_has_a_start_below_its_own_name(folder: Path) -> None:
    found, _ = site_files(read_runtime(folder, RUNTIME), {})
    pages = {path[1:] for path in ROUTES if "." not in path and "/" not in path[1:]}
    assert {name.removesuffix("index.html").rstrip("/") for name in found if name.endswith("index.html")} == pages
    assert b'src="site/start.js"' in found["index.html"]
    assert b"<base" not in found["index.html"]
    assert b'<base href="../"><script src="site/first.js">' in found["play/index.html"]


def test_every_lesson_and_every_game_of_the_catalogue_has_a_scene_that_is_the_page_of_a_server() -> None:
    pages = scenes({"docs": False, "numpy": False, "memory": ""})
    matches = [PlayState(g=entry.example, err=FRIENDLY).address() for entry in CATALOGUE.values()]
    for address in (*matches, *(f"learn?lesson={lesson}" for lesson in LESSONS), "glossary", "puzzles?level=2&n=3"):
        path, _, query = address.partition("?")
        page = answer("GET", f"/{path}", query)[2].decode()
        found = re.search("<main.*(?=</main>)", page, re.DOTALL)
        assert found, address
        assert found[0] in pages[address], address


@pytest.mark.parametrize("text", ["nim: 10 12 5", "cram: 3x4", "nimble: 3 5 5", "clobber: 3x4"])
def test_the_first_move_of_a_large_game_and_a_perfect_reply_have_pictures(text: str) -> None:
    start = Match(read_game(text))
    assert len(listed_board(start.game)) == 1, "the whole game has pictures"
    pictures = {picture.name: picture for picture in first_moves(start.game)}
    for i, move in enumerate(start.moves()):
        match = start.copy()
        match.play(move)
        before = match.judge.outcome(match.game)
        match.play(match.moves()[int(pictures[f"0.{i}"].reply, 36)])
        assert before == "P" or match.judge.outcome(match.game) == "P"
        assert pictures[pictures[f"0.{i}"].following].touch == "", "a move that has no picture can be pressed"


def test_every_move_of_a_listed_board_names_the_pieces_that_it_touches() -> None:
    game = read_game("kayles: 7")
    first = listed_board(game)[0]
    ways = [{frozenset(way.split()) for way in ways.split("|")} for ways in first.touch.split(";")]
    assert len(ways) == len(Match(game).moves())
    assert {frozenset({"0.0.0"}), frozenset({"0.0.6"})} in ways
    assert {frozenset({"0.0.2", "0.0.3"}), frozenset({"0.0.3", "0.0.4"})} in ways


@pytest.mark.parametrize(
    "text", ["take 1..3: 10", "kayles: 7", "chomp: 3x4", "tic-tac-toe: X.O/.X./..O", "welter: 2 4 7"]
)
def test_the_moves_and_replies_of_a_listed_board_are_those_of_the_match(text: str) -> None:
    pictures = {picture.name: picture for picture in listed_board(read_game(text))}
    start = Match(read_game(text))
    reached, waiting = {"0": start}, ["0"]
    for at in waiting:
        for i in range(len(reached[at].moves())):
            picture, match = pictures[f"{at}.{i}"], reached[at].copy()
            match.play(match.moves()[i])
            assert match.over == (not picture.reply)
            if picture.reply:
                match.play(match.moves()[int(picture.reply, 36)])
                if picture.following not in reached:
                    reached[picture.following] = match
                    waiting.append(picture.following)
                assert str(match.game) == str(reached[picture.following].game)
                assert [str(move) for move in match.moves()] == [str(m) for m in reached[picture.following].moves()]
    assert reached.keys() == {name for name in pictures if "." not in name}


def test_the_same_input_gives_the_same_bytes_and_other_bytes_another_version(folder: Path) -> None:
    runtime = read_runtime(folder, RUNTIME)
    assert site_files(runtime, {}) == site_files(runtime, {})
    assert site_files(runtime, {})[1] != site_files(runtime | {"pyodide.mjs": b"other"}, {})[1]


def test_a_memory_is_named_by_the_files_that_python_reads(folder: Path) -> None:
    runtime = read_runtime(folder, RUNTIME)

    def named(*given: object) -> str:
        found = re.search(r'data-memory="(\w*)"', site_files(*given)[0]["index.html"].decode())  # type: ignore[arg-type]
        assert found
        return found[1]

    known = named(runtime, {})
    assert len(known) == 16
    assert named(runtime, {"index.html": b"documentation"}) == known
    assert named(runtime | {"pyodide.mjs": b"other"}, {}) != known
    (folder / WHEEL).write_bytes(b"wheel")
    assert named(read_runtime(folder, RUNTIME), {}) == ""


def test_a_site_takes_the_place_of_a_site_and_of_nothing_else(folder: Path, tmp_path: Path) -> None:
    runtime = read_runtime(folder, RUNTIME)
    out = tmp_path / "out"
    write_site(out, runtime)
    (out / "old").touch()
    write_site(out, runtime)
    assert not (out / "old").exists()
    with pytest.raises(InputError, match="expected a new folder, or one that contains a site"):
        write_site(folder, runtime)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "runtime"]


def test_a_site_destroys_no_other_folder_and_an_old_one_stays_until_the_new_one_is_whole(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = read_runtime(folder, RUNTIME)
    out, other = tmp_path / "out", tmp_path / "out.part"
    other.mkdir()
    (other / "kept").touch()
    write_site(out, runtime)
    (out / "old").touch()
    rename = Path.rename

    def once(path: Path, target: Path) -> Path:
        if path.name == "new":
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", once)
    with pytest.raises(DiskFull):
        write_site(out, runtime)
    assert (out / "old").exists()
    assert (other / "kept").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "out.part", "runtime"]


def test_a_runtime_with_a_missing_or_another_file_is_refused_by_name(folder: Path) -> None:
    (folder / "pyodide.mjs").write_bytes(b"export { }")
    with pytest.raises(InputError, match=r"pyodide\.mjs differs from the file of pyodide 0\.0\.0"):
        read_runtime(folder, RUNTIME)
    (folder / "pyodide.mjs").unlink()
    with pytest.raises(
        InputError,
        match=r"cannot read .*pyodide\.mjs: no such file.*unpacked npm package pyodide "
        r"0\.0\.0",
    ):
        read_runtime(folder, RUNTIME)


def test_a_wheel_of_numpy_is_included_and_compared_with_the_lock_file(folder: Path) -> None:
    assert WHEEL not in read_runtime(folder, RUNTIME)
    (folder / WHEEL).write_bytes(b"wheel")
    runtime = read_runtime(folder, RUNTIME)
    assert runtime[WHEEL] == b"wheel"
    assert b'data-numpy="1"' in site_files(runtime, {})[0]["index.html"]
    (folder / WHEEL).write_bytes(b"whale")
    with pytest.raises(InputError, match="differs from the file"):
        read_runtime(folder, RUNTIME)


def test_without_npm_the_error_explains_the_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match=r"npm is not installed \(unpack the npm package pyodide@0\.0\.0 and name"):
        fetch_runtime(RUNTIME)


def test_the_known_runtime_is_of_one_version_with_whole_digests() -> None:
    runtime = known_runtime()
    assert runtime.package == "pyodide"
    assert {"pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip"} <= set(runtime.files)
    assert all(len(digest) == 64 for digest in runtime.files.values())


def test_documentation_goes_along_with_a_link_at_the_foot(folder: Path, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    (docs / ".doctrees").mkdir(parents=True)
    (docs / ".doctrees" / "a").touch()
    with pytest.raises(InputError, match="expected a built documentation"):
        write_site(tmp_path / "out", {}, docs)
    (docs / "index.html").write_text('<a href="http://127.0.0.1:8000/play?g=nim%3A+3">', encoding="utf-8")
    with pytest.raises(
        InputError,
        match=r"plays on a local server, not on the site \(uv run --group docs sphinx-build -D play",
    ):
        write_site(tmp_path / "out", {}, docs)
    (docs / "index.html").write_text("documentation", encoding="utf-8")
    out = tmp_path / "out"
    write_site(out, read_runtime(folder, RUNTIME), docs)
    assert (out / "docs" / "index.html").read_text(encoding="utf-8") == "documentation"
    assert not (out / "docs" / ".doctrees").exists()
    assert listed(out)["docs"] == ["docs/index.html"]
    assert 'data-docs="1"' in (out / "index.html").read_text(encoding="utf-8")


def test_the_modules_are_those_that_pages_use() -> None:
    with ZipFile(BytesIO(packed_modules())) as archive:
        names = set(archive.namelist())
    assert {"grundy_web/offline.py", "grundy_web/pages/templates/play.html", "jinja2/environment.py"} <= names
    assert "markupsafe/_native.py" in names
    described = {name.partition("/")[0] for name in names if name.endswith("/METADATA")}
    assert {name.partition("/")[0] for name in names if ".dist-info/" in name} == described, "without it no plug-ins"
    assert {"grundy", "grundy_atlas", "grundy_learn", "grundy_web"} <= {name.partition("-")[0] for name in described}
    assert not any(
        name.startswith(("grundy/cli/", "grundy_learn/commands/", "grundy_web/api/", "grundy_web/site/"))
        for name in names
    )
    assert not any(name.endswith((".pyc", ".so", ".nbc", ".nbi", ".md")) for name in names)


def test_pages_of_a_site_know_the_facts_of_the_atlas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "site.zip").write_bytes(packed_modules())
    packed = ZipPath(ZipFile(tmp_path / "site.zip"), "grundy_atlas/")
    monkeypatch.setattr("grundy.workflows.persistence.facts.files", lambda _: packed)
    (atlas,) = installed_atlases()
    assert [fact.id for fact in facts_about({"0.77"})][:1] == ["octal/0.77"]
    shutil.rmtree(atlas)  # files are no part of a browser's memory
    assert installed_atlases() == [atlas]
    assert facts_about({"0.77"})
    shutil.rmtree(atlas.parent)
