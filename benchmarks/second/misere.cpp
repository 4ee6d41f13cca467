// Outcomes of misere Cram by proof numbers of sums of reduced canonical trees, a program that shares no line with the package.
//
//   misere ROWS COLUMNS [TO [LIGHT [SIZE]]]
//
// Cover two free neighbours; who moves last loses. A position is a sum of connected pieces, each kept as its least image.
// A piece of at most LIGHT squares is replaced by its misere canonical form, the least game that is equal to it in every
// sum (J. H. Conway, "On Numbers and Games", chapter 12): equal forms are one number, and forms that are small are added
// (SIZE bounds the product of their sizes). So did J. Lemoine and S. Viennot, "Analysis of misere Sprouts game with
// reduced canonical trees", 2009. Nothing else cancels.
//
// Which sum is searched next says a depth-first search by proof numbers (A. Nagai, 2002): how much is left to show that
// the player to move wins, and that he loses. A sum is lost when every move was shown to leave a won one, won when some
// move was shown to leave a lost one or there is no move; whatever the numbers are, they cost time only. A sum is known
// by all its ids.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <unordered_map>
#include <vector>

#include "table.hpp"

typedef uint64_t Word;
typedef std::vector<int> Ids;

static int lowest(Word x) { return __builtin_ctzll(x); }

// misere canonical forms

struct Forms {
    std::vector<Ids> options;
    std::vector<char> lost;
    std::vector<int> size, depth;
    std::unordered_map<std::string, int> numbers;
    std::unordered_map<uint64_t, int> sums;

    Forms() { kept(Ids()); }

    static std::string text(const Ids& chosen) { return std::string((const char*)chosen.data(), chosen.size() * sizeof(int)); }

    int kept(const Ids& chosen) {
        int number = (int)options.size(), deep = 0;
        bool is_lost = !chosen.empty();
        for (int x : chosen) is_lost = is_lost && !lost[x], deep = std::max(deep, depth[x] + 1);
        options.push_back(chosen), lost.push_back(is_lost), depth.push_back(deep);
        std::vector<char> seen(options.size(), 0);
        Ids stack = {number};
        int reached = 0;
        while (!stack.empty()) {
            int x = stack.back();
            stack.pop_back();
            if (seen[x]) continue;
            seen[x] = 1, reached++;
            stack.insert(stack.end(), options[x].begin(), options[x].end());
        }
        size.push_back(reached);
        numbers[text(chosen)] = number;
        return number;
    }

    bool has(int form, int option) const { return std::binary_search(options[form].begin(), options[form].end(), option); }

    int form(Ids chosen) {
        std::sort(chosen.begin(), chosen.end());
        chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
        auto found = numbers.find(text(chosen));
        if (found != numbers.end()) return found->second;
        int simple = simpler(chosen);
        if (simple < 0) return kept(chosen);
        numbers[text(chosen)] = simple;
        return simple;
    }

    int simpler(const Ids& chosen) const {  // the form to which every superfluous option goes back
        Ids targets;
        for (int x : chosen) targets.insert(targets.end(), options[x].begin(), options[x].end());
        std::sort(targets.begin(), targets.end());
        targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
        for (int target : targets) {
            const Ids& wanted = options[target];
            bool back = std::includes(chosen.begin(), chosen.end(), wanted.begin(), wanted.end()), won = false;
            for (int x : chosen) {
                won = won || lost[x];
                back = back && (std::binary_search(wanted.begin(), wanted.end(), x) || has(x, target));
            }
            if (back && (target || won)) return target;
        }
        return -1;
    }

    int add(int a, int b) {
        if (a > b) std::swap(a, b);
        if (!a) return b;
        uint64_t key = (uint64_t)a << 32 | (uint32_t)b;
        auto found = sums.find(key);
        if (found != sums.end()) return found->second;
        Ids below;
        for (size_t i = 0; i < options[a].size(); i++) below.push_back(add(options[a][i], b));
        for (size_t i = 0; i < options[b].size(); i++) below.push_back(add(a, options[b][i]));
        int sum = form(below);
        sums[key] = sum;
        return sum;
    }
};

// pieces of a board

struct Board {
    int rows, columns, some;
    Word all, top, bottom;
    struct Map {
        std::vector<unsigned> to, back;
    };
    std::vector<Map> maps;

