"""Answers the questions of the web app: a cache of answers, queues with limits, and jobs."""
