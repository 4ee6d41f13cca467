// A piece that splits its row or heap shows while it is pointed at which parts come of it.

/** Mark on a board what would go and what would stay on either side; `at` is the piece, or nothing. */
export function showSplit(board, at) {
  for (const piece of board.querySelectorAll(".side-1, .side-2, .goes")) piece.classList.remove("side-1", "side-2", "goes");
  if (!at) return;
  const [part, row] = at.dataset.key.split(".");
  const [first, second] = at.dataset.split.split(" + ").map(Number);
  const all = [...board.querySelectorAll(`[data-key^="${part}.${row}."]`)];
  const begin = at.matches(".pin") ? all.length - second : first; // a heap is only cut
  for (const [i, piece] of all.entries()) piece.classList.add(i < first ? "side-1" : i < begin ? "goes" : "side-2");
}