    Board(int rows_, int columns_) : rows(rows_), columns(columns_) {
        some = rows > 6 ? 1 : 12 / rows;
        all = rows * columns == 64 ? ~0ull : (1ull << rows * columns) - 1, top = bottom = 0;
        for (int c = 0; c < columns; c++) top |= 1ull << c * rows, bottom |= 1ull << (c * rows + rows - 1);
        for (int mirror = 0; mirror < 2; mirror++) {
            Map map = {std::vector<unsigned>(1u << rows * some), std::vector<unsigned>(1u << rows * some)};
            for (unsigned from = 0; from < map.to.size(); from++)
                for (int c = 0; c < some; c++)
                    for (int r = 0; r < rows; r++)
                        if (from >> (c * rows + r) & 1) {
                            int row = mirror ? rows - 1 - r : r;
                            map.to[from] |= 1u << (c * rows + row), map.back[from] |= 1u << ((some - 1 - c) * rows + row);
                        }
            maps.push_back(map);
        }
    }

    Word near(Word left) const { return (left | left << rows | left >> rows | (left & ~top) >> 1 | (left & ~bottom) << 1) & all; }

    Word shifted(Word piece) const {  // to the first column and the first row
        piece >>= lowest(piece) / rows * rows;
        while (!(piece & top)) piece >>= 1;
        return piece;
    }

    Word least(Word piece) const {
        piece = shifted(piece);
        Word best = least_of(piece);
        int height = 0, width = 0;
        for (int c = 0; c < columns; c++)
            for (int r = 0; r < rows; r++)
                if (piece >> (c * rows + r) & 1) height = std::max(height, r + 1), width = c + 1;
        if (width <= rows) {
            Word turned = 0;
            for (int c = 0; c < width; c++)
                for (int r = 0; r < height; r++)
                    if (piece >> (c * rows + r) & 1) turned |= 1ull << (r * rows + c);
            best = std::min(best, least_of(turned));
        }
        return best;
    }

    Word least_of(Word piece) const {
        unsigned cut[64];
        int chunks = 0, bits = rows * some;
        for (Word rest = piece; rest; rest >>= bits) cut[chunks++] = (unsigned)(rest & ((1ull << bits) - 1));
        Word best = ~0ull;
        for (auto& map : maps) {
            Word to = 0, back = 0;
            for (int i = chunks; i--;) to = to << bits | map.to[cut[i]];
            for (int i = 0; i < chunks; i++) back = back << bits | map.back[cut[i]];
            best = std::min(best, std::min(shifted(to), shifted(back)));
        }
        return best;
    }

    template <class Put> void split(Word left, Put put) const {
        parts_of(left, [&](Word cells) { return near(cells); }, [&](Word part) { if (part & (part - 1)) put(least(part)); });
    }

    template <class Put> void moves(Word piece, Put put) const {  // what two neighbours leave
        for (Word rest = piece & (piece & ~top) >> 1; rest; rest &= rest - 1) put(piece & ~(3ull << lowest(rest)));
        Word two = 1ull | 1ull << rows;
        for (Word rest = piece & piece >> rows; rest; rest &= rest - 1) put(piece & ~(two << lowest(rest)));
    }
};

// sums: forms are 2 * number, pieces without a form 2 * number + 1

struct Sums {
    struct Numbers {
        uint32_t won, lost;  // how much is about to be shown that the player to move wins, or loses; 0: it is shown
    };
    struct Next {  // a sum that a move leaves
        unsigned start, size, number;  // its place among the ids of the path; its number, 0 where it was never searched
        Numbers about;
    };
    static const uint32_t NEVER = 1u << 30;

    Board& board;
    int light;
    long most;
    Forms forms;
    Table<Word, int> pieces;  // the number of a piece + 1
    std::vector<Word> words;
    std::vector<int> element;           // of a piece, -1 where it is not known
    std::vector<uint64_t> listed;       // where the options of a piece without a form stand in `lists`, once they were made
    std::vector<int> lists = {0};       // how many options, and of each how many ids and the ids
    std::vector<uint32_t> slots = std::vector<uint32_t>(1 << 16, 0);
    std::vector<uint64_t> starts = {0, 0};
    std::vector<int> ids, path;
    std::vector<Numbers> about = {{0, 0}};
    size_t looked = 0, formed = 0, unformed = 0;

    Sums(Board& board_, int light_, long most_) : board(board_), light(light_), most(most_) {}

    int piece(Word word) {
        int& number = pieces.of(word);
        if (!number) {
            words.push_back(word), element.push_back(-1), listed.push_back(0);
            number = (int)words.size();
        }
        return number - 1;
    }

