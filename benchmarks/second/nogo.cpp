// Values of impartial NoGo by the definition, a program that shares no line with the package.
//
//   nogo ROWS COLUMNS [TO]      the boards of COLUMNS to TO columns, from one table; at most 32 squares
//
// Put a stone of either colour on a free square; every group keeps a free neighbour. Free squares hang together when
// they are neighbours or beside one group. Every piece that can be reached gets its value, the least number that no
// option has. A piece is kept as its least image: moved to a corner, mirrored either way, colours changed. In a row of
// squares a group is kept as one stone, since only its ends have neighbours.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "table.hpp"

typedef uint32_t Set;  // square (r, c) is bit c * rows + r

static int rows, columns;
static Set all, top, bottom;
static Table<uint64_t> table;

struct Piece {
    Set free, black, white;
};

static Set near(Set left) {
    Set found = (left << rows | left >> rows) & all;
    return found | (left & ~top) >> 1 | (left & ~bottom) << 1;
}

static Set group_of(Set stone, Set stones) {
    for (Set grown = stone;; stone = grown) {
        grown = stone | (near(stone) & stones);
        if (grown == stone) return stone;
    }
}

static bool alive(Set beside, Set stones, Set free) {  // all groups of these stones at these squares have a free neighbour
    for (beside &= stones; beside;) {
        Set group = group_of(beside & -beside, stones);
        if (!(near(group) & free)) return false;
        beside &= ~group;
    }
    return true;
}

static bool allowed(Set square, Set own, Set other, Set free) {
    return alive(square, own | square, free & ~square) && alive(near(square), other, free & ~square);
}

static uint64_t key_of(Piece piece) {
    Set low = piece.free | piece.white, high = piece.black | piece.white, both = low | high, cut[2][32];
    int first = __builtin_ctz(both) / rows, last = (31 - __builtin_clz(both)) / rows, width = 0, lift = rows;
    Set column = ((Set)1 << rows) - 1;
    for (int c = first; c <= last; c++) {
        Set squares = both >> c * rows & column;
        if (squares && __builtin_ctz(squares) < lift) lift = __builtin_ctz(squares);
    }
    int height = 0;
    for (int c = first; c <= last; c++) {
        cut[0][width] = (low >> c * rows & column) >> lift, cut[1][width] = (high >> c * rows & column) >> lift;
        Set squares = cut[0][width] | cut[1][width];
        if (squares && 32 - __builtin_clz(squares) > height) height = 32 - __builtin_clz(squares);
        width++;
    }
    uint64_t best = ~0ull;
    for (int mirror = 0; mirror < (rows > 1 ? 2 : 1); mirror++)
        for (int back = 0; back < 2; back++) {
            Set image[2] = {0, 0};
            for (int word = 0; word < 2; word++)
                for (int c = 0; c < width; c++) {
                    Set from = cut[word][back ? width - 1 - c : c], to = from;
                    if (mirror) {
                        to = 0;
                        for (int r = 0; r < height; r++) to |= (from >> r & 1) << (height - 1 - r);
                    }
                    image[word] |= to << c * rows;
                }
            for (int swap = 0; swap < 2; swap++) {
                uint64_t key = (uint64_t)image[1] << 32 | image[0];
                best = key < best ? key : best;
                image[0] ^= image[1];
            }
        }
    return best;
}

static Set reversed(Set left) {
    left = __builtin_bswap32(left);
    left = (left >> 4 & 0x0F0F0F0F) | (left & 0x0F0F0F0F) << 4;
    left = (left >> 2 & 0x33333333) | (left & 0x33333333) << 2;
    return (left >> 1 & 0x55555555) | (left & 0x55555555) << 1;
}

