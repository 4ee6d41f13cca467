"""The service of questions: the cache of answers, the lanes, jobs."""
