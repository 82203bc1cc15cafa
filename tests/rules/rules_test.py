#!/usr/bin/env python3
"""Each rule fails on a tree with one thing wrong, by the complaint that it has for that, and passes a clean one."""
import os
import re
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
CODE_ID = os.path.join(HERE, "../../src/runtime/kernel_cache/code_id.cmake")
BEGIN, END = "<!-- rooms: written by tests/rules/layers.py --write -->", "<!-- end of rooms -->"

ROOMS = """\
base   |      | what all use
ir     | base | programs
vulkan | base | devices
capi   | base ir | the C interface
only base/json: include <cjson/
only vulkan:    \\bVk[A-Z]
only capi:      include [<"]vyre_driver
never vulkan ir/types but vulkan/hooks: std::function
"""
CLEAN = {
    "src/rooms.txt": ROOMS,
    "src/base/status/status.h": "",
    "src/base/json/json.cpp": "#include <cjson/cJSON.h>\n",
    "src/ir/load.h": '#include "ir/wire/decode.h"\n',
    "src/ir/wire/decode.h": '#include "base/status/status.h"\n',
    "src/ir/types/type.h": "",
    "src/vulkan/device.cpp": '#include "base/status/status.h"\nVkDevice device;\n',
    "src/vulkan/hooks.h": "std::function<void()> patch;\n",
    "src/capi/program.cpp": '#include "vyre_driver.h"\n#include "base/status/status.h"\n#include "ir/load.h"\n',
    "tests/ir/load_test.cpp": '#include "ir/load.h"\n',
    "tools/vyre/main.cpp": '#include "vyre_driver.h"\n',
    "examples/double.c": '#include "vyre_driver.h"\n',
    "bench/copy.cpp": '#include "vyre_driver.h"\n',
    "bench/internal/ir.cpp": '#include "ir/load.h"\n',
    "scripts/build": "",
    "docs/architecture.md": f"# Rooms\n{BEGIN}\n{END}\n",
}


