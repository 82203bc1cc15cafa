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
    "tools/vyre/commands/conform_main.cpp": '#include "ir/load.h"\n',
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
    ("docs/a.md", "The C border."), ("tests/capi/a.c", "vyre_pending* started;"), ("docs/a.md", "pending work"),
    ("docs/a.md", "A specialization value."), ("tools/vyre/a.h", "device_profile"), ("include/a.h", "/* polls it */"),
    ("include/a.h", "uint64_t most_bytes;"),
    ("bench/a.h", "Crew crew(4);"), ("bench/a.h", "HandDevice device;"), ("bench/a.h", "int own_cache;"),
    ("scripts/a", "optimisations"), ("docs/a.md", "specialised"), ("src/ir/a.h", "// behaviour"),
]
KEPT_WORDS = [
    ("docs/a.md", "`VYRE_CONTEXT_NO_OPTIMISATIONS` and a slot of the trace"), ("src/cache/a.h", "bool is_foreign;"),
    ("tools/vyre/a.cpp", "bool until_stable;"), ("tests/capi/a.c", "VYRE_DISPATCH_UNTIL_STABLE"),
    ("src/launch/a.h", "uint32_t slot;"), ("docs/b.md", "bindings by slot or name"),
    ("docs/lowering.md", "while its copy is pending"), ("src/runtime/b.h", "bool pending;"),
    ("include/b.h", "VYRE_ERROR_CANCELLED"), ("docs/c.md", "`at_least` and almost_all"),
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


HEADER = """\
/* vyre_driver.h: what the test needs. vyre_thing_create makes a thing. */
#define VYRE_ABI_VERSION 2

typedef struct vyre_thing vyre_thing; /* a thing */

typedef uint64_t vyre_thing_flags;               /* of a thing */
#define VYRE_THING_ROUND (UINT64_C(1) << 0) /* it is round */

/* How it is made. */
typedef struct vyre_thing_desc {
  size_t struct_size;
  vyre_thing_flags flags;
} vyre_thing_desc;

/* Makes it.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_thing_create(const vyre_thing_desc* desc, vyre_thing** out_thing);

/* Ends it. */
VYRE_API void vyre_thing_destroy(vyre_thing* thing);

/* ---- All functions of this header ----
 * vyre_thing_create, vyre_thing_destroy */
"""
PAGE = """\
`vyre_thing_desc.flags` has `VYRE_THING_ROUND`; `vyre_thing_*` are the functions.

<!-- examples/double.c -->
```c
#include "vyre_driver.h"
```
"""


class Interface(unittest.TestCase):
    def complaints(self, header=HEADER, page=PAGE, write=True, readme=""):
        """What scripts/api makes of the header is written first, unless it is what is looked at."""
        with open(os.path.join(HERE, "../../scripts/api"), encoding="utf-8") as file:
            api = file.read()
        codes = 'VYRE_CODE(2002, kNotFound, NOT_FOUND, kCall, "none")\n'
        tree = Tree(self, {"scripts/api": api, "src/base/status/codes.def": codes, "docs/page.md": page, "README.md": readme,
                           "include/vyre_driver.h": header, "include/vyre_driver.api.json": "{}\n"})
        if write:
            subprocess.run([sys.executable, os.path.join(tree.root, "scripts/api"), "--write"], check=True)
        done = tree.run("interface.py")
        lines = done.stderr.splitlines()
        self.assertEqual(done.returncode, 1 if lines else 0, done.stdout + done.stderr)
        return lines

    def fails(self, complaint, **changes):
        found = self.complaints(**changes)
        self.assertEqual(len(found), 1, found)
        self.assertRegex(found[0], complaint)

    def without(self, text, instead=""):
        self.assertIn(text, HEADER)
        return HEADER.replace(text, instead)

    def test_a_clean_tree_passes(self):
        self.assertEqual(self.complaints(), [])

    def test_the_json_is_another(self):
        self.fails("vyre_driver.api.json is not what the headers say. Fix: scripts/api --write", write=False)

    def test_a_comment_is_missing(self):
        for text, name in [("/* Ends it. */\n", "vyre_thing_destroy"), ("/* How it is made. */\n", "vyre_thing_desc"),
                           (" /* a thing */", "vyre_thing"), (" /* it is round */", "VYRE_THING_ROUND")]:
            self.fails(f"{name} has no comment", header=self.without(text))

    def test_a_function_shares_the_comment_of_the_one_above(self):
        both = "VYRE_API void vyre_thing_destroy(vyre_thing* thing);\n"
        header = self.without(both, both + both.replace("destroy", "forget"))
        self.assertEqual(self.complaints(header=header.replace("_destroy */", "_destroy vyre_thing_forget */")), [])

    def test_errors_are_not_told(self):
        self.fails("vyre_thing_create: its comment has no 'Errors:'", header=self.without("\n * Errors: none beyond the usual."))

    def test_the_list_at_the_end(self):
        self.fails("the list at its end has vyre_thing_destroy 0 times", header=self.without(", vyre_thing_destroy */", " */"))
        self.fails("the list at its end has vyre_thing_destroy 2 times",
                   header=self.without("_destroy */", "_destroy vyre_thing_destroy */"))
        self.fails("the list at its end has vyre_thing_get, which it does not declare",
                   header=self.without("_destroy */", "_destroy vyre_thing_get */"))

    def test_a_name_that_no_header_declares(self):
        self.fails("include/vyre_driver.h: 'vyre_thing_make' is not declared",
                   header=self.without("test needs. vyre_thing_create", "test needs. vyre_thing_make"))
        for name in ("vyre_pending", "VYRE_THING_SQUARE", "vyre_other_*"):
            self.fails(rf"docs/page.md: '{name.rstrip('*')}' is not declared by any header", page=f"`{name}`\n")
        self.fails("'vyre_thing_desc.size' is not declared by any header", page="`vyre_thing_desc.size`\n")

    def test_a_file_is_quoted_otherwise(self):
        self.fails("docs/page.md: does not quote examples/double.c as it is", page=PAGE.replace(".h", ".hpp"))
        self.fails("docs/page.md: quotes examples/none.c, which is not there", page=PAGE.replace("double", "none"))

    def test_a_first_program_is_long(self):
        quote = "<!-- docs/page.md -->\n```c\n" + "int x;\n" * 41 + "```\n"
        self.fails("README.md: does not quote docs/page.md as it is", readme=quote)  # no program
        found = self.complaints(readme=quote.replace("docs/page.md", "examples/double.c"))
        self.assertIn("quotes examples/double.c of 41 lines, a first program has at most 40", found[-1])


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
