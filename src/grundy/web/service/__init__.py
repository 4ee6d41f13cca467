"""Where questions are asked: the table of answers, the lanes, jobs."""
