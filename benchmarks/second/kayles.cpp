// Values of Node Kayles on boards by the definition, a program that shares no line with the package.
//
//   kayles BOARD ROWS COLUMNS [TO]      BOARD: grid, cylinder (each column a ring), torus, kings
//
// Choose a square; it and all squares beside it are deleted (kings: beside it by a king's move). Every connected piece
// that can be reached gets its value, the least number that no option has; nothing is cut off and no theorem is used. A
// piece is kept as its least image under the motions of the board: up and down where columns are rings, left and right,
// mirrored either way. With TO the boards with COLUMNS to TO columns are told from one table (grid, cylinder, kings).
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "table.hpp"

typedef unsigned __int128 Wide;

static int lowest(uint64_t x) { return __builtin_ctzll(x); }
static int lowest(Wide x) { return (uint64_t)x ? lowest((uint64_t)x) : 64 + lowest((uint64_t)(x >> 64)); }

template <class Word> struct Board {
    int rows, columns;
    bool ring, torus, kings;
    Word all, top, bottom, row_mask;
    std::vector<Word> near_of;
    std::vector<std::vector<unsigned>> column_maps;  // mirrored, and turned where a column is a ring
    Table<Word> table;

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
        for (int mirror = 0; mirror < 2; mirror++)
            for (int turn = 0; turn < (ring ? rows : 1); turn++) {
                std::vector<unsigned> map(1u << rows);
                for (unsigned column = 0; column < map.size(); column++)
                    for (int r = 0; r < rows; r++)
                        if (column >> r & 1) map[column] |= 1u << ((mirror ? rows - 1 - r : r) + turn) % rows;
                if (std::find(column_maps.begin(), column_maps.end(), map) == column_maps.end()) column_maps.push_back(map);
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
        unsigned cut[128], seen = 0;
        int first = torus ? 0 : lowest(piece) / rows, width = 0;
        for (int c = first; c < columns; c++) {
            cut[c - first] = (unsigned)(piece >> c * rows & row_mask);
            if (cut[c - first]) width = c - first + 1;
            seen |= cut[c - first];
        }
        if (torus) width = columns;
        Word best = ~(Word)0;
        for (auto& map : column_maps)
            for (int back = 0; back < 2; back++)
                for (int turn = 0; turn < (torus ? columns : 1); turn++) {
                    Word image = 0;
                    for (int c = 0; c < width; c++)
                        image |= (Word)map[cut[back ? width - 1 - c : c]] << (torus ? (c + turn) % columns : c) * rows;
                    best = image < best ? image : best;
                }
        return best;
    }

    int of_all(Word left) {  // the nim-sum of the pieces
        int value = 0;
        while (left) {
            Word piece = left & -left, grown = near(piece) & left;
            while (grown != piece) piece = grown, grown = near(piece) & left;
            left ^= piece;
            value ^= of_piece(least(piece));
        }
        return value;
    }

    int of_piece(Word piece) {
        int known = table.find(piece);
        if (known >= 0) return known;
        uint64_t seen[4] = {0, 0, 0, 0};
        for (Word rest = piece; rest; rest &= rest - 1) {
            int option = of_all(piece & ~near_of[lowest(rest)]);
            seen[option >> 6] |= 1ull << (option & 63);
        }
        int value = 0;
        while (seen[value >> 6] >> (value & 63) & 1) value++;
        table.keep(piece, value);
        return value;
    }
};

template <class Word> static void tell(const std::string& name, int rows, int columns, int to) {
    Board<Word> board(name, rows, to);
    for (int width = columns; width <= to; width++) {
        Word whole = width * rows == (int)(8 * sizeof(Word)) ? ~(Word)0 : ((Word)1 << width * rows) - 1;
        int value = board.of_all(whole);
        printf("%s %dx%d: value %d, %zu pieces, %.1f s\n", name.c_str(), rows, width, value, board.table.used, clock() / (double)CLOCKS_PER_SEC);
        fflush(stdout);
    }
}

int main(int words, char** word) {
    int rows = words > 3 ? atoi(word[2]) : 0, columns = words > 3 ? atoi(word[3]) : 0, to = words > 4 ? atoi(word[4]) : columns;
    std::string name = words > 3 ? word[1] : "";
    bool known = name == "grid" || name == "cylinder" || name == "torus" || name == "kings";
    if (!known || rows < 1 || rows > 16 || columns < 1 || to < columns || rows * to > 127 || (name == "torus" && to != columns))
        return fprintf(stderr, "kayles grid|cylinder|torus|kings ROWS COLUMNS [TO]\n"), 2;
    if (rows * to < 64) tell<uint64_t>(name, rows, columns, to);
    else tell<Wide>(name, rows, columns, to);
}
