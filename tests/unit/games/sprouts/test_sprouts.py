from __future__ import annotations

from random import Random

import pytest
from tests.cases import few
from tests.golden.reading import golden
from tests.unit.games.sprouts import planar_maps

from grundy.core import InputError, PositionError, Sum
from grundy.games.sprouts.drawings import parse, write
from grundy.games.sprouts.simplify import simplified
from grundy.games.sprouts.sprouts import Sprouts
from grundy.notation import read_game
from grundy.search import WholeSolver, grundy_values
from grundy.testing import check_ruleset

RULE = Sprouts()
PUBLISHED = golden("boards")["sprouts"]
TABLE: dict[str, int] = {}


def value(text: str) -> int:
    grundy_values(RULE, [text], table=TABLE)
    return TABLE[RULE.canonical(text)]


def played(rng: Random, spots: int, moves: int) -> planar_maps.Map:
    """A map after so many lines, or fewer where none is left."""
    position = planar_maps.start(spots)
    for _ in range(moves):
        after = list(planar_maps.options(position))
        if not after:
            break
        position = rng.choice(after)
    return position


@pytest.mark.parametrize("spots", [1, 2, 3])
def test_the_value_of_a_few_spots_is_the_published_one(spots: int) -> None:
    assert value(str(spots)) == PUBLISHED["values"][str(spots)]


@pytest.mark.parametrize("spots", [0, 1, 2, 3])
def test_the_misere_outcome_of_a_few_spots_is_the_published_one(spots: int) -> None:
    published = PUBLISHED["misere_first_wins (published, Lemoine & Viennot)"]
    assert (WholeSolver([RULE], misere=True).solve([(0, str(spots))]).outcome.name == "N") == published[str(spots)]


def test_every_map_of_two_spots_has_the_value_of_its_text() -> None:
    judge, found = planar_maps.Judge(), [planar_maps.start(2)]
    seen = set(found)
    for position in found:
        assert judge.value(position) == value(planar_maps.text(position)), planar_maps.text(position)
        after = {planar_maps.sorted_map(option) for option in planar_maps.options(position)} - seen
        seen |= after
        found.extend(sorted(after))
    assert len(found) > 1000


@pytest.mark.nightly
def test_the_value_of_four_spots_is_the_published_one() -> None:
    assert value("4") == PUBLISHED["values"]["4"]


def test_a_map_and_its_text_have_the_same_options() -> None:
    rng = Random(3)
    for moves in (0, 1, 2, 3, 4) * 3:
        position = played(rng, 3, moves)
        text = planar_maps.text(position)
        ours = {tuple(sorted(map(RULE.canonical, leaves))) for leaves in RULE.options(text)}
        theirs = {tuple(sorted(solo(planar_maps.text(option)))) for option in planar_maps.options(position)}
        assert ours == theirs, text


def solo(text: str) -> list[str]:
    """The canonical parts of a text, by the independent regions of its simplified drawing."""
    left = [{spot for boundary in region for spot in boundary if spot > 2} for region in simplified(parse(text))]
    regions = list(simplified(parse(text)))
    parts = []
    while regions:
        names, part = left.pop(0), [regions.pop(0)]
        while (k := next((k for k, other in enumerate(left) if other & names), None)) is not None:
            names |= left.pop(k)
            part.append(regions.pop(k))
        parts.append(RULE.canonical(write(tuple(part))))
    return parts


def test_renamed_turned_mirrored_and_reordered_drawings_have_one_form_in_almost_all_cases() -> None:
    rng, same, total = Random(7), 0, 0
    for _ in range(150):
        text = planar_maps.text(played(rng, 4, rng.randrange(1, 7)))
        image = disguised(rng, text)
        form = RULE.canonical(text)
        assert RULE.canonical(form) == form
        same += RULE.canonical(image) == form
        total += 1
    assert same > 0.95 * total


def disguised(rng: Random, text: str) -> str:
    """The same drawing with other names: regions mirrored or not, boundaries turned, everything in another order."""
    regions = []
    for region in parse(text):
        step = rng.choice((1, -1))
        turned = [walk[k:] + walk[:k] for walk in (b[::step] for b in region) for k in [rng.randrange(len(walk))]]
        regions.append(tuple(rng.sample(turned, len(turned))))
    names = rng.sample(range(3, 55), 52)
    drawing = tuple(tuple(tuple(s if s < 3 else names[s - 3] for s in b) for b in r) for r in regions)
    return write(tuple(rng.sample(drawing, len(drawing))))


def test_parts_may_be_separated_by_commas() -> None:
    assert RULE.read("3, 0.AB./AB.,2") == Sum("3", "0.AB./AB.", "2")
    assert str(read_game("sprouts: 2 + nim: 1")) == "sprouts: 2 + nim: 1"


def test_moves_are_called_by_the_places_that_they_join() -> None:
    assert [(move.label, move.leaves) for move in RULE.moves("2")] == [("1-1", Sum("0.AB./AB.")), ("1-2", Sum("1A1A."))]
    assert {move.label for move in RULE.moves("3")} == {"1-1", "1-1 around 2", "1-2"}
    outside = {move.label: move.leaves for move in RULE.moves("0.AB./AB.")}
    assert outside["2-3"] == Sum(RULE.canonical("0.2."))
    assert outside["4-5"] == Sum("1")


def test_every_promise_of_the_rule_holds() -> None:
    check_ruleset(RULE, ["2", "0", "1AB./AB.", "0.1.", "222."])


def test_a_spot_that_is_shared_with_a_region_without_moves_is_a_spot_2() -> None:
    assert RULE.canonical("0.2A./A.") == RULE.canonical("0.22.") == "0.1."


def test_regions_of_three_lives_differ_by_the_shared_spots_only() -> None:
    assert RULE.canonical("1A./A.0.") == RULE.canonical("2.2.A./0.A.") == RULE.canonical("A.22./0.A.")
    assert RULE.canonical("222.") == RULE.canonical("2.1.") == "1"
    assert value("22.A./A.0.") == value("1.A./A.0.") == value("2A2./A.0.")


@pytest.mark.parametrize("position", [3, "", "A", "0./", (("0",),), "-1", "00"])
def test_an_invalid_position_is_refused(position: object) -> None:
    with pytest.raises(InputError):
        RULE.check(position)  # type: ignore[arg-type]
    with pytest.raises(PositionError):
        RULE.check(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("spots", few([1, 2, 3], 1, 2))
def test_planar_maps_have_the_same_winner_in_normal_and_in_misere_play(spots: int) -> None:
    judge = planar_maps.Judge()
    for misere in (False, True):
        found = WholeSolver([RULE], misere=misere).solve([(0, str(spots))]).outcome
        assert (found.name == "N") == judge.wins(planar_maps.start(spots), misere=misere)


@pytest.mark.parametrize(("spots", "moves"), [(3, 4), (4, 7), (5, 10)])
def test_maps_late_in_the_play_have_the_values_of_their_texts(spots: int, moves: int) -> None:
    rng, judge, some = Random(spots), planar_maps.Judge(), 0
    for _ in range(40):
        position = played(rng, spots, moves)
        text = planar_maps.text(position)
        assert judge.value(position) == value(text), text
        some += value(text) > 0
    assert some
