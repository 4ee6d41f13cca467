"""Problems of CSES, one a module."""
