// Values of Cram by couples, a program that shares no line with the package.
//
//   cram ROWS COLUMNS [LIGHT [MILLIONS [VALUE]]]      up to 8 rows and 127 squares
//
// Pieces of at most LIGHT squares are valued by the definition, others by couples.hpp, which remembers MILLIONS * 2^20
// proof numbers. With VALUE only this is asked: is the board together with a heap of VALUE lost for the player to move?
//
// A piece is kept as its least image: moved to a corner, mirrored either way, turned where it fits. Three facts are used.
// Of the squares that have one neighbour, and the same, one is kept: at most one of them is ever covered. A piece without a
// square of three neighbours is a path, whose value is computed for every length, or a ring, where all moves leave the
// same path. A piece that half a turn maps to itself has value 0 if no domino meets its image: the image is the reply.
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "couples.hpp"

typedef unsigned __int128 Wide;

static int count(uint64_t x) { return __builtin_popcountll(x); }
static int count(Wide x) { return count((uint64_t)x) + count((uint64_t)(x >> 64)); }
static int lowest(uint64_t x) { return __builtin_ctzll(x); }
static int lowest(Wide x) { return (uint64_t)x ? lowest((uint64_t)x) : 64 + lowest((uint64_t)(x >> 64)); }
static int highest(uint64_t x) { return 63 - __builtin_clzll(x); }
static int highest(Wide x) { return x >> 64 ? 64 + highest((uint64_t)(x >> 64)) : highest((uint64_t)x); }

static uint64_t reversed(uint64_t x) {
    x = __builtin_bswap64(x);
    x = (x >> 4 & 0x0F0F0F0F0F0F0F0Fu) | (x & 0x0F0F0F0F0F0F0F0Fu) << 4;
    x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
    return (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
}
static Wide reversed(Wide x) { return (Wide)reversed((uint64_t)x) << 64 | reversed((uint64_t)(x >> 64)); }

template <class Word> struct Board {  // square (r, c) is bit c * rows + r
    typedef Word Key;
    static const int BITS = 8 * sizeof(Word);
    int rows, columns;
    Word row[8], not_top, not_bottom;
    uint64_t as_row[256];  // of a column
    int path[BITS + 1];

    Board(int rows_, int columns_) : rows(rows_), columns(columns_), row(), as_row(), path() {
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) row[r] |= (Word)1 << (c * rows + r);
            for (int cells = 0; cells < 256; cells++) as_row[cells] |= (uint64_t)(cells >> r & 1) << r * rows;
        }
        not_top = ~row[0], not_bottom = ~row[rows - 1];
        for (int n = 2; n <= BITS; n++) {
            uint64_t seen = 0;
            for (int i = 0; i + 2 <= n; i++) seen |= 1ull << (path[i] ^ path[n - 2 - i]);
            path[n] = __builtin_ctzll(~seen);
        }
    }

    Word whole() const {
        Word all = 0;
        for (int r = 0; r < rows; r++) all |= row[r];
        return all;
    }

    Word near(Word left) const { return left | (left & not_bottom) << 1 | (left & not_top) >> 1 | left << rows | left >> rows; }
    int weight(Word piece) const { return count(piece); }
    int moves(Word piece) const { return count((Word)(piece & not_top & piece << 1)) + count((Word)(piece & piece << rows)); }

    Word mirrored(Word piece) const {
        Word found = 0;
        for (int r = 0; r < rows; r++) {
            int up = rows - 1 - 2 * r;
            found |= up < 0 ? (piece & row[r]) >> -up : (piece & row[r]) << up;
        }
        return found;
    }

    Word turned(Word piece) const {  // rows become columns, of a piece that fits
        uint64_t found = 0, left = (uint64_t)piece, column = (1u << rows) - 1;
        for (int c = 0; left; c++, left >>= rows) found |= as_row[left & column] << c;
        return found;
    }

    void add(Word piece, List<Word>& list) const {  // a connected piece, or one square
        Word above = piece & not_top & piece << 1, below = piece & not_bottom & piece >> 1;
        Word left = piece & piece << rows, right = piece & piece >> rows;
        Word ends = (above ^ below ^ left ^ right) & ~(above & below) & ~(left & right);
        Word by_left = ends << rows & piece, by_right = ends >> rows & piece;
        Word by_above = (ends & not_bottom) << 1 & piece, by_below = (ends & not_top) >> 1 & piece;
        Word spare = (by_right & by_left) << rows | (by_above & (by_left | by_right)) >> 1;
        spare |= (by_below & (by_left | by_right | by_above)) << 1;
        if (spare) {
            piece &= ~spare;
            above = piece & not_top & piece << 1, below = piece & not_bottom & piece >> 1;
            left = piece & piece << rows, right = piece & piece >> rows;
        }
        if (!((above & below & (left | right)) | (left & right & (above | below)))) {
            int squares = count(piece), dominoes = count(above) + count(left);
            list.total ^= dominoes < squares ? path[squares] : path[squares - 2] == 0;
            return;
        }
        piece >>= lowest(piece) / rows * rows;
        int wide = highest(piece) / rows + 1, low = 0, high = rows - 1;
        while (!(piece & row[low])) low++;
        while (!(piece & row[high])) high--;
        int tall = high - low + 1;
        Word mirror = mirrored(piece) >> (rows - 1 - high);
        Word half = reversed(piece) >> (BITS - wide * rows) >> (rows - 1 - high);  // half a turn
        Word across = mirrored(reversed(piece) >> (BITS - wide * rows)) >> low;
        piece >>= low;
        if (half == piece) {
            Word middle = (Word)1 << ((wide - 1) / 2 * rows + (tall - 1) / 2);
            if (tall % 2 == 0) middle |= middle << 1;
            if (wide % 2 == 0) middle |= middle << rows;
            if ((tall % 2 == 0 && wide % 2 == 0) || (piece & middle) != middle) return;
        }
        Word best = std::min(std::min(piece, mirror), std::min(half, across));
        if (wide <= rows && rows * rows <= 64)
            best = std::min(best, std::min(std::min(turned(piece), turned(mirror)), std::min(turned(half), turned(across))));
        list.pieces.push_back(best);
    }

    // What is left of the columns before and after a domino is known in pieces, which are joined by the squares between.
    void options(Word piece, List<Word>& list) const {
        int wide = highest(piece) / rows + 1;
        Word column = ((Word)1 << rows) - 1;
        struct Some {
            Word part[8];
            int many = 0;
            void join(Word cells, const Board& board) {  // with all parts beside these cells
                Word beside = board.near(cells);
                int kept = 0;
                for (int i = 0; i < many; i++)
                    if (part[i] & beside) cells |= part[i];
                    else part[kept++] = part[i];
                part[kept++] = cells, many = kept;
            }
        };
        static thread_local Some before[BITS], after[BITS];
        auto grow = [&](Some& some, int c) {  // by the squares of a column
            Word cells = piece & column << c * rows;
            for (int r = 0; r < rows; r++)
                if (Word cell = cells & (Word)1 << (c * rows + r)) some.join(cell, *this);
        };
        before[0].many = after[wide].many = 0;
        for (int c = 0; c < wide; c++) before[c + 1] = before[c], grow(before[c + 1], c);
        for (int c = wide; c--;) after[c] = after[c + 1], grow(after[c], c);
        auto put = [&](Word domino, int first, int last) {
            Some some = before[first];
            for (Word cells = piece & ~domino & ((column << first * rows) | (column << last * rows)); cells; cells &= cells - 1)
                some.join(cells & -cells, *this);
            for (int i = 0; i < after[last + 1].many; i++) some.join(after[last + 1].part[i], *this);
            for (int i = 0; i < some.many; i++) add(some.part[i], list);
            list.close();
        };
        for (int i = 0; i < wide; i++) {
            int c = (wide - 1) / 2 + (i % 2 ? (i + 1) / 2 : -i / 2);  // from the middle
            if (c < 0 || c >= wide) continue;
            for (Word upper = piece & (piece & not_top) >> 1 & column << c * rows; upper; upper &= upper - 1)
                put((upper & -upper) | (upper & -upper) << 1, c, c);
            for (Word first = piece & piece >> rows & column << c * rows; first; first &= first - 1)
                put((first & -first) | (first & -first) << rows, c, c + 1);
        }
    }
};

