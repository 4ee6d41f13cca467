"""Runs independent jobs in this process, on a process pool or on Ray, and tolerates lost workers."""

from .actors import Actors, RayActors
from .crew import MOST_LOSSES, Workers, run_jobs
from .jobs import ClusterJob, WorkerAnswer, WorkersDisagree, value_of

__all__ = [
    "MOST_LOSSES",
    "Actors",
    "ClusterJob",
    "RayActors",
    "WorkerAnswer",
    "Workers",
    "WorkersDisagree",
    "run_jobs",
    "value_of",
]
