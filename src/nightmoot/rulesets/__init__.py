"""The rulesets. Each is a package of its own; none imports another."""
