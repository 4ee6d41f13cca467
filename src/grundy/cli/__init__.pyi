from .main import main as main
from .options import Seconds as Seconds
from .options import json_option as json_option
