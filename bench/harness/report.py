#!/usr/bin/env python3
"""All side-by-side pairs of this machine as one table with a plot.

  scripts/bench report [DEVICE] [--quick] [--out FOLDER] [--only NAME,NAME]   runs the programs
  scripts/bench report --from FILE.jsonl... [--out FOLDER]                     table and plot of lines made before

Writes lines.jsonl, report.md, report.svg and what each program printed into FOLDER (build/report). Where
the programs lie beside this script (scripts/bench --bundle) they are run as they are, else they are built.
A side that cannot run is named with its reason. The exit code is 1 when a goal is missed or a program fails.
"""

import argparse
import html
import json
import math
import os
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
NAMES = ["dispatch", "host_cost", "division", "xor", "copy", "kernels", "workgroup", "grid_sync", "acquire", "first_dispatch", "memory",
         "cuda", "wgpu", "library"]
TITLES = {
    "dispatch": "Small dispatches, and memory of the host",
    "host_cost": "What the host does for a small dispatch",
    "division": "Divisions that can fail",
    "xor": "One large dispatch",
    "copy": "Copies on the device",
    "kernels": "Kernels",
    "workgroup": "Workgroup sizes that nobody chose",
    "grid_sync": "Grid barriers",
    "acquire": "Opening a device",
    "first_dispatch": "First dispatches",
    "memory": "Memory",
    "cuda": "Beside CUDA",
    "wgpu": "Beside the published wgpu backend",
    "library": "The published library's programs beside the same, through the bridge",
}
CANNOT_RUN = 77
MINUTES = {True: 8, False: 60}  # that one program may take, quick or not


# ---- Running -------------------------------------------------------------------------------------


def programs_folder(names):
    """Where the programs lie, and why those that are not there are missing."""
    if (HERE / "vyre_dispatch_bench").exists():
        return HERE, {}
    missing = {}
    for name in names:
        made = subprocess.run([ROOT / "scripts/bench", "build", name], capture_output=True, text=True)
        if made.returncode != 0:
            missing[name] = "it could not be built: " + last_line(made.stderr + made.stdout)
    return ROOT / "build/release", missing


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1].removeprefix("bench: ") if lines else "no reason was given"


def run_program(program, arguments, log, minutes):
    """The exit code and the last line on standard error; None when it did not end in time."""
    with open(log, "w") as out:
        try:
            done = subprocess.run([program, *arguments], stdout=out, stderr=subprocess.PIPE, text=True,
                                  timeout=minutes * 60)
        except subprocess.TimeoutExpired:
            return None, f"it took more than {minutes} minutes"
        out.write(done.stderr)
    return done.returncode, last_line(done.stderr)


def run_one(name, program, options, out):
    """Lines come from the program itself; a line here when it cannot or did not run."""
    lines = out / "lines.jsonl"
    if not program.exists():
        return append(lines, {"bench": name, "cannot": f"there is no {program.name}"})
    arguments = [options.backend] if options.backend else []
    arguments += ["--json", str(lines)] + (["--quick"] if options.quick else [])
    code, reason = run_program(program, arguments, out / f"{name}.log", MINUTES[options.quick])
    if code == CANNOT_RUN:
        append(lines, {"bench": name, "cannot": reason})
    elif code not in (0, 1) or (code == 1 and not any(row["bench"] == name for row in read([lines]))):
        append(lines, {"bench": name, "failed": reason if code is None else f"exit code {code}: {reason}"})


def append(path, line):
    with open(path, "a") as file:
        file.write(json.dumps(line) + "\n")


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def run_all(options, out):
    names = options.only.split(",") if options.only else NAMES
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        sys.exit(f"report: '{unknown[0]}' is not known. Fix: one of {', '.join(NAMES)}")
    (out / "lines.jsonl").write_text("")
    append(out / "lines.jsonl", {"bench": "machine", "text": f"{os.cpu_count()} processors, {processor()}"})
    folder, missing = programs_folder(names)
    for name in names:
        print(f"report: {name}", file=sys.stderr, flush=True)
        if name in missing:
            append(out / "lines.jsonl", {"bench": name, "cannot": missing[name]})
        else:
            run_one(name, folder / f"vyre_{name}_bench", options, out)
    return [out / "lines.jsonl"]


