from .app import create_app as create_app
from .serve import launch as launch
from .settings import Settings as Settings
from .settings import behind as behind
from .settings import own_address as own_address
from .settings import served as served
