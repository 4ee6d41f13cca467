"""Runs independent jobs on one worker, on processes or on Ray, and survives the workers it loses."""

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
