// Values by couples: is the value of this piece n? For boards whose pieces are too many to value all of them.
//
// A piece has value n when no option has value n and, for every k < n, some option has value k. What is proved of a piece
// is kept: its value, or values that are excluded since an option has them. Light pieces are valued by the definition.
// Which couple is asked next says a depth-first search by proof numbers: how many couples, about, must still be decided
// to show that the value is n, or that it is not (A. Nagai, 2002; couples: J. Lemoine and S. Viennot, 2012). Numbers that
// are forgotten or mixed up cost time only: what is proved stands by the whole key.
//
// The numbers of an option are looked up when a couple is opened, and again when the option was searched.
//
// A rule gives `Key`, weight(key), moves(key) (about how many), options(key, List&); the weight falls along moves.
#pragma once
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "table.hpp"

template <class Key> struct List {  // options one after the other, each some pieces and the value of others
    std::vector<Key> pieces;
    std::vector<unsigned> ends;
    std::vector<int> totals;
    int total = 0;  // of the option that is written

    void close() { ends.push_back((unsigned)pieces.size()), totals.push_back(total), total = 0; }
    void clear() { pieces.clear(), ends.clear(), totals.clear(), total = 0; }
};

template <class Rule> class Couples {
  public:
    typedef typename Rule::Key Key;
    size_t asked = 0;  // couples opened

    Couples(Rule& rule_, int light_, size_t places = 1 << 22) : rule(rule_), light(light_), numbers(places) {}

    int value(Key key) {
        for (int n = 0;; n++) {
            unsigned fact = fact_of(key);
            if (fact >> VALUE) return (int)(fact >> VALUE) - 1;
            if (!(fact >> n & 1)) search(key, n, NEVER, NEVER);
        }
    }

    bool has(Key key, int n) {  // whether the value is n
        while (true) {
            unsigned fact = fact_of(key);
            if (fact >> VALUE) return (int)(fact >> VALUE) - 1 == n;
            if (fact >> n & 1) return false;
            search(key, n, NEVER, NEVER);
        }
    }

    size_t pieces() const { return facts.used; }

  private:
    static const int VALUE = 26;  // a fact: a bit for every n that is excluded, and above them the value + 1
    static const unsigned NEVER = 1u << 30;
    struct Numbers {
        uint32_t check, won, lost;  // to show that the value is not n, or that it is
    };
    struct Option {
        int total;
        unsigned start, count, cost, won, lost;
    };

    Rule& rule;
    int light;
    Table<Key, uint32_t> facts;
    std::vector<Numbers> numbers;
    std::vector<List<Key>> spare;

    unsigned fact_of(Key key) {
        const uint32_t* fact = facts.known(key);
        if (fact && *fact >> VALUE) return *fact;
        if (rule.weight(key) <= light) return (unsigned)(defined(key) + 1) << VALUE;
        return fact ? *fact : 0;
    }

    int defined(Key key) {
        const uint32_t* fact = facts.known(key);
        if (fact && *fact >> VALUE) return (int)(*fact >> VALUE) - 1;
        List<Key> list = borrowed();
        rule.options(key, list);
        uint64_t seen = 0;
        for (size_t i = 0, at = 0; i < list.ends.size(); i++) {
            int total = list.totals[i];
            for (; at < list.ends[i]; at++) total ^= defined(list.pieces[at]);
            if (total < 64) seen |= 1ull << total;
        }
        spare.push_back(std::move(list));
        int value = __builtin_ctzll(~seen);
        decide(key, value);
        return value;
    }

    List<Key> borrowed() {
        if (spare.empty()) return List<Key>();
        List<Key> list = std::move(spare.back());
        spare.pop_back();
        list.clear();
        return list;
    }

    void decide(Key key, int value) {
        if (value > 36) fprintf(stderr, "a value of %d\n", value), abort();
        uint32_t& fact = facts.of(key);
        fact = (fact & ((1u << VALUE) - 1)) | (uint32_t)(value + 1) << VALUE;
    }

    void exclude(Key key, int n) {
        if (n < VALUE) facts.of(key) |= 1u << n;
    }

    size_t place(Key key, int n, uint32_t& check) const {
        uint64_t mixed = (Table<Key>::mixed(key) + (uint64_t)n * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
        check = (uint32_t)mixed | 1;
        return mixed >> 36 & (numbers.size() - 1);
    }

    Numbers numbers_of(Key key, int n) const {
        uint32_t check, weight = (uint32_t)rule.weight(key);
        const Numbers& kept = numbers[place(key, n, check)];
        return kept.check == check ? kept : Numbers{check, 1 + weight / 4, 1 + (uint32_t)rule.moves(key)};
    }

    // Fold what is known of the pieces of an option into its total; the heaviest that are left come last.
    void fold(List<Key>& list, Option& option) {
        unsigned left = 0;
        for (unsigned i = 0; i < option.count; i++) {
            Key piece = list.pieces[option.start + i];
            unsigned fact = fact_of(piece);
            if (fact >> VALUE) option.total ^= (int)(fact >> VALUE) - 1;
            else list.pieces[option.start + left++] = piece;
        }
        option.count = left;
    }

    // Fold it, and look up the numbers of what is left; `won` is 0 if its value is not n, `lost` if it is.
    void look(Key key, int n, List<Key>& list, Option& option) {
        fold(list, option);
        Key* first = list.pieces.data() + option.start;
        option.won = option.lost = 0;
        if (!option.count) {
            exclude(key, option.total);
            (option.total == n ? option.won : option.lost) = NEVER;
        } else if (option.count == 1) {
            int wanted = option.total ^ n;
            Numbers found = numbers_of(*first, wanted);
            if (wanted < VALUE && fact_of(*first) >> wanted & 1) found = Numbers{0, 0, NEVER};
            option.won = found.won, option.lost = found.lost;
        } else {
            for (unsigned j = 0; j < option.count; j++) {
                Numbers one = numbers_of(first[j], 0);
                option.won += std::max(std::min(one.won, one.lost), 1u);
            }
            option.won = option.lost = std::min(option.won, NEVER / 2);
        }
    }

    bool search(Key key, int n, unsigned most_won, unsigned most_lost) {  // whether the couple is decided
        asked++;
        List<Key> list = borrowed();
        std::vector<Option> options;
        rule.options(key, list);
        for (Key piece : list.pieces) facts.fetch(piece);
        for (unsigned i = 0, at = 0; i < list.ends.size(); at = list.ends[i++]) {
            Option option = {list.totals[i], at, list.ends[i] - at, 0, 0, 0};
            fold(list, option);
            Key* first = list.pieces.data() + option.start;
            std::sort(first, first + option.count, [&](Key a, Key b) {
                int one = rule.weight(a), other = rule.weight(b);
                return one < other || (one == other && a < b);
            });
            unsigned left = 0;
            for (unsigned j = 0; j < option.count;)  // equal pieces cancel
                if (j + 1 < option.count && first[j] == first[j + 1]) j += 2;
                else first[left++] = first[j++];
            option.count = left;
            if (!left) {
                exclude(key, option.total);
                continue;
            }
            for (unsigned j = 0; j < left; j++) option.cost += (unsigned)(rule.weight(first[j]) * rule.weight(first[j]));
            bool is_new = true;
            for (size_t j = options.size(); is_new && j--;)
                is_new = options[j].cost != option.cost || options[j].total != option.total || options[j].count != left ||
                         !std::equal(first, first + left, list.pieces.data() + options[j].start);
            if (is_new) options.push_back(option);
        }
        std::stable_sort(options.begin(), options.end(), [&](const Option& a, const Option& b) { return a.cost < b.cost; });
        bool done = open(key, n, most_won, most_lost, list, options);
        spare.push_back(std::move(list));
        return done;
    }

    bool open(Key key, int n, unsigned most_won, unsigned most_lost, List<Key>& list, std::vector<Option>& options) {
        unsigned fact = fact_of(key);
        if (fact >> VALUE || fact >> n & 1) return true;
        for (auto& option : options) look(key, n, list, option);
        for (;;) {
            fact = fact_of(key);
            if (fact >> VALUE || fact >> n & 1) return true;
            unsigned best = NEVER, second = NEVER, largest = 0, open_ones = 0;
            int chosen = -1;  // an option, or -2 - k for the couple of k
            for (int k = 0; k < n; k++)
                if (!(fact >> k & 1)) {
                    Numbers found = numbers_of(key, k);
                    open_ones++, largest = std::max(largest, found.won);
                    if (found.lost < best) second = best, best = found.lost, chosen = -2 - k;
                    else second = std::min(second, found.lost);
                }
            for (size_t i = 0; i < options.size(); i++) {
                const Option& option = options[i];
                if (!option.won) continue;
                open_ones++, largest = std::max(largest, option.won);
                if (option.lost < best) second = best, best = option.lost, chosen = (int)i;
                else second = std::min(second, option.lost);
            }
            if (!open_ones) {
                decide(key, n);  // all smaller values are excluded since options have them, and no option has n
                return true;
            }
            unsigned lost = largest + open_ones - 1;
            if (best >= most_won || lost >= most_lost) {
                uint32_t check;
                size_t at = place(key, n, check);
                numbers[at] = Numbers{check, std::min(best, (unsigned)NEVER), std::min(lost, (unsigned)NEVER)};
                return false;
            }
            unsigned child_lost = std::min(most_won, second + second / 4 + 1);
            unsigned child_won = most_lost >= NEVER ? NEVER : most_lost - (open_ones - 1);
            if (chosen < -1) {
                search(key, -2 - chosen, child_won, child_lost);
                continue;
            }
            Option& option = options[(size_t)chosen];
            Key piece = list.pieces[option.start];
            if (option.count > 1) value(piece);
            else search(piece, option.total ^ n, child_won, child_lost);
            look(key, n, list, option);
        }
    }
};
