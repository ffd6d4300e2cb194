"""Starts Orca beside any other, without a voice, and with a log whose lines are written at once."""

import builtins
import runpy
import sys

log = sys.argv[1]
open_file = builtins.open


def open_at_once(file, mode="r", *rest, **named):
    if file == log:
        named["buffering"] = 1
    return open_file(file, mode, *rest, **named)


builtins.open = open_at_once
start = runpy.run_path("/usr/bin/orca", run_name="started")["main"]
# Else it refuses to start, or ends the one that somebody uses.
start.__globals__["otherOrcas"] = list
start.__globals__["setProcessName"] = lambda name: None
from orca import settings  # noqa: E402 (the path to it is known now)

# What it says is in its log. No sound is needed for that.
settings.speechServerFactory = None
settings.speechFactoryModules = []
sys.argv = ["orca", "--disable", "braille", "--disable", "braille-monitor", "--debug-file", log]
sys.exit(start())
