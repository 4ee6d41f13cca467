// Values of Node Kayles on boards by the definition, a program that shares no line with the package.
//
//   kayles BOARD ROWS COLUMNS [TO [LIGHT]]      BOARD: grid, cylinder (each column a ring), torus, kings
//
// Choose a square; it and all squares beside it are deleted (kings: beside it by a king's move). Every connected piece
// that can be reached gets its value, the least number that no option has; nothing is cut off and no theorem is used. A
// piece is kept as its least image under the motions of the board: up and down where columns are rings, left and right,
// mirrored either way. With TO the boards with COLUMNS to TO columns are told from one table (grid, cylinder, kings).
//
// With LIGHT only pieces of at most so many squares are valued so, and others by couples.hpp.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "couples.hpp"

typedef unsigned __int128 Wide;

static int lowest(uint64_t x) { return __builtin_ctzll(x); }
static int lowest(Wide x) { return (uint64_t)x ? lowest((uint64_t)x) : 64 + lowest((uint64_t)(x >> 64)); }

template <class Word> struct Board {
    int rows, columns;
    bool ring, torus, kings;
    int some;  // columns whose image is looked up together
    Word all, top, bottom, row_mask;
    std::vector<Word> near_of;
    struct Map {
        std::vector<unsigned> to, back;  // of some columns: each mirrored or turned where it is a ring; and in the other order
    };
    std::vector<Map> maps;

    Board(const std::string& name, int rows_, int columns_) : rows(rows_), columns(columns_) {
        torus = name == "torus", ring = torus || name == "cylinder", kings = name == "kings";
        row_mask = ((Word)1 << rows) - 1;
        all = top = bottom = 0;
        for (int c = 0; c < columns; c++) {
            all |= row_mask << c * rows;
            top |= (Word)1 << c * rows;
            bottom |= (Word)1 << (c * rows + rows - 1);
        }
        for (int i = 0; i < rows * columns; i++) near_of.push_back(near((Word)1 << i));
        some = torus || rows > 6 ? 1 : 12 / rows;
        for (int mirror = 0; mirror < 2; mirror++)
            for (int turn = 0; turn < (ring ? rows : 1); turn++) {
                Map map = {std::vector<unsigned>(1u << rows * some), std::vector<unsigned>(1u << rows * some)};
                for (unsigned from = 0; from < map.to.size(); from++)
                    for (int c = 0; c < some; c++)
                        for (int r = 0; r < rows; r++)
                            if (from >> (c * rows + r) & 1) {
                                int row = ((mirror ? rows - 1 - r : r) + turn) % rows;
                                map.to[from] |= 1u << (c * rows + row);
                                map.back[from] |= 1u << ((some - 1 - c) * rows + row);
                            }
                bool is_new = true;
                for (auto& other : maps) is_new = is_new && other.to != map.to;
                if (is_new) maps.push_back(map);
            }
    }

    Word beside(Word left) const {  // the columns to both sides
        Word found = (left << rows | left >> rows) & all;
        if (torus) found |= left >> (columns - 1) * rows | (left & row_mask) << (columns - 1) * rows;
        return found;
    }

    Word near(Word left) const {  // these squares and those beside them
        Word upright = left | (left & ~top) >> 1 | (left & ~bottom) << 1;
        if (ring) upright |= (left & top) << (rows - 1) | (left & bottom) >> (rows - 1);
        return upright | beside(kings ? upright : left);
    }

    Word least(Word piece) const {  // the least image of a connected piece
        if (torus) return least_of_torus(piece);
        piece >>= lowest(piece) / rows * rows;
        unsigned cut[128];
        int chunks = 0, bits = rows * some;
        for (Word rest = piece; rest; rest >>= bits) cut[chunks++] = (unsigned)(rest & (((Word)1 << bits) - 1));
        int empty = 0;  // columns at the end of the last chunk
        while (!(cut[chunks - 1] >> (some - 1 - empty) * rows)) empty++;
        Word best = ~(Word)0;
        for (auto& map : maps) {
            Word to = 0, back = 0;
            for (int i = chunks; i--;) to = to << bits | map.to[cut[i]];
            for (int i = 0; i < chunks; i++) back = i ? back << bits | map.back[cut[i]] : map.back[cut[i]];
            back >>= empty * rows;
            best = to < best ? to : best, best = back < best ? back : best;
        }
        return best;
    }

    Word least_of_torus(Word piece) const {
        Word best = ~(Word)0;
        for (auto& map : maps)
            for (int back = 0; back < 2; back++)
                for (int turn = 0; turn < columns; turn++) {
                    Word image = 0;
                    for (int c = 0; c < columns; c++) {
                        unsigned column = (unsigned)(piece >> (back ? columns - 1 - c : c) * rows & row_mask);
                        image |= (Word)map.to[column] << (c + turn) % columns * rows;
                    }
                    best = image < best ? image : best;
                }
        return best;
    }

    template <class Put> void split(Word left, Put put) const {
        parts_of(left, [&](Word cells) { return near(cells); }, [&](Word part) { put(least(part)); });
    }

    // the rule for couples.hpp
    typedef Word Key;

    int weight(Word piece) const {
        return __builtin_popcountll((uint64_t)piece) + (sizeof(Word) > 8 ? __builtin_popcountll((uint64_t)(piece >> (sizeof(Word) > 8 ? 64 : 0))) : 0);
    }

    int moves(Word piece) const { return weight(piece); }

    void options(Word piece, List<Word>& list) const {
        for (Word rest = piece; rest; rest &= rest - 1) {
            split(piece & ~near_of[lowest(rest)], [&](Word part) { list.pieces.push_back(part); });
            list.close();
        }
    }
};

template <class Word> static void tell(const std::string& name, int rows, int columns, int to, int light) {
    Board<Word> board(name, rows, to);
    Couples<Board<Word>> couples(board, light);
    for (int width = columns; width <= to; width++) {
        Word whole = width * rows == (int)(8 * sizeof(Word)) ? ~(Word)0 : ((Word)1 << width * rows) - 1;
        int value = 0;
        board.split(whole, [&](Word part) { value ^= couples.value(part); });
        printf("%s %dx%d: value %d, %zu pieces, %zu couples, %.1f s\n", name.c_str(), rows, width, value, couples.pieces(), couples.asked, clock() / (double)CLOCKS_PER_SEC);
        fflush(stdout);
    }
}

int main(int words, char** word) {
    int rows = words > 3 ? atoi(word[2]) : 0, columns = words > 3 ? atoi(word[3]) : 0, to = words > 4 ? atoi(word[4]) : columns;
    int light = words > 5 ? atoi(word[5]) : 128;
    std::string name = words > 3 ? word[1] : "";
    bool known = name == "grid" || name == "cylinder" || name == "torus" || name == "kings";
    if (!known || rows < 1 || rows > 16 || columns < 1 || to < columns || rows * to > 127 || (name == "torus" && to != columns))
        return fprintf(stderr, "kayles grid|cylinder|torus|kings ROWS COLUMNS [TO [LIGHT]]\n"), 2;
    if (rows * to < 64) tell<uint64_t>(name, rows, columns, to, light);
    else tell<Wide>(name, rows, columns, to, light);
}
