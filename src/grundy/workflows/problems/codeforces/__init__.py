"""Problems of Codeforces, one a module."""
