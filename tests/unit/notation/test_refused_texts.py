"""The texts of tests/golden/refused_texts.json are no games: what is said of each, and where the caret stands."""

from __future__ import annotations

import pytest
from tests.golden.reading import golden

from grundy.core import InputError
from grundy.notation import read_game

REFUSED: dict[str, tuple[int, str]] = golden("refused_texts")
HIDDEN = "expected a heap size, found '+' (name both games, as in nim: 3 + kayles: 7)"


@pytest.mark.parametrize("text", REFUSED, ids=repr)
def test_a_mistake_is_named_and_pointed_at(text: str) -> None:
    with pytest.raises(InputError) as error:
        read_game(text)
    at, message = REFUSED[text]
    assert (error.value.at, str(error.value), error.value.text) == (at, message, text)
    shown, caret = error.value.place()
    assert caret.strip() == "^"
    if text.isprintable():
        assert shown[len(caret) - 1 :][:1] == text[at : at + 1]
    else:
        assert (len(shown), len(caret)) == (len(text) + 2, at + 3)


@pytest.mark.parametrize("text", [text for text in REFUSED if ":" in text and text[0] not in " :"], ids=repr)
def test_a_mistake_in_a_later_summand_is_pointed_at_there(text: str) -> None:
    before = "kayles: 7 + "
    with pytest.raises(InputError) as error:
        read_game(before + text)
    at, message = REFUSED[text]
    found = (str(error.value), error.value.at)
    alone = "cannot be a component of a sum" in found[0] or "a sum needs one play convention" in found[0]
    # else the mistake hides the beginning of the ruleset, and the first game does not end there
    plain = message.partition(" (did you mean")[0]  # a whole game is suggested only for a text of one game
    assert alone or found in {*((each, len(before) + at) for each in (message, plain)), (HIDDEN, len("kayles: 7 "))}
