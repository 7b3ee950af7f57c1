"""Scenarios: short games written down, that say what must be true (``nightmoot check``)."""

from nightmoot.scenarios.checking import Report, check_file, check_paths, check_text
from nightmoot.scenarios.faults import Fault

__all__ = ["Fault", "Report", "check_file", "check_paths", "check_text"]
