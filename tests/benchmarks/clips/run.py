"""Runs a CLIPS program and prints what it took, as `print_measurement` in src/measure.rs does.

usage: run.py PROGRAM

The program is loaded anew for each run. Measured is `reset`, which asserts the facts of `deffacts`, and the
run to rest. A program that has a function `drive` runs itself: it returns the firings, and perhaps the
seconds of one operation. Its function `answer` gives what all contenders must come to alike.
"""

import sys
import time

import clips

ENOUGH = 0.2
MOST_RUNS = 100


def memory(line):
    with open("/proc/self/status") as status:
        for text in status:
            if text.startswith(line):
                return int(text.split()[1]) * 1024
    return 0


def run(environment, program):
    environment.clear()
    environment.load(program)
    before = memory("VmRSS:")
    driven = any(function.name == "drive" for function in environment.functions())
    start = time.perf_counter()
    environment.reset()
    if driven:
        firings, *seconds = environment.eval("(drive)")
    else:
        firings, *seconds = [environment.run()]
    seconds.append(time.perf_counter() - start)
    return before, firings, environment.eval("(answer)"), seconds[0]


def main():
    program = sys.argv[1]
    environment = clips.Environment()
    start = time.perf_counter()
    before, firings, answer, first = run(environment, program)
    seconds = [first]
    while time.perf_counter() - start < ENOUGH and len(seconds) < MOST_RUNS:
        seconds.append(run(environment, program)[3])
    seconds.sort()
    print(
        '{"seconds": %e, "firings": %d, "answer": %d, "memory": %d}'
        % (seconds[len(seconds) // 2], firings, answer, max(0, memory("VmHWM:") - before))
    )


main()
