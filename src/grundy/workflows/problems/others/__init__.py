"""Problems of other judges, one a module."""
