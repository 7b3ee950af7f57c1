"""The lab: games by the thousand, and what can be read from them."""

from nightmoot.lab.drive import play_out
from nightmoot.lab.executors import Executor, Processes, Serial, cores
from nightmoot.lab.experiment import Experiment
from nightmoot.lab.simulate import Report, simulate
from nightmoot.lab.statistics import Tally, interval, likely

__all__ = [
    "Executor",
    "Experiment",
    "Processes",
    "Report",
    "Serial",
    "Tally",
    "cores",
    "interval",
    "likely",
    "play_out",
    "simulate",
]
