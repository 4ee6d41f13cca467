"""Problems of other judges, one per module."""