# ---- Reading -------------------------------------------------------------------------------------


def read(paths):
    rows = []
    for path in paths:
        for number, line in enumerate(Path(path).read_text().splitlines(), 1):
            try:
                rows.append(json.loads(line))
            except ValueError:
                sys.exit(f"report: line {number} of {path} is not JSON. Fix: give files that programs of bench/ wrote")
    return rows


def is_measured(row):
    return "ratio" in row


def is_met(row):
    return not row.get("goal") or (row["ratio"] >= row["goal"] if row["rate"] else row["ratio"] <= row["goal"])


def speed(row, ratio):
    """How many times faster than the other side; for bytes how many times less."""
    return ratio if row["rate"] else 1 / ratio


def spread(row):
    """Of the speed: from our slow tenth beside their fast one to the other way round."""
    ours, theirs = row["vyre"], row["other"]
    ends = [ours[1] / theirs[2], ours[2] / theirs[1]] if theirs[1] and theirs[2] and ours[1] else [row["ratio"]] * 2
    return sorted(speed(row, end) for end in ends)


# ---- The table -----------------------------------------------------------------------------------


def number(value):
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:,.{digits}f}"


def side(row, name):
    median, low, high = row[name]
    return f"{number(median)} ({number(low)}-{number(high)})"


def verdict(row):
    if not row.get("goal"):
        return "", ""
    return f"{'≥' if row['rate'] else '≤'} {row['goal']:.2f}", "met" if is_met(row) else "**missed**"


def table_row(row):
    title = row.get("title", row["bench"])
    if "failed" in row:
        return f"| {title} | | | | | | **failed**: {row['failed']} |"
    if not is_measured(row):
        if "vyre" in row:
            return f"| {title}, {row['unit']} | {side(row, 'vyre')} | {side(row, 'other')} | | | | {row['note']} |"
        return f"| {title} | | | | | | not measured: {row.get('missing') or row['cannot']} |"
    goal, met = verdict(row)
    return (f"| {title}, {row['unit']} | {side(row, 'vyre')} | {side(row, 'other')} | {row['ratio']:.2f} | {goal} | "
            f"{met} | {row['note']} |")


def table(name, rows):
    other = next((row["side"] for row in rows if "side" in row), "the other side")
    head = [f"### {TITLES.get(name, name)}", "", f"| | vyre | {other} | ratio | goal | | |",
            "|---|---|---|---|---|---|---|"]
    return "\n".join(head + [table_row(row) for row in rows]) + "\n"


def summary(rows):
    compared = [row for row in rows if is_measured(row)]
    goals = [row for row in compared if row.get("goal")]
    met = sum(is_met(row) for row in goals)
    absent = [row for row in rows if "cannot" in row or "missing" in row]
    failed = [row for row in rows if "failed" in row]
    lines = [f"{len(compared)} comparisons; {met} of {len(goals)} goals met; {len(absent)} not measured; "
             f"{len(failed)} programs failed."]
    lines += [f"* {row.get('title', row['bench'])}: {row.get('cannot') or row.get('missing') or row.get('failed')}"
              for row in absent + failed]
    return "\n".join(lines)


