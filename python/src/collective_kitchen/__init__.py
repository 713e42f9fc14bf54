"""Collective Kitchen: how many GPUs train one model, computed by a simulator.

The functions answer what the command line answers, with the same numbers::

    import collective_kitchen as kitchen

    kitchen.collective(system="dgx-h100", nodes=2, bytes="1GiB").busbw_GBps
"""

from . import _answers as answers
from ._answers import Answer
from ._asked import Refused, collective, fabric, infer, plan, train
from ._core import __version__
from ._picture import Picture, picture
from ._sweep import Sweep, grid, sweep

__all__ = [
    "Answer",
    "Picture",
    "Refused",
    "Sweep",
    "__version__",
    "answers",
    "collective",
    "fabric",
    "grid",
    "infer",
    "picture",
    "plan",
    "sweep",
    "train",
]
