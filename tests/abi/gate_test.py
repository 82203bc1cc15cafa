#!/usr/bin/env python3
"""The gate itself: changes of the header that break programs are told from those that do not."""
import contextlib
import io
import os
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True  # the source folder stays clean
import gate  # noqa: E402
from layout import layout  # noqa: E402

HEADER = os.path.join(gate.HERE, "../../include/vyre_driver.h")
SAME, ADDS, BREAKS = 0, 1, 2

# What is replaced in the header, by what, and what the gate must say.
CHANGES = [
    ("nothing", "", "", SAME),
    ("two fields swapped", "  uint64_t offset;\n  uint64_t size;\n  uint32_t slot;",
     "  uint64_t size;\n  uint64_t offset;\n  uint32_t slot;", BREAKS),
    ("a constant renumbered", "#define VYRE_BIND_OUTPUT 2", "#define VYRE_BIND_OUTPUT 7", BREAKS),
    ("a constant removed", "#define VYRE_WAIT_FOREVER UINT64_MAX", "", BREAKS),
    ("a constant added", "#define VYRE_OK 0", "#define VYRE_OK 0\n#define VYRE_NEW 3", ADDS),
    ("a signedness changed", "uint32_t rank; ", "int32_t rank; ", BREAKS),
    ("a parameter added", "vyre_buffer_size(const vyre_buffer* buffer)",
     "vyre_buffer_size(const vyre_buffer* buffer, int more)", BREAKS),
    ("a return type changed", "VYRE_API int32_t vyre_error_consume",
     "VYRE_API int64_t vyre_error_consume", BREAKS),
    ("a callback changed", "typedef void (*vyre_destroy_fn)(void* user);",
     "typedef int (*vyre_destroy_fn)(void* user);", BREAKS),
    ("a fixed struct grown", "  uint16_t kind; /* VYRE_BIND_... */",
     "  uint64_t more;\n  uint16_t kind;", BREAKS),
    ("a sized struct grown at its end", "  uint64_t flags;\n} vyre_backend_desc;",
     "  uint64_t flags;\n  uint64_t more;\n} vyre_backend_desc;", ADDS),
    ("a sized struct grown in its middle", "  uint64_t flags;\n} vyre_backend_desc;",
     "  uint64_t more;\n  uint64_t flags;\n} vyre_backend_desc;", BREAKS),
    ("a sized struct shrunk", "  uint64_t flags;\n} vyre_backend_desc;", "} vyre_backend_desc;",
     BREAKS),
]


def changed_layout(text):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "vyre_driver.h"), "w", encoding="utf-8") as file:
            file.write(text)
        shutil.copy(os.path.join(os.path.dirname(HEADER), "vyre_driver_vulkan.h"), folder)
        return layout(folder)


def verdict(name, old, new):
    """What the gate says, and its words."""
    words = io.StringIO()
    with contextlib.redirect_stdout(words):
        result = gate.compare(name, old, new)
    return result, words.getvalue()


def check(header, old, name, before, after, expected):
    if before not in header:
        print(f"gate: {name}: the header has no '{before}'. Fix: plant the change somewhere else.")
        return False
    result, words = verdict(name, old, changed_layout(header.replace(before, after, 1)))
    if result != expected:
        print(f"gate: {name}: {result} instead of {expected}:\n{words}")
    return result == expected


def main():
    with open(HEADER, encoding="utf-8") as file:
        header = file.read()
    old = changed_layout(header)
    right = [check(header, old, *change) for change in CHANGES]
    print(f"gate: {sum(right)} of {len(right)} changes judged rightly")
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