    int element_of(int number) {
        if (element[number] >= 0) return element[number];
        Word word = words[number];
        int found = 2 * number + 1;
        if (__builtin_popcountll(word) <= light) {
            int form = form_of(word);
            form >= 0 ? formed++ : unformed++;
            if (form >= 0) found = 2 * form;
        }
        return element[number] = found;
    }

    int form_of(Word word) {  // -1 where a sum would be too large
        Ids below;
        bool small = true;
        board.moves(word, [&](Word left) {
            int total = 0;
            board.split(left, [&](Word part) {
                if (!small) return;
                int other = element_of(piece(part));
                if (other & 1 || !fits(total, other >> 1)) small = false;
                else total = forms.add(total, other >> 1);
            });
            below.push_back(total);
        });
        return small ? forms.form(below) : -1;
    }

    bool fits(int a, int b) const { return !a || !b || (long)forms.size[a] * forms.size[b] <= most; }

    void tidy(Ids& sum) {  // add what can be added
        std::sort(sum.begin(), sum.end());
        Ids left;
        int total = 0;
        for (int id : sum)
            if (!(id & 1) && fits(total, id >> 1)) total = forms.add(total, id >> 1);
            else left.push_back(id);
        if (total) left.push_back(2 * total);
        std::sort(left.begin(), left.end());
        sum.swap(left);
    }

    uint64_t options_of(int number) {  // where they stand
        if (!listed[number]) {
            std::vector<Ids> found;
            board.moves(words[number], [&](Word left) {
                Ids option;
                board.split(left, [&](Word part) {
                    int id = element_of(piece(part));
                    if (id) option.push_back(id);
                });
                tidy(option);
                found.push_back(option);
            });
            std::sort(found.begin(), found.end());
            found.erase(std::unique(found.begin(), found.end()), found.end());
            listed[number] = lists.size();
            lists.push_back((int)found.size());
            for (Ids& option : found) lists.push_back((int)option.size()), lists.insert(lists.end(), option.begin(), option.end());
        }
        return listed[number];
    }

    uint64_t hash(const int* from, size_t size) const {
        uint64_t x = size;
        for (size_t i = 0; i < size; i++) x = (x ^ (uint64_t)from[i]) * 0xD6E8FEB86659FD93u, x ^= x >> 32;
        return x;
    }

    size_t slot_of(const int* sum, size_t size) const {  // where its number is, or 0
        size_t at = hash(sum, size) & (slots.size() - 1);
        for (; slots[at]; at = (at + 1) & (slots.size() - 1)) {
            uint64_t start = starts[slots[at]], end = starts[slots[at] + 1];
            if (end - start == size && std::equal(sum, sum + size, ids.begin() + (long)start)) break;
        }
        return at;
    }

    uint32_t kept(const int* sum, size_t size, Numbers first) {
        size_t at = slot_of(sum, size);
        if (slots[at]) return slots[at];
        uint32_t number = (uint32_t)about.size();
        ids.insert(ids.end(), sum, sum + size), starts.push_back(ids.size()), about.push_back(first);
        slots[at] = number;
        if (about.size() * 4 > slots.size() * 3) {
            std::vector<uint32_t>(2 * slots.size(), 0).swap(slots);
            for (uint32_t i = 1; i < about.size(); i++) slots[slot_of(ids.data() + starts[i], starts[i + 1] - starts[i])] = i;
        }
        return number;
    }

    // What to think of a sum that was not searched: the more moves, the longer it takes to show that all are bad.
    Numbers guess(const int* sum, size_t size) const {
        if (!size) return {0, NEVER};
        if (size == 1 && !(sum[0] & 1)) return forms.lost[sum[0] >> 1] ? Numbers{NEVER, 0} : Numbers{0, NEVER};
        unsigned moves = 0;
        for (size_t i = 0; i < size; i++) {
            if (!(sum[i] & 1)) moves += (unsigned)forms.options[sum[i] >> 1].size();
            else board.moves(words[sum[i] >> 1], [&](Word) { moves++; });
        }
        return {1 + moves / 8, 1 + moves};
    }

    void put(std::vector<Next>& next, const Ids& sum) {
        next.push_back({(unsigned)path.size(), (unsigned)sum.size(), 0, {0, 0}});
        path.insert(path.end(), sum.begin(), sum.end());
    }

