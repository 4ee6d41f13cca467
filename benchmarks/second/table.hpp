// A table of values by keys that are not 0, for the second programs: open places, doubled when three in four are taken.
#include <cstddef>
#include <cstdint>
#include <vector>

template <class Key> struct Table {
    std::vector<Key> keys = std::vector<Key>(1 << 16, 0);
    std::vector<uint8_t> values = std::vector<uint8_t>(1 << 16, 0);
    size_t used = 0;

    int find(Key key) const {  // -1 where there is none
        size_t at = place(key);
        return keys[at] ? values[at] : -1;
    }

    void keep(Key key, int value) {
        if (++used * 4 > keys.size() * 3) {
            std::vector<Key> old_keys(2 * keys.size(), 0);
            std::vector<uint8_t> old_values(2 * keys.size(), 0);
            old_keys.swap(keys), old_values.swap(values);
            for (size_t i = 0; i < old_keys.size(); i++)
                if (old_keys[i]) put(old_keys[i], old_values[i]);
        }
        put(key, value);
    }

  private:
    size_t place(Key key) const {
        uint64_t high = sizeof(Key) > 8 ? (uint64_t)(key >> sizeof(Key) * 4) : 0;
        uint64_t mixed = ((uint64_t)key ^ high * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
        size_t at = (mixed ^ mixed >> 32) & (keys.size() - 1);
        while (keys[at] && keys[at] != key) at = (at + 1) & (keys.size() - 1);
        return at;
    }

    void put(Key key, int value) {
        size_t at = place(key);
        keys[at] = key, values[at] = (uint8_t)value;
    }
};
