"""The questions of the pages, which a child process answers: functions from plain data to plain data."""
