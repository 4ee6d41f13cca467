"""Partizan games on boards: Left and Right have different moves, and a player who cannot move loses."""
