"""Points and curves that never cross: a rubber sheet, ways through it, and whole maps drawn into it."""
