#!/usr/bin/env python3
"""What searching, finding and reading files costs, beside ripgrep and fd, as ratios of one run: prints a Markdown table.

    benches/files.py                measures and prints
    benches/files.py --check        also ends with exit code 1 where a bound of memory is exceeded
    benches/files.py --check-times  also where a ratio of times is: on a machine that does nothing else
    benches/files.py --runs 31      with more runs than 15

Needs cargo, git, ripgrep and fd (Debian: `apt-get install ripgrep fd-find`), and 3 GB of disk. Searched are the sources of crates that cargo keeps in
its registry folder, warm in the cache; each side runs in turn, and the best time of each counts, since what other work on the machine
adds is never negative. Both sides search hidden files, leave out `.git` and heed the same ignore rules.
"""

import argparse
import fcntl
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

WORKSPACE = Path(__file__).resolve().parent.parent
RATIO = 1.2
MEBIBYTES = 16
SIZE = 2 << 30


def build():
    """Builds the program for release, and returns it."""
    command = ["cargo", "build", "--quiet", "--release", "--package", "janito"]
    subprocess.run(command, cwd=WORKSPACE, check=True)
    command = ["cargo", "metadata", "--format-version", "1", "--no-deps"]
    metadata = subprocess.run(command, cwd=WORKSPACE, check=True, capture_output=True, text=True).stdout
    return Path(json.loads(metadata)["target_directory"]) / "release" / "janito"


def sources(folder):
    """The sources of crates, in a repository: fd heeds no `.gitignore` elsewhere."""
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    registry = home / "registry" / "src"
    if not registry.is_dir():
        sys.exit(f"no sources of crates: {registry} is not there; build something first")

    def link(source, target):
        try:
            os.link(source, target)
        except OSError:
            shutil.copyfile(source, target)

    tree = folder / "tree"
    shutil.copytree(registry, tree, symlinks=True, copy_function=link)
    subprocess.run(["git", "init", "--quiet"], cwd=tree, check=True)
    return tree


class Side:
    """A command, and how long it took."""

    def __init__(self, *command):
        self.command = list(map(str, command))
        self.seconds = []

    def run(self, folder):
        began = time.perf_counter()
        done = subprocess.run(self.command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True)
        self.seconds.append(time.perf_counter() - began)
        # 1: nothing was found.
        if done.returncode > 1:
            sys.exit(f"{' '.join(self.command)}: {done.stderr.decode()}")
        return done.stdout


class Table:
    """The rows, and whether they keep within their bounds."""

    def __init__(self):
        self.rows = []
        self.exceeded = []

    def times(self, what, janito, peer, folder, runs, judged):
        for _ in range(runs):
            janito.run(folder)
            peer.run(folder)
        best = [min(side.seconds) * 1000 for side in (janito, peer)]
        median = [statistics.median(side.seconds) * 1000 for side in (janito, peer)]
        ratio = best[0] / best[1]
        self.rows.append(
            f"| {what} | {best[0]:.0f} ms | {best[1]:.0f} ms | {ratio:.2f} | {median[0] / median[1]:.2f} | {RATIO} |"
        )
        if judged and ratio > RATIO:
            self.exceeded.append(f"{what}: {ratio:.2f} times as long, the bound is {RATIO}")

    def memory(self, what, mebibytes):
        self.rows.append(f"| {what} | {mebibytes:.1f} MiB |  |  |  | {MEBIBYTES} MiB |")
        if mebibytes > MEBIBYTES:
            self.exceeded.append(f"{what}: {mebibytes:.1f} MiB, the bound is {MEBIBYTES}")

    def __str__(self):
        head = ["| what | janito | peer | best ÷ best | median ÷ median | bound |", "|---|---:|---:|---:|---:|---:|"]
        return "\n".join(head + self.rows)


