#!/usr/bin/env python3
"""judge.py THEIRS LOG...: counts what passed, and holds what failed against the list of theirs.

A log is that of a test program, SUITE@DEVICE.log or SUITE.log. Beside it there may be SUITE@DEVICE.log.calls, with a line
for each program that the published interpreter ran, too. Lines of THEIRS:

    SUITE/TEST: CAUSE               a test that fails, on every device; on one: SUITE/TEST@DEVICE
    different SUITE/TEST: CAUSE     results that differ from the interpreter's in this test
    refused TEXT: CAUSE             programs that are refused with TEXT in the message
"""

import collections
import pathlib
import re
import sys

RESULT = re.compile(r"^test (\S+)(?: - should panic)? \.\.\. (ok|FAILED|ignored)", re.M)


class List:
    """What is known to fail, and whether it still does."""

    def __init__(self, path):
        lines = [line for line in path.read_text().splitlines() if line and line[0] != "#"]
        self.causes = dict(line.split(": ", 1) for line in lines)
        self.met, self.passed = set(), set()

    def has(self, name):
        known = next((key for key in (name, name.split("@")[0]) if key in self.causes), None)
        self.met.add(known)
        return known is not None

    def refusal(self, message):
        texts = [key for key in self.causes if key.startswith("refused ")]
        known = next((key for key in texts if key[len("refused "):] in message), None)
        self.met.add(known)
        return known is not None

    def passes(self, name):
        self.passed.update((name, name.split("@")[0]))

    def stale(self):
        """Tests that are listed, and pass."""
        return [key for key in self.causes if key in self.passed and key not in self.met]


def tests(log, theirs, unknown):
    """Counts the tests of a log."""
    suite, _, device = log.stem.partition("@")
    text, counts = log.read_text(errors="replace"), collections.Counter()
    for name, result in RESULT.findall(text):
        full = f"{suite}/{name}" + (f"@{device}" if device else "")
        if result == "ok":
            theirs.passes(full)
        known = result == "FAILED" and theirs.has(full)
        counts["theirs" if known else result] += 1
        if result == "FAILED" and not known:
            unknown.append(full)
    if "test result: " not in text:
        unknown.append(f"{suite}: it did not come to its end, see {log}")
    refused = len(re.findall("^    refused by", text, re.M))
    print(f"{log.stem}: {counts['ok']} passed, {counts['theirs']} failed as listed, "
          f"{counts['FAILED']} failed, {counts['ignored']} ignored" + f", {refused} refused" * bool(refused))


def calls(log, theirs, unknown):
    """Counts the programs that were compared."""
    counts, suite = collections.Counter(), log.name.split("@")[0]
    for line in log.read_text(errors="replace").splitlines():
        device, result, test, message = (line.split(" ", 3) + [""])[:4]
        test = test.removesuffix(":")
        counts[f"{device} {result}"] += 1
        known = True
        if result == "different":
            known = theirs.has(f"different {suite}/{test}")
        elif result == "refused":
            known = theirs.refusal(message)
        if not known:
            unknown.append(f"{suite}/{test} {device} {result}: {message[:300]}")
    print(f"{log.name}: " + ", ".join(f"{key} {count}" for key, count in sorted(counts.items())))


def main(theirs, logs):
    theirs, unknown = List(pathlib.Path(theirs)), []
    for log in map(pathlib.Path, logs):
        tests(log, theirs, unknown)
        beside = log.with_name(log.name + ".calls")
        if beside.exists():
            calls(beside, theirs, unknown)
    stale = theirs.stale()
    for name in sorted(set(unknown)):
        print(f"not listed: {name}")
    for name in stale:
        print(f"listed, and passes: {name}")
    sys.exit(bool(unknown or stale))


main(sys.argv[1], sys.argv[2:])
