"""Problems of AtCoder, one a module."""
