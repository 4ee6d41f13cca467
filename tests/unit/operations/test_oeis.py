"""The table of the OEIS agrees with the values here; drafts and b-files are in the formats of the encyclopedia."""

from __future__ import annotations

import re

import pytest
from tests.terminal import Terminal

from grundy import InputError, read_ruleset
from grundy.integrations import oeis_b_file, oeis_draft, oeis_entries
from grundy.operations.oeis import LINES
from grundy.workflows.computing.values import heap_values
from grundy.workflows.exploring.oeis_entries import OeisEntry, oeis_table

TABLE = oeis_table()
FIRST = sorted({rule[:3] for rule in TABLE})


@pytest.mark.parametrize("first", FIRST)
def test_the_terms_of_an_entry_are_the_values_of_every_rule_that_it_names(first: str) -> None:
    for rule in (rule for rule in TABLE if rule.startswith(first)):
        for entry in oeis_entries(rule):
            assert entry in TABLE[rule]
            if entry.what == "values":
                start = entry.offset + entry.shift
                values = heap_values(read_ruleset(rule), start + len(entry.terms))
                assert tuple(values[start : start + len(entry.terms)]) == entry.terms, (rule, entry)
            else:
                values = heap_values(read_ruleset(rule), entry.terms[-1])
                assert tuple(heap for heap, value in enumerate(values) if not value) == entry.terms, (rule, entry)


def test_the_rules_of_one_entry_have_the_same_values_further_on() -> None:
    rows: dict[str, list[tuple[str, OeisEntry]]] = {}
    for rule, entries in TABLE.items():
        for entry in entries:
            rows.setdefault(entry.number, []).append((rule, entry))
    for number in ("A002186", "A002187", "A071451", "A071505", "A071508", "A071514", "A125928"):
        found = set()
        for rule, entry in rows[number]:
            start = entry.offset + entry.shift
            found.add(tuple(heap_values(read_ruleset(rule), start + 150)[start : start + 150]))
        assert len(found) == 1, number


def test_the_table_has_so_many_sequences_and_rules() -> None:
    entries = {entry.number for entries in TABLE.values() for entry in entries}
    assert (len(entries), len(TABLE)) == (124, 649)
    assert all(re.fullmatch(r"A\d{6}", number) for number in entries)


def test_a_rule_is_known_by_each_of_its_names_and_by_no_other() -> None:
    assert [entry.number for entry in oeis_entries("dawsons-chess")] == ["A002187"]
    assert oeis_entries("0.137") == oeis_entries("dawsons-chess")
    assert oeis_entries("0.0") == oeis_entries("take 1..3") == oeis_entries("wythoff") == ()


def test_a_b_file_has_the_numbers_of_its_entry_one_term_a_line() -> None:
    assert oeis_b_file("0.07", 6).splitlines() == ["0 0", "1 1", "2 1", "3 2", "4 0", "5 3"]
    assert oeis_b_file("0.14", 4).splitlines() == ["1 1", "2 0", "3 0", "4 1"]
    assert oeis_b_file("0.123", 3).splitlines() == ["0 0", "1 1", "2 0", "3 2"]
    assert re.fullmatch(r"(\d+ \d+\n)+", oeis_b_file("take squares", 40))


@pytest.mark.parametrize("rule", ["0.123", "take {1, 3, 4}", "0.F", "take 1..2 or split", "0.2"])
def test_a_draft_is_in_the_internal_format_with_terms_on_at_most_three_lines(rule: str) -> None:
    lines = oeis_draft(rule).splitlines()
    assert all(re.fullmatch(r"%[ISTUNCFoKOA] A000000( .+)?", line) for line in lines)
    letters = "".join(line[1] for line in lines)
    assert re.fullmatch("ISTUN(CF)?oKOA", letters)
    terms = [line[11:] for line in lines if line[1] in LINES]
    assert all(len(line) < 70 for line in terms)
    assert [line.endswith(",") for line in terms] == [True, True, False]
    numbers = list(map(int, "".join(terms).split(",")))
    assert numbers == heap_values(read_ruleset(rule), len(numbers) - 1)
    large = next((place for place, value in enumerate(numbers, 1) if value > 1), 1)
    assert f"%O A000000 0,{large}" in lines


def test_a_draft_states_a_period_only_if_it_is_proved() -> None:
    assert "%F A000000 a(n + 5) = a(n) for n >= 5." in oeis_draft("0.123")
    assert "%F" not in oeis_draft("take prime-powers")


def test_no_draft_is_written_of_what_has_an_entry_or_of_no_heaps() -> None:
    with pytest.raises(InputError, match=r"^kayles is A002186: expected a rule without an entry in the table$"):
        oeis_draft("kayles")
    with pytest.raises(InputError, match="wythoff positions are not heaps"):
        oeis_draft("wythoff")


def test_the_command_names_the_sequence_or_says_that_its_table_has_none(terminal: Terminal) -> None:
    assert terminal.run("oeis", "kayles")[:2] == (0, "kayles: A002186: a(n) is the value of heap n, offset 0\n")
    assert terminal.run("oeis", "0.123")[:2] == (0, "0.123: no entry in the table\n")
    assert terminal.json("oeis", "0.123")[1] == {"schema": 1, "ruleset": "0.123", "entries": []}
    code, _, err = terminal.run("oeis", "0.123", "--draft", "--bfile", "b.txt")
    assert (code, err) == (2, "grundy: --draft cannot be combined with --json or --bfile\n  help: grundy oeis --help\n")
    assert terminal.run("explore", "kayles", "--to", "40")[1].endswith(
        "\nOEIS A002186: a(n) is the value of heap n, offset 0\n"
    )
