// Bindings go by slot or name, never by position: every device gives every parameter the same
// bytes, in whatever order a program declares its parameters and a caller binds them.
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "capi/support/capi_support.h"

namespace vyre::test {
namespace {

constexpr uint32_t kCount = 12;

struct Declared {
  const char* name;
  uint32_t slot;
  const char* json;  // what follows name, type, count and slot
};

// Write-only, live-out, declared-output, in-out, persistent, uniform and read-only ones mixed.
constexpr Declared kParameters[] = {
    {"written", 9, R"("access": "write_only")"},
    {"left", 0, ""},
    {"live", 4, R"("live_out": true, "access": "read_write")"},
    {"kept", 7, R"("access": "read_write", "kind": "persistent")"},
    {"factor", 2, R"("access": "uniform")"},
    {"both", 5, R"("access": "read_write")"},
    {"result", 3, R"("output": true)"},
    {"right", 8, ""},
};

constexpr const char* kBody = R"([
  {"let": "i", "value": {"invocation_id": "x"}},
  {"let": "l", "value": {"load": "left", "at": "i"}},
  {"let": "r", "value": {"load": "right", "at": "i"}},
  {"store": "written", "at": "i", "value": {"add": ["l", "r"]}},
  {"store": "live", "at": "i", "value": {"add": [{"load": "live", "at": "i"}, {"mul": ["l", {"load": "factor", "at": "i"}]}]}},
  {"store": "result", "at": "i", "value": {"bit_xor": ["l", {"mul": ["r", 3]}]}},
  {"store": "both", "at": "i", "value": {"sub": [{"load": "both", "at": "i"}, "r"]}},
  {"store": "kept", "at": "i", "value": {"add": [{"load": "kept", "at": "i"}, 7]}}
])";

std::string program_with(const std::vector<size_t>& order) {
  std::string buffers;
  for (const size_t i : order) {
    const Declared& parameter = kParameters[i];
    buffers += (buffers.empty() ? "" : ",") + std::string(R"({"name": ")") + parameter.name +
               R"(", "type": "U32", "count": )" + std::to_string(kCount) + R"(, "binding": )" +
               std::to_string(parameter.slot) + (*parameter.json != '\0' ? ", " : "") +
               parameter.json + "}";
  }
  return R"({"workgroup_size": [4, 1, 1], "buffers": [)" + buffers + R"(], "body": )" + kBody + "}";
}

using Results = std::map<std::string, Words>;

// What is in them at first.
Results initial() {
  Results data;
  for (uint32_t i = 0; i < std::size(kParameters); ++i) {
    data[kParameters[i].name] = numbers(100 * i, kCount);
  }
  return data;
}

// Runs the program twice with fresh memory for everything; what the second run leaves.
Results run(const Opened& session, const std::vector<size_t>& declared,
            const std::vector<size_t>& bound, bool by_name) {
  const Pipeline pipeline = make_pipeline(session, program_with(declared));
  Results data = initial();
  Bindings bindings;
  for (const size_t i : bound) {
    const Declared& parameter = kParameters[i];
    Words& memory = data[parameter.name];
    const std::string name = parameter.name;
    const bool starts_zeroed = name == "written" || name == "live" || name == "result";
    const bool comes_back = name == "both" || name == "kept";
    vyre_binding binding = starts_zeroed ? bind_output(parameter.slot, memory)
                           : comes_back  ? bind_inout(parameter.slot, memory)
                                         : bind_input(parameter.slot, memory);
    if (by_name) binding = vyre_bind_name(parameter.name, binding);
    bindings.push_back(binding);
  }
  for (int launch = 0; launch < 2; ++launch) EXPECT_TRUE(ok(dispatch(pipeline, bindings)));
  return data;
}

// The slots of a pipeline's outputs, as the library lists them.
std::vector<uint32_t> output_slots(const Opened& session, const std::vector<size_t>& declared) {
  const Pipeline pipeline = make_pipeline(session, program_with(declared));
  const auto plan = made<Plan>(vyre_plan_create, pipeline.get(), nullptr, size_t{0}, nullptr);
  const vyre_plan_info* info = vyre_plan_get_info(plan.get());
  std::vector<uint32_t> slots;
  for (size_t i = 0; i < info->output_count; ++i) slots.push_back(info->outputs[i]->slot);
  return slots;
}

Results expected() {
  Results data = initial();
  for (uint32_t i = 0; i < kCount; ++i) {
    const uint32_t l = data["left"][i], r = data["right"][i];
    data["written"][i] = l + r;
    data["live"][i] = l * data["factor"][i];
    data["result"][i] = l ^ (r * 3);
    data["both"][i] -= 2 * r;
    data["kept"][i] += 2 * 7;
  }
  return data;
}

TEST(BindingOrder, ShuffledDeclarationsGiveTheSameOutputsOnEveryDevice) {
  const Opened oracle = open_device("cpu-ref");
  const Opened vulkan = open_device("vulkan");
  const Results wanted = expected();
  std::vector<size_t> declared(std::size(kParameters));
  std::iota(declared.begin(), declared.end(), 0);
  std::vector<size_t> bound = declared;
  uint32_t random = 79;
  const auto shuffle = [&random](std::vector<size_t>& order) {
    for (size_t i = order.size(); i > 1; --i) {
      random = random * 1664525u + 1013904223u;
      std::swap(order[i - 1], order[(random >> 8) % i]);
    }
  };
  for (int round = 0; round < 12; ++round) {
    shuffle(declared);
    shuffle(bound);
    const bool by_name = round % 2 == 1;
    EXPECT_EQ(run(oracle, declared, bound, by_name), wanted) << program_with(declared);
    EXPECT_EQ(run(vulkan, declared, bound, by_name), wanted) << program_with(declared);
    // Outputs: declared output, live-out, read-write and write-only, by slot. Persistent memory is
    // the caller's.
    EXPECT_EQ(output_slots(oracle, declared), (std::vector<uint32_t>{3, 4, 5, 9}));
    EXPECT_EQ(output_slots(vulkan, declared), (std::vector<uint32_t>{3, 4, 5, 9}));
  }
}

}  // namespace
}  // namespace vyre::test
