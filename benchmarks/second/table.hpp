// For the second programs: a table by keys that are not 0 (open places, doubled when four in five are taken), and parts of boards.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

template <class Key, class Fact = uint8_t> struct Table {
    std::vector<Key> keys = std::vector<Key>(1 << 16, 0);
    std::vector<Fact> facts = std::vector<Fact>(1 << 16, 0);
    size_t used = 0;

    const Fact* known(Key key) const {  // null where there is none
        size_t at = place(key);
        return keys[at] ? &facts[at] : nullptr;
    }

    int find(Key key) const {  // -1 where there is none
        const Fact* fact = known(key);
        return fact ? (int)*fact : -1;
    }

    Fact& of(Key key) {  // what is kept of it, 0 where it is new; the next call may move it
        size_t at = place(key);
        if (!keys[at]) {
            if (++used * 5 > keys.size() * 4) grow(), at = place(key);
            keys[at] = key;
        }
        return facts[at];
    }

    void fetch(Key key) const { __builtin_prefetch(&keys[mixed(key) & (keys.size() - 1)]); }
    void keep(Key key, Fact fact) { of(key) = fact; }

    static uint64_t mixed(Key key) {
        uint64_t high = sizeof(Key) > 8 ? (uint64_t)(key >> sizeof(Key) * 4) : 0;
        uint64_t found = ((uint64_t)key ^ high * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
        found = (found ^ found >> 32) * 0xD6E8FEB86659FD93u;
        return found ^ found >> 29;
    }

  private:
    size_t place(Key key) const {
        size_t at = mixed(key) & (keys.size() - 1);
        while (keys[at] && keys[at] != key) at = (at + 1) & (keys.size() - 1);
        return at;
    }

    void grow() {
        std::vector<Key> old_keys(2 * keys.size(), 0);
        std::vector<Fact> old_facts(2 * keys.size(), 0);
        old_keys.swap(keys), old_facts.swap(facts);
        for (size_t i = 0; i < old_keys.size(); i++)
            if (old_keys[i]) {
                size_t at = place(old_keys[i]);
                keys[at] = old_keys[i], facts[at] = old_facts[i];
            }
    }
};

// Calls `put` with each connected part of a board; `near` gives the neighbours of cells.
template <class Word, class Near, class Put> void parts_of(Word left, Near near, Put put) {
    while (left) {
        Word part = left & -left, grown = near(part) & left;
        while (grown != part) part = grown, grown = near(part) & left;
        left ^= part;
        put(part);
    }
}
