"""Problems of Codeforces, one per module."""
