// Values of impartial NoGo, a program that shares no line with the package.
//
//   nogo ROWS COLUMNS [TO [LIGHT]]      the boards of COLUMNS to TO columns, from one table; at most 32 squares
//
// Put a stone of either colour on a free square; every group keeps a free neighbour. Free squares hang together when
// they are neighbours or beside one group. A piece is kept as its least image: moved to a corner, mirrored either way,
// colours changed. In a row of squares a group is kept as one stone, since only its ends have neighbours. Every piece that
// can be reached gets its value, the least number that no option has.
//
// With LIGHT only pieces of at most so many free squares are valued so, and others by couples.hpp, and then a free square
// where neither colour may be put is taken away. It stays free for ever, since what is forbidden stays forbidden: a group
// whose only free neighbour it is can only grow over it. So a group beside it lives for ever and is taken away, too: it
// only says that stones of its colour beside it live, as all stones do beside the dead square. Two neighbours where both
// colours live have nothing to do with each other.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "couples.hpp"

typedef uint32_t Set;  // square (r, c) is bit c * rows + r
typedef unsigned __int128 Wide;

static int rows, columns;
static Set all, top, bottom;
static bool dead_too;

struct Piece {
    Set free, black, white, black_lives, white_lives;  // the last two: free squares where such a stone lives for ever
};

static Set near(Set left) {
    Set found = (rows < 32 ? left << rows | left >> rows : 0) & all;
    return found | (left & ~top) >> 1 | (left & ~bottom) << 1;
}

