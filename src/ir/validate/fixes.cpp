#include "ir/validate/fixes.h"

#include <algorithm>
#include <iterator>

namespace vyre::ir {
namespace {

struct Row {
  std::string_view code;
  std::string_view fix;
};

constexpr std::string_view kDeclare = "declare it, or correct the name";
constexpr std::string_view kRename = "give it another name";
constexpr std::string_view kCastToU32 = "cast it to U32";

// In the order of docs/validation.md.
constexpr Row kRows[] = {
    {"R-REGION", "write statements, inside a region"},
    {"R-WG0", "make every axis at least 1"},
    {"R-NAME", kRename},
    {"R-BIND", "give it another slot"},
    {"R-WGCOUNT", "give it an element count"},
    {"R-OUTELEM", "use elements of a fixed type, such as U32"},
    {"V008", kRename},
    {"V009", "declare the buffer as read-write"},
    {"V025", "use a read-write buffer, or a barrier between plain stores"},
    {"V010",
     "move the barrier out of the condition or loop, or make its condition the same for all "
     "invocations of a workgroup"},
    {"V011", "use a variable of its own"},
    {"V012", "cast to U32, I32 or F32 on the way"},
    {"V023", "use elements of another type"},
    {"V013", "declare the buffer with a sized element, such as U8"},
    {"V014", "declare the buffer with U32 elements"},
    {"V016", "correct the name, or pass a registry that has the op"},
    {"V020", "pass an argument for each input of the op"},
    {"V021", "correct the declaration of the op"},
    {"V022", "cast the argument to what the op takes, or leave one output mark of several"},
    {"V018", "nest fewer statements, or split the program"},
    {"V019", "use a loop, or split the program"},
    {"V033", "keep a part of the expression in a variable"},
    {"V027", kCastToU32},
    {"R-ATOMVAL", kCastToU32},
    {"R-ATOMEXP", kCastToU32},
    {"R-ATOMSHAPE", "give an expected value to a compare-exchange and to nothing else"},
    {"V028", "cast it to F32"},
    {"V029", "cast one of them, so that both have one type"},
    {"V030", "use a kind that is registered, with a payload as it wants it"},
    {"V031", "use a kind that is registered"},
    {"R-SPEC",
     "say the same of a constant at each place, and keep names with 'vyre.' to the "
     "workgroup size"},
    {"V032", kRename},
    {"V034", "cast to another type, or choose another device"},
    {"V036", "use an index below the element count"},
    {"V041", "choose a device with subgroup operations, or use workgroup memory and barriers"},
    {"V046", "use declared buffers of one element type, on a device with collectives"},
    {"V042", "use another ordering"},
    {"V043", "use acq_rel, which orders both ways"},
    {"V044", "divide by another number"},
    {"V045", "cast the value to that type"},
    {"V047", "reduce U32, or use another operator"},
    {"R-REDUCE", "cast the value to U32 or F32"},
    {"V051", "pass it to a call, or load an element"},
    {"V052", kDeclare},
    {"V053", "pass a whole buffer"},
    {"V054", "pass a buffer with such elements"},
    {"V055", "let all invocations of a workgroup decide by the same value"},
    {"R-VAR", "bind it before it is used"},
    {"R-ASSIGN", "bind it before it is assigned"},
    {"R-LOADBUF", kDeclare},
    {"R-LENBUF", kDeclare},
    {"R-ATOMBUF", kDeclare},
    {"R-STOREBUF", kDeclare},
    {"R-ASSIGNBUF", "store to an element of a read-write buffer"},
    {"R-STOREACC", "declare the buffer as one that is written, an output for one"},
    {"R-STORETYPE", "cast the value to the type of the elements"},
    {"R-STOREINDEX", kCastToU32},
    {"R-AXIS", "use axis 0, 1 or 2"},
    {"R-IFTYPE", "compare it, or cast it to U32"},
    {"R-LOOPTYPE", kCastToU32},
    {"R-OPTYPE", "cast the operands to one type that the operator takes"},
    {"R-INDIRECT", "name a declared buffer and a multiple of 4"},
    {"R-TAG", "give it a tag"},
    {"R-UNREACH", "make the return the last statement of its list"},
    {"R-ALIAS", "put a barrier between the atomic and the plain access, or make both atomic"},
    {"R-SELFEXCL", "call it once in a program"},
    {"R-LINEAR", "use the buffer as its linear type promises, or leave that out"},
    {"R-SHAPE", "choose a count that keeps to the predicate"},
};

}  // namespace

std::string_view fix_of(std::string_view code) {
  const Row* row = std::ranges::find(kRows, code, &Row::code);
  return row != std::end(kRows) ? row->fix : std::string_view();
}

}  // namespace vyre::ir
