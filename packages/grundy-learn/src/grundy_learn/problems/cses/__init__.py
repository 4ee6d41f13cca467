"""Problems of CSES, one per module."""
