"""Games on heaps of tokens: take, split, and heaps that are played together."""