static Set group_of(Set stones_there, Set stones) {
    for (Set grown = stones_there;; stones_there = grown) {
        grown = stones_there | (near(stones_there) & stones);
        if (grown == stones_there) return grown;
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

static bool allowed(Set square, Set own, Set other, Set lives, Set free) {
    return (square & lives || alive(square, own | square, free & ~square)) && alive(near(square), other, free & ~square);
}

static Set reversed(Set left) {
    left = __builtin_bswap32(left);
    left = (left >> 4 & 0x0F0F0F0F) | (left & 0x0F0F0F0F) << 4;
    left = (left >> 2 & 0x33333333) | (left & 0x33333333) << 2;
    return (left >> 1 & 0x55555555) | (left & 0x55555555) << 1;
}

static Wide key_from(const Set* plane) {
    return ((Wide)((uint64_t)plane[1] << 32 | plane[0]) << 64) | ((uint64_t)plane[3] << 32 | plane[2]);
}

static Piece piece_of(Wide key) {
    Set low = (Set)(key >> 64), high = (Set)(key >> 96);
    return Piece{low & ~high, high & ~low, low & high, (Set)key, (Set)(key >> 32)};
}

static void take_least(Set* plane, Wide& best) {  // of both colourings
    for (int swap = 0; swap < 2; swap++) {
        Wide key = key_from(plane);
        best = key < best ? key : best;
        plane[0] ^= plane[1], std::swap(plane[2], plane[3]);
    }
}

static Wide key_of_row(const Piece& piece) {  // of a row, whose pieces have no gaps
    Set plane[4] = {piece.free | piece.white, piece.black | piece.white, piece.black_lives, piece.white_lives};
    int shift = __builtin_ctz(plane[0] | plane[1]);
    for (Set& each : plane) each >>= shift;
    for (Set again; (again = plane[1] & plane[1] << 1 & ~(plane[0] ^ plane[0] << 1));) {  // the second of two equal stones goes
        Set below = (again & -again) - 1;
        for (Set& each : plane) each = (each & below) | (each >> 1 & ~below);
    }
    int unused = __builtin_clz(plane[0] | plane[1]);
    Wide best = ~(Wide)0;
    Set back[4];
    for (int i = 0; i < 4; i++) back[i] = reversed(plane[i]) >> unused;
    take_least(plane, best), take_least(back, best);
    return best;
}

static Wide key_of(const Piece& piece) {
    if (rows == 1) return key_of_row(piece);
    Set plane[4] = {piece.free | piece.white, piece.black | piece.white, piece.black_lives, piece.white_lives};
    Set both = plane[0] | plane[1], column = ((Set)1 << rows) - 1, seen = 0;
    int first = __builtin_ctz(both) / rows, width = (31 - __builtin_clz(both)) / rows - first + 1;
    for (int c = first; c < first + width; c++) seen |= both >> c * rows & column;
    int lift = __builtin_ctz(seen), height = 32 - __builtin_clz(seen) - lift;
    for (Set& each : plane) each >>= first * rows + lift;
    Wide best = ~(Wide)0;
    for (int mirror = 0; mirror < 2; mirror++)
        for (int back = 0; back < 2; back++) {
            Set image[4] = {0, 0, 0, 0};
            for (int i = 0; i < 4; i++)
                for (int c = 0; c < width; c++) {
                    Set squares = plane[i] >> c * rows & column;
                    if (mirror) squares = reversed(squares) >> (32 - height);
                    image[i] |= squares << (back ? width - 1 - c : c) * rows;
                }
            take_least(image, best);
        }
    return best;
}

static void live_for_ever(Piece& left, Set black, Set white) {  // groups that do are taken away
    Set group = group_of(black, left.black), other = group_of(white, left.white);
    left.black &= ~group, left.white &= ~other;
    left.black_lives |= near(group) & left.free, left.white_lives |= near(other) & left.free;
}

static void without_dead(Piece& left) {
    for (;;) {
        Set dead = 0;
        for (Set rest = left.free; rest; rest &= rest - 1) {
            Set square = rest & -rest;
            if (!allowed(square, left.black, left.white, left.black_lives, left.free) &&
                !allowed(square, left.white, left.black, left.white_lives, left.free))
                dead |= square;
        }
        if (!dead) return;
        left.free &= ~dead;
        left.black_lives = (left.black_lives | near(dead)) & left.free;
        left.white_lives = (left.white_lives | near(dead)) & left.free;
        live_for_ever(left, near(dead) & left.black, near(dead) & left.white);
    }
}

template <class Put> static void split(const Piece& left, Put put) {
    Set both = left.black_lives & left.white_lives;
    for (Set rest = left.free; rest;) {
        Piece piece = {rest & -rest, 0, 0, 0, 0};
        for (Set before = 0; before != (piece.free | piece.black | piece.white);) {
            before = piece.free | piece.black | piece.white;
            piece.black |= near(piece.free | piece.black) & left.black;
            piece.white |= near(piece.free | piece.white) & left.white;
            Set groups = piece.black | piece.white;
            piece.free |= (near(groups | (piece.free & ~both)) | (near(piece.free) & ~both)) & left.free;
        }
        rest &= ~piece.free;
        piece.black_lives = left.black_lives & piece.free, piece.white_lives = left.white_lives & piece.free;
        put(key_of(piece));
    }
}

struct Rule {
    typedef Wide Key;

    int weight(Wide key) { return __builtin_popcount(piece_of(key).free); }

    int moves(Wide key) { return weight(key); }

    void options(Wide key, List<Wide>& list) {
        Piece piece = piece_of(key);
        for (Set rest = piece.free; rest; rest &= rest - 1) {
            Set square = rest & -rest;
            for (int colour = 0; colour < 2; colour++) {
                Set own = colour ? piece.white : piece.black, other = colour ? piece.black : piece.white;
                Set lives = colour ? piece.white_lives : piece.black_lives;
                if (!allowed(square, own, other, lives, piece.free)) continue;
                Piece after = piece;
                after.free &= ~square, (colour ? after.white : after.black) |= square;
                after.black_lives &= ~square, after.white_lives &= ~square;
                if (dead_too) {
                    if (square & lives) live_for_ever(after, colour ? 0 : square, colour ? square : 0);
                    without_dead(after);
                }
                split(after, [&](Wide part) { list.pieces.push_back(part); });
                list.close();
            }
        }
    }
};

int main(int words, char** word) {
    rows = words > 2 ? atoi(word[1]) : 0;
    int from = words > 2 ? atoi(word[2]) : 0, to = words > 3 ? atoi(word[3]) : from;
    dead_too = words > 4;
    if (rows < 1 || from < 1 || to < from || rows * to > 32) return fprintf(stderr, "nogo ROWS COLUMNS [TO [LIGHT]]\n"), 2;
    columns = to;
    for (int c = 0; c < columns; c++)
        for (int r = 0; r < rows; r++) {
            Set square = (Set)1 << (c * rows + r);
            all |= square, top |= r ? 0 : square, bottom |= r < rows - 1 ? 0 : square;
        }
    Rule rule;
    Couples<Rule> couples(rule, dead_too ? atoi(word[4]) : 32);
    for (int width = from; width <= to; width++) {
        Piece board = {width * rows == 32 ? ~(Set)0 : ((Set)1 << width * rows) - 1, 0, 0, 0, 0};
        if (dead_too) without_dead(board);
        int value = 0;
        split(board, [&](Wide part) { value ^= couples.value(part); });
        printf("nogo %dx%d: value %d, %zu pieces, %zu couples, %.1f s\n", rows, width, value, couples.pieces(), couples.asked, clock() / (double)CLOCKS_PER_SEC);
        fflush(stdout);
    }
}
