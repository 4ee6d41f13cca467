"""Games on heaps of tokens: taking, splitting, and heaps that are played together."""
