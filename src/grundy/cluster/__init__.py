"""Runs independent jobs on one worker, on processes or on Ray, and survives the workers it loses."""

from .crew import MOST_LOSSES, Workers, run_jobs
from .jobs import Job, WorkersDisagree

__all__ = ["MOST_LOSSES", "Job", "Workers", "WorkersDisagree", "run_jobs"]