template <class Word> static void tell(int rows, int columns, int light, size_t millions, int asked) {
    Board<Word> board(rows, columns);
    Couples<Board<Word>> couples(board, light, millions << 20);
    List<Word> list;
    board.add(board.whole(), list);
    int value = list.total;
    bool lost = value == asked;
    if (!list.pieces.empty()) {
        if (asked < 0) value = couples.value(list.pieces[0]);
        else lost = couples.has(list.pieces[0], asked);
    }
    printf("cram %dx%d: ", rows, columns);
    if (asked < 0) printf("value %d", value);
    else printf("value %s%d", lost ? "" : "not ", asked);
    printf(", %zu pieces, %zu couples, %.1f s\n", couples.pieces(), couples.asked, clock() / (double)CLOCKS_PER_SEC);
}

int main(int words, char** word) {
    int rows = words > 2 ? atoi(word[1]) : 0, columns = words > 2 ? atoi(word[2]) : 0;
    int light = words > 3 ? atoi(word[3]) : 14, millions = words > 4 ? atoi(word[4]) : 4, asked = words > 5 ? atoi(word[5]) : -1;
    if (rows > columns) std::swap(rows, columns);
    if (rows < 1 || rows > 8 || rows * columns > 127) return fprintf(stderr, "cram ROWS COLUMNS [LIGHT [MILLIONS [VALUE]]]\n"), 2;
    if (rows * columns < 64) tell<uint64_t>(rows, columns, light, (size_t)millions, asked);
    else tell<Wide>(rows, columns, light, (size_t)millions, asked);
}
