"""Slow play: days instead of minutes, deadlines by the clock, people who are not there."""