def markdown(rows):
    machines = [row["text"] for row in rows if row["bench"] == "machine"]
    rows = [row for row in rows if row["bench"] != "machine"]
    devices = list(dict.fromkeys(row["device"] for row in rows if row.get("device")))
    parts = ["# vyre side by side\n", "\n".join(f"* {text}" for text in dict.fromkeys(devices + machines)) + "\n",
             summary(rows) + "\n", "Medians (10 % to 90 %), both sides in one process taking turns. The ratio is vyre's "
             "over the other's: of times and bytes less is better, of rates more.\n", "![ratios](report.svg)\n"]
    for device in devices or [None]:
        if len(devices) > 1:
            parts.append(f"## {device}\n")
        for name in dict.fromkeys(row["bench"] for row in rows):
            mine = [row for row in rows if row["bench"] == name and row.get("device", devices[0]) == device] \
                if devices else [row for row in rows if row["bench"] == name]
            if mine:
                parts.append(table(name, mine))
    return "\n".join(parts)


# ---- The plot ------------------------------------------------------------------------------------

LEFT, WIDTH, ROW = 470, 560, 18
LEAST, MOST = 0.25, 16.0
COLORS = {"met": "#1a7f37", "missed": "#cf222e", "none": "#57606a"}


def place(value):
    """Of a speed on the plot, to a logarithmic scale."""
    value = min(max(value, LEAST), MOST)
    return LEFT + WIDTH * math.log(value / LEAST) / math.log(MOST / LEAST)


def text_at(x, y, text, extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" {extra}>{html.escape(text)}</text>'


def plot_row(row, y):
    low, high = spread(row)
    color = COLORS["none" if not row.get("goal") else "met" if is_met(row) else "missed"]
    middle = y - 4
    parts = [text_at(LEFT - 10, y, f"{row['bench']}: {row['title']}", 'text-anchor="end"'),
             f'<line x1="{place(low):.1f}" x2="{place(high):.1f}" y1="{middle}" y2="{middle}" stroke="{color}" '
             'stroke-width="2" stroke-opacity="0.5"/>',
             f'<circle cx="{place(speed(row, row["ratio"])):.1f}" cy="{middle}" r="4" fill="{color}"/>',
             text_at(LEFT + WIDTH + 10, y, f"{speed(row, row['ratio']):.2f}")]
    if row.get("goal"):
        x = place(speed(row, row["goal"]))
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{middle - 7}" y2="{middle + 7}" stroke="#000"/>')
    return parts


def axis(bottom):
    parts = []
    value = LEAST
    while value <= MOST:
        x = place(value)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="40" y2="{bottom}" stroke="{"#888" if value == 1 else "#ddd"}"/>')
        parts.append(text_at(x, bottom + 14, f"{value:g}", 'text-anchor="middle"'))
        value *= 2
    return parts


def plot(rows):
    rows = [row for row in rows if is_measured(row) and row["ratio"] > 0]
    bottom = 50 + ROW * len(rows)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 70}" height="{bottom + 30}" '
             'font-family="sans-serif" font-size="12">', '<rect width="100%" height="100%" fill="#fff"/>',
             text_at(LEFT, 16, "vyre's speed over the other side's (for bytes: how many times less); right is better"),
             text_at(LEFT, 32, "dot: medians; line: 10 % to 90 %; tick: goal; red: missed; gray: no goal"), *axis(bottom)]
    for i, row in enumerate(rows):
        parts += plot_row(row, 58 + ROW * i)
    return "\n".join(parts + ["</svg>\n"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("backend", nargs="?", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="", help="names, separated by commas: " + ",".join(NAMES))
    parser.add_argument("--out", default=None)
    parser.add_argument("--from", dest="files", nargs="+", metavar="FILE.jsonl")
    options = parser.parse_args()
    in_bundle = (HERE / "vyre_dispatch_bench").exists()
    out = Path(options.out or (HERE / "report.out" if in_bundle else ROOT / "build/report"))
    out.mkdir(parents=True, exist_ok=True)
    rows = read(options.files or run_all(options, out))
    (out / "report.md").write_text(markdown(rows))
    (out / "report.svg").write_text(plot(rows))
    print(summary([row for row in rows if row["bench"] != "machine"]))
    print(f"report: {out / 'report.md'}")
    bad = any("failed" in row or (is_measured(row) and not is_met(row)) for row in rows)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