static uint64_t key_of_row(Piece piece) {  // the same for a row, whose pieces have no gaps
    Set low = piece.free | piece.white, high = piece.black | piece.white;
    int shift = __builtin_ctz(low | high);
    low >>= shift, high >>= shift;
    for (Set again; (again = high & high << 1 & ~(low ^ low << 1));) {  // the second of two equal stones goes
        Set below = (again & -again) - 1;
        low = (low & below) | (low >> 1 & ~below), high = (high & below) | (high >> 1 & ~below);
    }
    int unused = __builtin_clz(low | high);
    Set back[2] = {reversed(low) >> unused, reversed(high) >> unused};
    uint64_t one = (uint64_t)high << 32, two = (uint64_t)back[1] << 32;
    uint64_t found[4] = {one | low, one | (low ^ high), two | back[0], two | (back[0] ^ back[1])}, best = found[0];
    for (uint64_t key : found) best = key < best ? key : best;
    return best;
}

static int of_piece(uint64_t key);

static int of_all(Piece left) {
    int value = 0;
    if (rows == 1) {  // a piece ends where stones of different colours meet
        for (Set rest = left.free | left.black | left.white; rest;) {
            Set ends = (left.black & left.white >> 1) | (left.white & left.black >> 1);
            Set piece = ends & rest ? ((ends & rest & -(ends & rest)) << 1) - 1 : ~(Set)0;
            piece &= rest, rest &= ~piece;
            if (piece & left.free) value ^= of_piece(key_of_row(Piece{left.free & piece, left.black & piece, left.white & piece}));
        }
        return value;
    }
    for (Set rest = left.free; rest;) {
        Piece piece = {rest & -rest, 0, 0};
        for (Set before = 0; before != (piece.free | piece.black | piece.white);) {
            before = piece.free | piece.black | piece.white;
            piece.black |= near(piece.free | piece.black) & left.black;
            piece.white |= near(piece.free | piece.white) & left.white;
            piece.free |= near(before) & left.free;
        }
        rest &= ~piece.free;
        value ^= of_piece(key_of(piece));
    }
    return value;
}

static int of_piece(uint64_t key) {
    int known = table.find(key);
    if (known >= 0) return known;
    Set low = key, high = key >> 32;
    Piece piece = {low & ~high, high & ~low, low & high};
    uint64_t seen[4] = {0, 0, 0, 0};
    for (Set rest = piece.free; rest; rest &= rest - 1) {
        Set square = rest & -rest;
        for (int colour = 0; colour < 2; colour++) {
            Set own = colour ? piece.white : piece.black, other = colour ? piece.black : piece.white;
            if (!allowed(square, own, other, piece.free)) continue;
            Piece after = {piece.free & ~square, piece.black | (colour ? 0 : square), piece.white | (colour ? square : 0)};
            int option = of_all(after);
            seen[option >> 6] |= 1ull << (option & 63);
        }
    }
    int value = 0;
    while (seen[value >> 6] >> (value & 63) & 1) value++;
    table.keep(key, value);
    return value;
}

int main(int words, char** word) {
    rows = words > 2 ? atoi(word[1]) : 0;
    int from = words > 2 ? atoi(word[2]) : 0, to = words > 3 ? atoi(word[3]) : from;
    if (rows < 1 || from < 1 || to < from || rows * to > 32) return fprintf(stderr, "nogo ROWS COLUMNS [TO]\n"), 2;
    columns = to;
    for (int c = 0; c < columns; c++)
        for (int r = 0; r < rows; r++) {
            Set square = (Set)1 << (c * rows + r);
            all |= square, top |= r ? 0 : square, bottom |= r < rows - 1 ? 0 : square;
        }
    for (int width = from; width <= to; width++) {
        int value = of_all(Piece{width * rows == 32 ? ~(Set)0 : ((Set)1 << width * rows) - 1, 0, 0});
        printf("nogo %dx%d: value %d, %zu pieces, %.1f s\n", rows, width, value, table.used, clock() / (double)CLOCKS_PER_SEC);
        fflush(stdout);
    }
}
