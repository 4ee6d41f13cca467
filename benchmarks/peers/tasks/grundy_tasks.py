"""The tasks, by grundy."""

import grundy

TASKS = {
    "nim": lambda: grundy.solve("nim: 3 5 7").value,
    "product 4x4": lambda: grundy.nim_product(4, 4),
    "product 7x9": lambda: grundy.nim_product(7, 9),
    "misere nim": lambda: grundy.solve("nim: 3 4 5", misere=True).outcome,
    "kayles": lambda: grundy.game("kayles").values(1000)[1000],
    "cram outcome": lambda: grundy.solve("cram: 3x4", want="outcome").outcome,
    "cram 4x4": lambda: grundy.solve("cram: 4x4", want="value").value,
    "cram 4x5": lambda: grundy.solve("cram: 4x5", want="value").value,
    "quotient": lambda: grundy.misere_quotient("kayles", 12).quotient.order,
}
