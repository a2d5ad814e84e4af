#!/usr/bin/env python3
"""What a hundred tools cost, in instructions, bytes and compile time, beside rmcp: prints a Markdown table.

    benches/cost.py             measures and prints
    benches/cost.py --check     also ends with exit code 1 where a bound is exceeded
    benches/cost.py --no-times  judges counts and sizes only, and no times: what CI does
    benches/cost.py --no-peers  without rmcp, which takes minutes to build

Needs cargo, binutils (strip) and valgrind (Debian: `apt-get install valgrind`). docs/benchmarks.md says what the numbers mean.
"""

import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

BENCHES = Path(__file__).resolve().parent
TOOLS = 100
PAIRS = 3


class Program:
    """The program of one side, built with or without the tools."""

    def __init__(self, crate, workspace):
        self.crate = crate
        self.workspace = BENCHES / workspace
        self.target = self.workspace / "target"
        self.kept = self.target / "cost"
        self.kept.mkdir(parents=True, exist_ok=True)

    def build(self, tools):
        """Compiles the crate anew, its dependencies not; returns the processor time and the program."""
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("RUSTFLAGS", "CARGO_"))}
        environment["COST_TOOLS"] = str(tools)
        command = ["cargo", "build", "--quiet", "--release", "--package", self.crate, "--target-dir", self.target]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, cwd=self.workspace, env=environment, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        binary = self.kept / f"{self.crate}-{tools}"
        shutil.copy2(self.target / "release" / self.crate, binary)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, binary

    def compile(self):
        """The tools' share of the time to compile, and of the program's size: whole and stripped."""
        _, with_one = self.build(1)  # and the dependencies
        without, with_tools = [], []
        for _ in range(PAIRS):
            seconds, binary = self.build(0)
            without.append(seconds)
            seconds, self.with_tools = self.build(TOOLS)
            with_tools.append(seconds)
            print(f"{self.crate}: {without[-1]:.2f} s without tools, {seconds:.2f} s with {TOOLS}", file=sys.stderr)
        # The least: what other work on the machine adds is never negative.
        self.compile_seconds = min(with_tools) - min(without)
        self.bytes = (size(self.with_tools) - size(binary)) / TOOLS
        self.stripped_bytes = (stripped_size(self.with_tools) - stripped_size(binary)) / TOOLS
        self.further_bytes = (stripped_size(self.with_tools) - stripped_size(with_one)) / (TOOLS - 1)

    def run(self, *arguments):
        """What the program prints."""
        command = [self.with_tools, *map(str, arguments)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def instructions(self, mode, count):
        """The instructions of a whole run."""
        out = self.kept / f"callgrind.{self.crate}.{mode}.{count}"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", self.with_tools, mode, str(count)]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stderr
        return int(re.search(r"Collected : (\d+)", printed)[1])

    def first(self, mode):
        """The instructions of doing it for the first time."""
        return self.instructions(mode, 1) - self.instructions(mode, 0)

    def again(self, mode, times):
        """The instructions of doing it once more, of which start and end of the program are no part."""
        return (self.instructions(mode, 1 + times) - self.instructions(mode, 1)) / times


def size(path):
    return path.stat().st_size


def stripped_size(path):
    stripped = path.with_name(path.name + ".stripped")
    subprocess.run(["strip", "-o", stripped, path], check=True)
    return size(stripped)


class Table:
    """The rows, and whether they keep within their bounds."""

    def __init__(self):
        self.rows = []
        self.exceeded = []

    def row(self, what, janito, rmcp=None, bound=None, judged=True, digits=0):
        def text(value):
            return "" if value is None else f"{value:,.{digits}f}"

        ratio = "" if rmcp is None else f"{rmcp / janito:,.1f}"
        self.rows.append(f"| {what} | {text(janito)} | {text(bound)} | {text(rmcp)} | {ratio} |")
        if judged and bound is not None and janito > bound:
            self.exceeded.append(f"{what}: {text(janito)}, the bound is {text(bound)}")

    def __str__(self):
        head = ["| what | janito | bound | rmcp 3.11.0 | rmcp ÷ janito |", "|---|---:|---:|---:|---:|"]
        return "\n".join(head + self.rows)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--check", action="store_true", help="exit code 1 where a bound is exceeded")
    arguments.add_argument("--no-peers", action="store_true", help="leave rmcp out")
    arguments.add_argument("--no-times", action="store_true", help="judge counts and sizes only: for a busy machine")
    given = arguments.parse_args()
    missing = [program for program in ("cargo", "strip", "valgrind") if shutil.which(program) is None]
    if missing:
        sys.exit(f"not found: {', '.join(missing)}")

    janito = Program("janito-cost", "cost")
    rmcp = None if given.no_peers else Program("rmcp-cost", "peers")
    for program in filter(None, (janito, rmcp)):
        program.compile()

    def peer(measure):
        return None if rmcp is None else measure(rmcp)

    table = Table()
    table.row(
        "start: find the tools, open a session (rmcp: build the router), instructions",
        janito.first("start"),
        peer(lambda rmcp: rmcp.first("start")),
    )
    # rmcp makes its schemas at the start: to the first definitions there belongs the router.
    table.row(
        "definitions, the first time, instructions",
        janito.first("definitions"),
        peer(lambda rmcp: rmcp.first("start") + rmcp.first("definitions")),
        bound=300_000,
    )
    table.row(
        "definitions, again, instructions",
        janito.again("definitions", 20),
        peer(lambda rmcp: rmcp.again("definitions", 20)),
        bound=120_000,
    )
    table.row(
        "definitions, again, copied into a request, instructions",
        janito.again("definitions-copied", 20),
        peer(lambda rmcp: rmcp.again("definitions", 20)),
        bound=120_000,
    )
    table.row("their fingerprint, instructions", janito.again("fingerprint", 20))
    table.row(
        "a call, from text to text, instructions",
        janito.again("call", 1000),
        peer(lambda rmcp: rmcp.again("call", 1000)),
        bound=5_000,
    )
    table.row(
        "release compile, processor seconds",
        janito.compile_seconds,
        peer(lambda rmcp: rmcp.compile_seconds),
        bound=2.5,
        judged=not given.no_times,
        digits=2,
    )
    table.row("bytes a tool, stripped", janito.stripped_bytes, peer(lambda rmcp: rmcp.stripped_bytes))
    table.row("bytes a tool, stripped, after the first", janito.further_bytes, peer(lambda rmcp: rmcp.further_bytes), bound=1_700)
    table.row("bytes a tool, with symbols", janito.bytes, peer(lambda rmcp: rmcp.bytes))
    # Times are said, not judged: they are the machine's as much as the program's.
    invokes = sorted(int(janito.run("invoke", 2000)) / 1000 for _ in range(3))
    table.row("`invoke`, on a thread of its own, median of 2,000, µs", statistics.median(invokes), digits=1)
    print(table)

    discovery = ["cargo", "test", "--quiet", "--release", "--test", "discovery", "--target-dir", janito.target]
    # With the hundred tools, whatever the environment says.
    environment = {**os.environ, "COST_TOOLS": str(TOOLS)}
    done = subprocess.run(discovery, cwd=janito.workspace, env=environment, capture_output=True, text=True)
    if done.returncode == 0:
        print("\nDiscovery allocates nothing (benches/cost/tests/discovery.rs).")
    else:
        table.exceeded.append(f"discovery:\n{done.stdout}{done.stderr}")

    for line in table.exceeded:
        print(f"EXCEEDED: {line}", file=sys.stderr)
    if given.check and table.exceeded:
        sys.exit(1)


if __name__ == "__main__":
    main()