class Tree:
    """A repository in a temporary folder: CLEAN, and what |changes| says instead; None: not there."""

    def __init__(self, case, changes):
        folder = tempfile.TemporaryDirectory()
        case.addCleanup(folder.cleanup)
        self.root = folder.name
        subprocess.run(["git", "init", "-q", self.root], check=True)
        files = {**CLEAN, **changes}
        self.write({name: text for name, text in files.items() if text is not None})

    def write(self, files):
        for name, text in files.items():
            path = os.path.join(self.root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

    def run(self, rule, *options):
        command = [sys.executable, os.path.join(HERE, rule), *options, self.root]
        return subprocess.run(command, capture_output=True, text=True, check=False)


class Layers(unittest.TestCase):
    def complaints(self, changes, write=True):
        """The page is written first, unless it is what is looked at."""
        tree = Tree(self, changes)
        if write:
            tree.run("layers.py", "--write")
        done = tree.run("layers.py")
        lines = done.stderr.splitlines()
        self.assertEqual(done.returncode, 1 if lines else 0, done.stdout + done.stderr)
        return lines

    def fails(self, changes, complaint, write=True):
        found = self.complaints(changes, write)
        self.assertEqual(len(found), 1, found)
        self.assertRegex(found[0], complaint)

    def test_a_clean_tree_passes(self):
        self.assertEqual(self.complaints({}), [])

    def test_a_room_sees_what_does_not_stand_above_it(self):
        base, ir, rest = ROOMS.split("\n", 2)
        self.fails({"src/rooms.txt": "\n".join([ir, base, rest])}, "'ir' sees 'base', which does not stand above it")

    def test_an_include_that_no_line_allows(self):
        self.fails({"src/vulkan/device.cpp": '#include "base/status/status.h"\n#include "ir/load.h"\n'},
                   r"src/vulkan/device.cpp: 'vulkan' must not see 'ir' \(src/ir/load.h\)")

    def test_a_sight_that_nothing_uses(self):
        self.fails({"src/vulkan/device.cpp": "VkDevice device;\n"}, r"'vulkan' sees 'base', and no include uses it")

    def test_a_room_that_is_not_stated(self):
        self.fails({"src/cuda/device.cpp": ""}, r"src/cuda/device.cpp: room 'cuda' is not in src/rooms.txt")

    def test_a_circle_of_folders(self):
        self.fails({"src/ir/types/type.h": '#include "ir/wire/decode.h"\n',
                    "src/ir/wire/decode.h": '#include "base/status/status.h"\n#include "ir/types/type.h"\n'},
                   r"a circle of folders: src/ir/types src/ir/wire; src/ir/types/type.h includes src/ir/wire/decode.h; ")

    def test_a_circle_of_rooms(self):
        found = self.complaints({
            "src/rooms.txt": ROOMS.replace("base   |      |", "base   | ir   |"),
            "src/base/status/status.h": '#include "ir/wire/decode.h"\n'})
        self.assertEqual(len(found), 2, found)
        self.assertIn("'base' sees 'ir', which does not stand above it", found[0])
        self.assertIn("a circle of folders: src/base/status src/ir/wire", found[1])

    def test_a_folder_sees_the_face(self):
        self.fails({"src/ir/types/type.h": '#include "ir/face.h"\n', "src/ir/face.h": ""},
                   r"src/ir/types/type.h: a folder of 'ir' sees the room's face, src/ir/face.h")

    def test_a_folder_of_too_many_files(self):
        self.fails({f"src/ir/types/a{i}.h": "" for i in range(30)}, r"src/ir/types: 31 files, more than 30")

    def test_a_header_of_others_outside_its_folder(self):
        self.fails({"src/ir/types/type.h": "#include <cjson/cJSON.h>\n"},
                   r"src/ir/types/type.h: 'include <cjson/' may stand only in base/json")

    def test_vk_outside_its_room(self):
        self.fails({"src/ir/types/type.h": "VkBuffer buffer;\n"}, r"'VkB' may stand only in vulkan")

    def test_the_public_header_outside_the_interface(self):
        self.fails({"src/ir/types/type.h": '#include "vyre_driver.h"\n'},
                   r"""src/ir/types/type.h: 'include "vyre_driver' may stand only in capi""")

    def test_a_callback_where_none_is_handed_down(self):
        self.fails({"src/ir/types/type.h": "using Make = std::function<void()>;\n"},
                   r"src/ir/types/type.h: 'std::function' never stands in ir/types")
        self.fails({"src/vulkan/hooks_of_others.h": "std::function<void()> call;\n"},
                   r"src/vulkan/hooks_of_others.h: 'std::function' never stands in vulkan")

    def test_an_exception_that_is_not_needed(self):
        self.fails({"src/vulkan/hooks.h": ""}, r"'std::function' is allowed in vulkan/hooks, where it does not stand")

    def test_tool_example_and_benchmark_see_a_room(self):
        for name in ("tools/vyre/main.cpp", "examples/double.c", "bench/copy.cpp"):
            with self.subTest(name):
                self.fails({name: '#include "ir/load.h"\n'},
                           rf"{name}: sees more than the public headers: ir/load.h")

    def test_the_page_has_other_rooms(self):
        self.fails({}, r"the rooms are not those of src/rooms.txt", write=False)

    def test_the_page_has_no_place(self):
        self.fails({"docs/architecture.md": "# Rooms\n"}, r"has no place for the rooms")


# A case for each line of the table: where, and a line with the old word.
OLD_WORDS = [
    ("src/vulkan/a.h", "// Takes a slot."), ("src/vulkan/a.h", "SlotPool pool;"), ("src/vulkan/a.h", "Lease lease;"),
    ("src/vulkan/a.h", "bool lent_;"), ("docs/a.md", "A merged kernel."), ("src/vulkan/a.h", "GridParts parts;"),
    ("docs/a.md", "`find_fours` finds them."), ("src/spirv/a.h", "// in lockstep"), ("src/spirv/a.h", "TameLoops tame;"),
    ("src/spirv/a.h", "struct Four {"), ("src/spirv/body/a.h", "Id load_row(Id index);"),
    ("src/spirv/a.h", "bool told_;"), ("src/spirv/a.h", "Id privatized_gathered;"),
    ("src/vulkan/a.h", "int busy_workgroups;"), ("src/spirv/a.h", "bool loose_floats;"),
    ("src/runtime/a.h", "Recipe made;"), ("src/runtime/a.h", "CodeStore store;"), ("tests/differential/a.h", "Tally all;"),
    ("src/runtime/a.h", "bool until_stable;"), ("src/runtime/a.h", "class StepByStep;"), ("docs/a.md", "kept code"),
    ("src/runtime/a.h", "void side_by_side();"),
    ("docs/a.md", "`word_ranges`"), ("src/vulkan/a.h", "bool is_foreign();"),
    ("docs/a.md", "The C border."),
    ("bench/a.h", "Crew crew(4);"), ("bench/a.h", "HandDevice device;"), ("bench/a.h", "int own_cache;"),
    ("scripts/a", "optimisations"), ("docs/a.md", "specialised"), ("src/ir/a.h", "// behaviour"),
]
KEPT_WORDS = [
    ("docs/a.md", "`VYRE_CONTEXT_NO_OPTIMISATIONS` and a slot of the trace"), ("src/cache/a.h", "bool is_foreign;"),
    ("tools/vyre/a.cpp", "bool until_stable;"), ("tests/capi/a.c", "VYRE_DISPATCH_UNTIL_STABLE"),
    ("src/launch/a.h", "uint32_t slot;"), ("docs/b.md", "bindings by slot or name"),
]


class Words(unittest.TestCase):
    def complaints(self, changes):
        done = Tree(self, changes).run("words.py")
        lines = done.stderr.splitlines()
        self.assertEqual(done.returncode, 1 if lines else 0, done.stdout + done.stderr)
        return lines

    def test_a_clean_tree_passes(self):
        self.assertEqual(self.complaints({}), [])

    def test_an_old_word_is_named_with_its_place(self):
        """Each stands in a file of its own."""
        cases = {f"{os.path.dirname(name)}/case{i:02}.h": line for i, (name, line) in enumerate(OLD_WORDS)}
        found = self.complaints({name: f"\n{line}\n" for name, line in cases.items()})
        self.assertEqual(sorted(one.split(":")[1].strip() for one in found), sorted(cases))
        for one in found:
            self.assertRegex(one, r"words: [^:]+:2: '.+' is an old word. Fix: .")

    def test_a_file_may_not_have_one_as_its_name(self):
        found = self.complaints({"src/spirv/optimize/find_tame.cpp": ""})
        self.assertEqual(len(found), 1, found)
        self.assertIn("words: src/spirv/optimize/find_tame.cpp: 'find_tame' is an old word", found[0])

    def test_a_word_of_the_field_may_stand(self):
        self.assertEqual(self.complaints({name: line + "\n" for name, line in KEPT_WORDS}), [])

    def test_every_line_of_the_table_has_a_case(self):
        sys.path.insert(0, HERE)
        import words
        for old, where, _, _ in words.WORDS:
            hits = [line for name, line in OLD_WORDS if re.match(where, name) and re.search(old, line)]
            self.assertTrue(hits, old)


class CodeId(unittest.TestCase):
    def make(self, rooms):
        tree = Tree(self, {"src/empty/CMakeLists.txt": ""})
        out = os.path.join(tree.root, "code_id")
        done = subprocess.run(["cmake", f"-DROOT={tree.root}/src", f"-DROOMS={rooms}", f"-DOUT={out}", "-P", CODE_ID],
                              capture_output=True, text=True, check=False)
        text = ""
        if os.path.exists(out + ".cpp"):
            with open(out + ".cpp", encoding="utf-8") as file:
                text = file.read()
        return done, text

    def test_it_is_made_of_the_rooms_sources(self):
        done, text = self.make("base ir")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(text, r'return "[0-9a-f]{64}"')
        self.assertNotEqual(text, self.make("base")[1])

    def test_an_empty_room_is_an_error(self):
        done, text = self.make("base empty")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("src/empty has no sources", re.sub(r"\s+", " ", done.stderr))
        self.assertEqual(text, "")


if __name__ == "__main__":
    unittest.main()
