#!/usr/bin/env python3
"""words.py [ROOT]: words that this project once had for itself alone, and what they became.

Fails where an old one stands in a tree of TREES. A word that other people use too is here only as far as it meant
something of ours.
"""
import os
import re
import subprocess
import sys

TREES = ["include", "src", "tests", "tools", "bench", "scripts", "examples", "docs", "README.md", "CONTRIBUTING.md"]
# Bytes and records of others, and what is made of the headers; and this table with its test.
SKIPPED = r"tests/fuzz/corpus/|tests/vectors/|bench/published/Cargo|include/.*\.json|tests/rules/(words|rules_test)\.py"
# What users read.
PUBLIC = r"(include|tools|examples|docs)/|README|CONTRIBUTING"

# (old word, where it is looked for, what it became, {path: why the word may stand there}).
WORDS = [
    # src/vulkan
    (r"\b[Ss]lots?\b|Slot[A-Z]|[a-z]Slot\b|slots_\b", r"src/vulkan/", "SubmissionContext, context", {}),
    (r"\bleases?\b|\blease_|\bLease", r"", "ScopedSubmission", {}),
    (r"\blent\b|\blend\b|lent_|lend_|\blending\b", r"src/vulkan/", "zero copy, import_host", {}),
    (r"merged.kernel|[Mm]erged_pipeline|MergedKernel", r"", "coarsened kernel", {}),
    (r"\b(GridParts?|part_submissions|sequence_parts|bytes_in_place|kNear)\b", r"", "GridSlices, sliced_submission", {}),
    # src/spirv
    (r"\bfind_(tame|lockstep|subgroups|copies|fours|rows|elementwise|gathered|busy|start|barriers)\b", r"",
     "the optimization's or the analysis' name", {}),
    (r"[Ll]ockstep", r"", "uniform", {}),
    (r"\b[Tt]ame\b|Tame[A-Z]|\bwild\b", r"", "free of subnormal numbers; a safe number", {}),
    (r"\bfours\b|\bFours?\b(?=&|>|;| \{)|OpenFour", r"src/spirv/", "vector group", {}),
    (r"\b(load|store|is|open|close)_rows?\b|\bin_rows\b|\brows_\b", r"src/spirv/body/", "vector; unrolled loads", {}),
    (r"\b(un)?told_|\|(un)?told\||TellingBarriers", r"src/spirv/", "published", {}),
    (r"\bgathered\b(?= atomics|_)|[a-z]_gathered\b|\bview\.gathering\b", r"src/spirv/", "privatized", {}),
    (r"busy_workgroups", r"", "active_workgroups", {}),
    (r"\bloose_|::loose\b|\bloose NaN", r"", "uncanonical", {}),
    # src/runtime
    (r"[Rr]ecipe", r"", "serialized request", {}),
    (r"CodeStore", r"", "KernelCache", {}),
    (r"\b[Tt]ally\b|[a-z]_tally\b|\btally_", r"", "counts, counters", {}),
    (r"UntilStable|until_stable", r"(src/(?!capi)|tests/(?!capi|tools))", "Fixpoint, to_fixpoint", {}),
    (r"StepByStep|step_by_step", r"", "EagerSequence", {}),
    (r"[Kk]ept[_ ]?[Cc]ode", r"", "cached kernels", {}),
    (r"side_by_side|SideBySide", r"src/", "parallel_tasks", {}),
    (r"\b(word_ranges|WordRanges|words_math|WordsMath|wide_(integers|floats))\b", r"",
     "value_ranges, word_math, uint64, float64", {}),
    # modules of others
    (r"\bforeign_(?!owner)|is_foreign|[Ff]oreign(Module|Kernel|Code)|\bforeign (code|module|kernel)", r"",
     "external", {"src/cache/": "a file of another user has a foreign owner"}),
    # The C interface
    (r"\bC border\b", r"", "C boundary", {}),
    (r"\bvyre_(pending|spec_|select_desc|output\b|command_buffer|device_profile|device_get_statistics|device_flush)\w*"
     r"|VYRE_(SPEC|SELECT_SET|PENDING)_", r"", "work, constant, device, metric: the words of vyre_driver.h", {}),
    (r"\b[Pp]ending\b", PUBLIC, "work; under way",
     {"docs/lowering.md": "a copy of the IR is pending until it is waited for"}),
    (r"(?i)\bspec(ialization)?[ _](map|value)s?\b|--spec\b", PUBLIC, "constant", {}),
    (r"(?i)\b(device_|_)?profiles?\b", r"(include|tools|examples)/", "device info", {}),
    (r"\b[Pp]oll(s|ed|ing)?\b|_poll\b", PUBLIC, "look; wait with a timeout of 0", {}),
    (r"\b(most|least)_\w|(?<!at)_(most|least)\b", PUBLIC, "max_, min_", {}),
    # Benchmarks
    (r"\b[Cc]rew\b", r"", "WorkerPool", {}),
    (r"\bHand[A-Z]\w*", r"bench/", "Raw...", {}),
    (r"\bown_cache\b", r"", "cache_noise", {}),
    # One spelling.
    (r"(?i)(?<!_)optimis", r"", "optimiz-", {}),
    (r"(?i)\b(de)?specialis|\b(un)?initialis(?!m)|\b(de)?serialis|\bsynchronis|\bnormalis|\bquantis|\brecognis|\borganis",
     r"", "-iz-", {}),
    (r"(?i)artefact|neighbour|behaviour|colour|labelled|judgement|signalled|\blicence|\bgrey\b|catalogue",
     r"", "the spelling of the US", {}),
]


def complaints(root):
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *TREES], cwd=root, capture_output=True,
                           text=True, check=True).stdout.split()
    for name in sorted(names):
        path = os.path.join(root, name)
        if re.match(SKIPPED, name) or not os.path.isfile(path):
            continue
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = [name, *file.read().split("\n")]
        for old, where, now, allowed in WORDS:
            if not re.match(where, name) or any(name.startswith(one) for one in allowed):
                continue
            for number, line in enumerate(lines):
                if found := re.search(old, line):
                    place = f"{name}:{number}" if number else name
                    yield f"{place}: '{found[0]}' is an old word. Fix: {now}"


def main(arguments):
    found = list(complaints(arguments[0] if arguments else "."))
    for complaint in found:
        print(f"words: {complaint}", file=sys.stderr)
    if not found:
        print(f"words: none of {len(WORDS)} old words")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
