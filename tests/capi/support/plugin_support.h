#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "capi_support.h"
#include "plugin/modules/scripted_table.h"
#include "support/matchers.h"
#include "vyre_driver_plugin.h"

namespace vyre::test {

// A script with its table.
struct Scripted {
  Scripted() {
    script_init(&what, &vyre_error_create);
    scripted_table(&what, &table);
  }
  Scripted(const Scripted&) = delete;
  script what;
  vyre_backend_table table;
};

// A table of which call number |left| of one entry fails.
struct FailingOnce : Scripted {
  FailingOnce(int failing, uint32_t nth) : entry(failing), left(nth) {
    now = this;
    inner = table;
    table.allocate_unfilled = nullptr;
    replace<&vyre_backend_table::allocate_memory, ENTRY_allocate_memory>();
    replace<&vyre_backend_table::write_memory, ENTRY_write_memory>();
    replace<&vyre_backend_table::read_memory, ENTRY_read_memory>();
    replace<&vyre_backend_table::copy_memory, ENTRY_copy_memory>();
    replace<&vyre_backend_table::compile, ENTRY_compile>();
    replace<&vyre_backend_table::submit, ENTRY_submit>();
    replace<&vyre_backend_table::wait, ENTRY_wait>();
  }
  ~FailingOnce() { now = nullptr; }

  template <auto Member, int Entry>
  void replace() {
    table.*Member = [](auto... arguments) {
      vyre_error* const error = now->fails(Entry);
      return error != nullptr ? error : (now->inner.*Member)(arguments...);
    };
  }

  vyre_error* fails(int called) {
    if (called != entry || left == 0 || --left != 0) return nullptr;
    return vyre_error_create(VYRE_ERROR_DISPATCH_FAILED, 0, vyre_str("scripted. Fix: do not"));
  }

  static inline FailingOnce* now = nullptr;
  vyre_backend_table inner = VYRE_BACKEND_TABLE_INIT;
  const int entry;
  uint32_t left;
};

inline void expect_nothing_left(const script& what) {
  EXPECT_EQ(what.live_works, 0u);
  EXPECT_EQ(what.live_executables, 0u);
  EXPECT_EQ(what.live_memories, 0u);
  EXPECT_EQ(what.live_devices, 0u);
  EXPECT_EQ(what.destroyed, 1u);
}

// A context that finds no Vulkan loader: what is there is what the test adds, and the oracle.
inline Context new_context() {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.vulkan_library = vyre_str("/there/is/no/loader.so");
  return made<Context>(vyre_context_create, &desc);
}

// A context with the table added to it, and its device.
inline Opened open_table(const vyre_backend_table& table) {
  Opened opened;
  opened.context = new_context();
  EXPECT_TRUE(ok(vyre_context_add_backend(opened.context.get(), &table)));
  opened.device = open_device(opened.context, string_of(table.id));
  return opened;
}

// A table and its device: auto [scripted, opened] = On<Scripted>();
template <typename Table>
struct On {
  Table table;
  const Opened opened = open_table(table.table);
};

// out[i] = in[(i + 1) % n] + 1 by way of a buffer that every invocation writes before the barrier.
inline constexpr std::string_view kAcrossTheGrid = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [{"name": "in", "type": "U32", "count": 16, "binding": 0},
              {"name": "mid", "type": "U32", "count": 16, "binding": 1, "access": "read_write"},
              {"name": "out", "type": "U32", "count": 16, "binding": 2, "access": "write_only"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"let": "mine", "value": {"load": "in", "at": "i"}},
           {"store": "mid", "at": "i", "value": {"add": ["mine", 1]}},
           {"barrier": "grid_sync"},
           {"store": "out", "at": "i",
            "value": {"load": "mid", "at": {"mod": [{"add": ["i", 1]}, 16]}}},
           {"barrier": "grid_sync"},
           {"store": "mid", "at": "i", "value": {"add": [{"load": "out", "at": "i"}, "mine"]}}]
})";

// What dispatches of kAcrossTheGrid work on.
struct AcrossTheGrid {
  Words in = Words(16), mid = Words(16), out = Words(16);

  vyre_error* run(const Pipeline& pipeline) {
    return dispatch(pipeline, {bind_input(0, in), bind_inout(1, mid), bind_output(2, out)});
  }
};

// One dispatch of kIncrement; the first wrong element, or "".
std::string increments(const Pipeline& pipeline, uint32_t seed, uint32_t count);

// Uses the device through every public call and compares each result with what it must be.
void use_everything(const Opened& opened);

}  // namespace vyre::test
