// Periods of octal codes found again by a program that shares no line with the package.
//
//   octal CODE N [plain]     values of heaps 0 to N, the period that they prove, a CRC-32 of the values before it ends
//
// g(n) is the least number that is not the value of an option. "plain": every option of every heap is looked at. Else
// options are shared out by types: with a mask m, a value v has the type parity(v & m), plus the parity of n - t where
// all splits take t, t', ... of one parity and that leaves fewer heaps rare. Two heaps of type 1 ("common") that a move
// leaves together have a value of type 0. So the values of type 1 among the options come from single heaps and from
// splits with a rare heap, which are few; the least of type 1 that is missing bounds g(n), and each smaller one of type
// 0 is looked for among all splits, from the uneven ones on. Any mask is right; a good one is quick.
// A period p from heap n0 on is proved when g(n + p) = g(n) for n0 <= n < 2 n0 + p + k, k the largest take, n0 >= 1
// (Guy and Smith, "The G-values of various games", 1956); the least p and then the least n0 that the values prove are told.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>
using std::vector;

static vector<int> digits;  // digits[t]: what may be left after t are taken
static vector<int> splits;
static vector<uint16_t> g;
static uint32_t seen[1 << 16];  // seen[v] == n: v is the value of an option of heap n
static unsigned mask;
static bool positional;
static vector<int64_t> rares;
static int64_t next_choice;

static int type(unsigned value, int64_t n) {
    return (__builtin_popcount(value & mask) + (positional ? (n - splits[0]) & 1 : 0)) & 1;
}

static void transform(vector<int64_t>& counts) {
    for (size_t half = 1; half < counts.size(); half *= 2)
        for (size_t i = 0; i < counts.size(); i++)
            if (!(i & half)) {
                int64_t a = counts[i], b = counts[i | half];
                counts[i] = a + b;
                counts[i | half] = a - b;
            }
}

static void choose_mask(int64_t n) {  // the mask that leaves the fewest of the heaps before n rare
    unsigned size = 2, largest = 0;
    for (int64_t i = 1; i < n; i++) largest = g[i] > largest ? g[i] : largest;
    while (size <= largest) size *= 2;
    vector<int64_t> all(size), signed_by_place(size);
    bool one_parity = true;
    for (int t : splits) one_parity &= !((t - splits[0]) & 1);
    for (int64_t i = 1; i < n; i++) all[g[i]]++, signed_by_place[g[i]] += (i - splits[0]) & 1 ? -1 : 1;
    transform(all), transform(signed_by_place);
    int64_t best = n + 1;
    for (unsigned m = 1; m < size; m++)
        if (all[m] < best) best = all[m], mask = m, positional = false;
    if (one_parity)
        for (unsigned m = 0; m < size; m++)
            if (signed_by_place[m] < best) best = signed_by_place[m], mask = m, positional = true;
    mask |= ~(size - 1);  // larger values than seen so far: any type will do
    rares.clear();
    for (int64_t i = 1; i < n; i++)
        if (!type(g[i], i)) rares.push_back(i);
}

static void singles(int64_t n) {
    for (size_t t = 1; t < digits.size(); t++) {
        if (digits[t] & 1 && n == (int64_t)t) seen[0] = n;
        if (digits[t] & 2 && n > (int64_t)t) seen[g[n - t]] = n;
    }
}

static unsigned by_definition(int64_t n) {
    singles(n);
    for (int t : splits)
        for (int64_t a = 1, b = n - t - 1; a <= b; a++, b--) seen[g[a] ^ g[b]] = n;
    unsigned v = 0;
    while (seen[v] == (uint32_t)n) v++;
    return v;
}

static unsigned by_types(int64_t n) {
    singles(n);
    for (int t : splits)
        for (int64_t rare : rares) {
            if (rare >= n - t) break;
            seen[g[rare] ^ g[n - t - rare]] = n;
        }
    unsigned bound = 0;
    int missing = 0;
    for (; !type(bound, n) || seen[bound] == (uint32_t)n; bound++) missing += !type(bound, n) && seen[bound] != (uint32_t)n;
    for (int64_t a = 1; missing && 2 * a <= n; a++)
        for (int t : splits) {
            int64_t b = n - t - a;
            if (b < a) continue;
            unsigned v = g[a] ^ g[b];
            if (v < bound && seen[v] != (uint32_t)n) seen[v] = n, missing--;
        }
    for (unsigned v = 0; missing && v < bound; v++)
        if (seen[v] != (uint32_t)n) return v;
    return bound;
}

static uint32_t crc(int64_t count) {  // of the values as 16-bit numbers, low byte first
    uint32_t table[256], sum = ~0u;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++) table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xEDB88320u : 0);
    }
    for (int64_t n = 0; n < count; n++)
        for (int shift = 0; shift < 16; shift += 8) sum = sum >> 8 ^ table[(sum ^ g[n] >> shift) & 255];
    return ~sum;
}

int main(int count, char** words) {
    if (count < 3) return fprintf(stderr, "octal CODE N [plain]\n"), 2;
    std::string code = words[1];
    int64_t last = atof(words[2]);
    bool plain = count > 3;
    size_t point = code.find('.');
    if (point == std::string::npos || last < 1 || last > 4000000000) return fprintf(stderr, "octal CODE N [plain]\n"), 2;
    digits.push_back(point ? code[point - 1] - '0' : 0);
    for (size_t i = point + 1; i < code.size(); i++) digits.push_back(code[i] - '0');
    while (digits.size() > 1 && !digits.back()) digits.pop_back();
    for (size_t t = 0; t < digits.size(); t++)
        if (digits[t] & 4) splits.push_back(t);
    int64_t largest_take = digits.size() - 1;
    g.assign(last + 1, 0);
    int64_t late = 0;
    for (int64_t n = 1; n <= last; n++) {
        if (plain || splits.empty() || n < 4096) {
            g[n] = by_definition(n);
            continue;
        }
        if (n >= next_choice) choose_mask(n), next_choice = n < 1 << 22 ? 2 * n : last + 1;
        g[n] = by_types(n);
        if (!type(g[n], n)) rares.push_back(n), late = n;
    }
    int64_t period = 0, first = 0;
    const int64_t tail = last / 4 < 512 ? last / 4 : 512;
    for (int64_t p = 1; p <= last / 2 && !period; p++) {
        if (g[last] != g[last - p] || memcmp(&g[last + 1 - tail], &g[last + 1 - tail - p], 2 * tail)) continue;
        int64_t n0 = last - p + 1;
        while (n0 > 0 && g[n0 - 1] == g[n0 - 1 + p]) n0--;
        if (2 * (n0 > 1 ? n0 : 1) + p + largest_take + p <= last + 1) period = p, first = n0;
    }
    unsigned largest = 0;
    int64_t end = period ? first + period : last + 1;
    for (int64_t n = 0; n < end; n++) largest = g[n] > largest ? g[n] : largest;
    printf("%s to %lld: period %lld from %lld, largest value %u, %zu rare heaps, last new one %lld, crc32 %08x of %lld values\n", code.c_str(),
           (long long)last, (long long)period, (long long)first, largest, rares.size(), (long long)late, crc(end), (long long)end);
}