def write_lines(path):
    """Writes two gigabytes of lines."""
    block = b"".join(b"%08d the quick brown fox jumps over the lazy dog\n" % number for number in range(1 << 14))
    with open(path, "wb") as file:
        while file.tell() < SIZE:
            file.write(block)


def peak(folder, *command):
    """The most memory that a run had, in MiB.

    What the system tells of a child that has ended includes what its parent had when it started it. So the program is held where it prints its
    result, by a pipe that is full, and looked at there, once it has done nothing for a while.
    """
    reading, writing = os.pipe()
    os.write(writing, bytes(fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)))
    process = subprocess.Popen(list(map(str, command)), cwd=folder, stdout=writing)
    os.close(writing)
    before, now = None, state(process)
    while before != now:
        time.sleep(0.2)
        before, now = now, state(process)
    with os.fdopen(reading, "rb") as pipe:
        pipe.read()
    if process.wait():
        sys.exit(f"{' '.join(map(str, command))} failed")
    return now[0] / 1024


def state(process):
    """The most memory that a process had so far, in KiB, and the processor time it has used."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    line = next((line for line in status.splitlines() if line.startswith("VmHWM:")), None)
    if line is None:
        sys.exit("the program has ended before it was looked at")
    return int(line.split()[1]), Path(f"/proc/{process.pid}/stat").read_text().split()[13:15]



def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--check", action="store_true", help="exit code 1 where a bound of memory is exceeded")
    arguments.add_argument("--check-times", action="store_true", help="exit code 1 where a bound is exceeded")
    arguments.add_argument("--runs", type=int, default=15, help="runs of each side")
    given = arguments.parse_args()
    fd = shutil.which("fdfind") or shutil.which("fd") or "fd"
    missing = [program for program in ("cargo", "git", "rg", fd) if shutil.which(program) is None]
    if missing:
        sys.exit(f"not found: {', '.join(missing)}")

    program = build()
    call = [program, "--quiet", "--read", "call"]
    rg = ["rg", "--no-config", "--hidden", "--glob", "!.git", "--no-ignore-dot", "--no-ignore-global"]
    fd = [fd, "--hidden", "--exclude", ".git", "--type", "f"]
    table = Table()
    with tempfile.TemporaryDirectory() as folder:
        tree = sources(Path(folder))
        for what, tool, peer in [
            ("`SearchText`, a rare text", ["SearchText", "--query", "landlock_create_ruleset"], [*rg, "-n", "-F", "landlock_create_ruleset", "."]),
            ("`SearchText`, a common one, counted", ["SearchText", "--query", "self", "--count-only"], [*rg, "-c", "-F", "self", "."]),
            ("`SearchText`, in any case, counted", ["SearchText", "--query", "landlock", "--case-sensitive=false", "--count-only"], [*rg, "-c", "-i", "-F", "landlock", "."]),
            ("`SearchRegex`", ["SearchRegex", "--pattern", r"fn\s+\w+_ruleset\b"], [*rg, "-n", r"fn\s+\w+_ruleset\b", "."]),
            ("`FindFiles`, all", ["FindFiles", "--max-results", 1_000_000], [*fd, "", "."]),
            ("`FindFiles`, by extension", ["FindFiles", "--pattern", "*.rs", "--max-results", 1_000_000], [*fd, "--glob", "*.rs", "."]),
        ]:
            janito, peer = Side(*call, *tool), Side(*peer)
            table.times(what, janito, peer, tree, given.runs, given.check_times)
        lines = Path(folder) / "lines"
        write_lines(lines)
        for what, further in [("start", []), ("end", ["--start-line=-50"])]:
            table.memory(
                f"`ReadFile`, 50 lines at the {what} of 2 GiB",
                peak(folder, *call, "ReadFile", "--filepath", "lines", "--max-lines", 50, *further),
            )
    print(table)
    for line in table.exceeded:
        print(f"EXCEEDED: {line}", file=sys.stderr)
    if table.exceeded and (given.check or given.check_times):
        sys.exit(1)


if __name__ == "__main__":
    main()