    std::vector<Next> after(const Ids& sum) {  // the sums that the moves leave, each once
        std::vector<Next> next;
        Ids left;
        for (size_t i = 0; i < sum.size(); i++) {
            if (i && sum[i] == sum[i - 1]) continue;
            Ids others = sum;
            others.erase(others.begin() + (long)i);
            if (sum[i] & 1) {
                uint64_t at = options_of(sum[i] >> 1);
                for (int count = lists[at++]; count--; at += (uint64_t)lists[at] + 1) {
                    left = others;
                    left.insert(left.end(), lists.begin() + (long)at + 1, lists.begin() + (long)at + 1 + lists[at]);
                    tidy(left), put(next, left);
                }
            } else
                for (size_t j = 0; j < forms.options[sum[i] >> 1].size(); j++) {
                    left = others;
                    if (int form = forms.options[sum[i] >> 1][j]) left.push_back(2 * form);
                    tidy(left), put(next, left);
                }
        }
        auto text = [&](const Next& one) { return path.begin() + one.start; };
        std::sort(next.begin(), next.end(), [&](const Next& a, const Next& b) {
            return std::lexicographical_compare(text(a), text(a) + a.size, text(b), text(b) + b.size);
        });
        next.erase(std::unique(next.begin(), next.end(), [&](const Next& a, const Next& b) { return std::equal(text(a), text(a) + a.size, text(b), text(b) + b.size); }), next.end());
        for (Next& one : next) {
            one.number = slots[slot_of(&path[one.start], one.size)];
            one.about = one.number ? about[one.number] : guess(&path[one.start], one.size);
        }
        return next;
    }

    void search(uint32_t number, uint32_t most_won, uint32_t most_lost) {  // until one of its numbers is so large
        looked++;
        size_t base = path.size();
        Ids sum(ids.begin() + (long)starts[number], ids.begin() + (long)starts[number + 1]);
        std::vector<Next> next = after(sum);
        for (;;) {
            uint32_t best = NEVER, second = NEVER, largest = 0, open = 0;
            size_t chosen = 0, kept_ones = 0;
            for (size_t i = 0; i < next.size(); i++) {
                Next& one = next[i];
                if (one.number) one.about = about[one.number];
                if (!one.about.won) continue;  // a move to a sum that is won is bad
                next[kept_ones] = one;
                open++, largest = std::max(largest, one.about.won);
                if (one.about.lost < best) second = best, best = one.about.lost, chosen = kept_ones;
                else second = std::min(second, one.about.lost);
                kept_ones++;
            }
            next.resize(kept_ones);
            uint32_t lost = open ? largest + open - 1 : 0;
            if (!best) lost = NEVER;
            if (!open) best = NEVER;
            if (best >= most_won || lost >= most_lost || !best || !lost) {
                about[number] = {best, lost};
                break;
            }
            Next& one = next[chosen];
            if (!one.number) one.number = kept(&path[one.start], one.size, one.about);
            uint32_t number_of_it = one.number;
            search(number_of_it, most_lost >= NEVER ? NEVER : most_lost - (open - 1), std::min(most_won, second + second / 4 + 1));
        }
        path.resize(base);
    }

    bool lost(Ids sum) {  // whether the player to move loses
        tidy(sum);
        Numbers first = guess(sum.data(), sum.size());
        if (!first.won || !first.lost) return !first.lost;
        uint32_t number = kept(sum.data(), sum.size(), first);
        search(number, NEVER, NEVER);
        return !about[number].lost;
    }
};

int main(int count, char** word) {
    int rows = count > 2 ? atoi(word[1]) : 0, from = count > 2 ? atoi(word[2]) : 0, to = count > 3 ? atoi(word[3]) : from;
    int light = count > 4 ? atoi(word[4]) : 12;
    long most = count > 5 ? atol(word[5]) : 1000;
    if (rows < 1 || from < 1 || to < from || rows * to > 64) return fprintf(stderr, "misere ROWS COLUMNS [TO [LIGHT [SIZE]]]\n"), 2;
    Board board(rows, std::max(to, rows));
    Sums sums(board, light, most);
    for (int width = from; width <= to; width++) {
        Ids sum;
        board.split(rows * width == 64 ? ~0ull : (1ull << rows * width) - 1, [&](Word part) { sum.push_back(sums.element_of(sums.piece(part))); });
        bool lost = sums.lost(sum);
        printf("misere cram %dx%d: %c, %zu sums, %zu looked, %zu pieces, %zu forms (%zu pieces, %zu not), %.1f s\n", rows, width, lost ? 'P' : 'N', sums.about.size() - 1, sums.looked,
               sums.words.size(), sums.forms.options.size(), sums.formed, sums.unformed, clock() / (double)CLOCKS_PER_SEC);
        fflush(stdout);
    }
}
