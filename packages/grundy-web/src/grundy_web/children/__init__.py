"""Child processes that answer questions, limited in memory and time, and killed when their time is over."""
