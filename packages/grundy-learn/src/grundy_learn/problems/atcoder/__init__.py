"""Problems of AtCoder, one per module."""
