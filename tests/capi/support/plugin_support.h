#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>

#include "capi_support.h"
#include "plugin/modules/scripted_table.h"
#include "support/matchers.h"

namespace vyre::test {

inline vyre_error* create_error(int32_t code, int64_t, vyre_string text) {
  return vyre_error_create(code, text);
}

// A script with its table.
struct Scripted {
  Scripted() {
    script_init(&what, &create_error);
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
    return vyre_error_create(VYRE_ERROR_DISPATCH_FAILED, vyre_str("scripted. Fix: do not"));
  }

  static inline FailingOnce* now = nullptr;
  vyre_backend_table inner = VYRE_BACKEND_TABLE_INIT;
  const int entry;
  uint32_t left;
};

struct DestroyContext {
  void operator()(vyre_context* context) const { vyre_context_destroy(context); }
};
struct DestroyBackend {
  void operator()(vyre_backend* backend) const { vyre_backend_destroy(backend); }
};
struct DestroyBuffer {
  void operator()(vyre_buffer* buffer) const { vyre_buffer_destroy(buffer); }
};
struct DestroyPending {
  void operator()(vyre_pending* pending) const { vyre_pending_destroy(pending); }
};
using Context = std::unique_ptr<vyre_context, DestroyContext>;
using BackendHandle = std::unique_ptr<vyre_backend, DestroyBackend>;
using Buffer = std::unique_ptr<vyre_buffer, DestroyBuffer>;
using PendingHandle = std::unique_ptr<vyre_pending, DestroyPending>;

inline void expect_nothing_left(const script& what) {
  EXPECT_EQ(what.live_works, 0u);
  EXPECT_EQ(what.live_executables, 0u);
  EXPECT_EQ(what.live_memories, 0u);
  EXPECT_EQ(what.live_devices, 0u);
  EXPECT_EQ(what.destroyed, 1u);
}

inline Context context_of(const vyre_context_desc* desc) {
  vyre_context* context = nullptr;
  EXPECT_TRUE(ok(vyre_context_create(desc, &context)));
  return Context(context);
}

// A context that finds no Vulkan loader: what is there is what the test adds, and the oracle.
inline Context new_context() {
  vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
  desc.vulkan_library = vyre_str("/there/is/no/loader.so");
  return context_of(&desc);
}

inline BackendHandle acquire(const Context& context, std::string_view id) {
  vyre_backend* backend = nullptr;
  EXPECT_TRUE(ok(vyre_backend_acquire(context.get(), c_string(id), nullptr, &backend)));
  return BackendHandle(backend);
}

// A context with the table added to it, and its backend.
struct Opened {
  Opened() = default;
  Opened(const vyre_context_desc* desc, std::string_view id)
      : context(context_of(desc)), backend(acquire(context, id)) {}
  explicit Opened(const vyre_backend_table& table) : context(new_context()) {
    EXPECT_TRUE(ok(vyre_context_add_backend(context.get(), &table)));
    backend = acquire(context, {table.id.data, table.id.size});
  }
  Context context;
  BackendHandle backend;
};

inline vyre_error* try_pipeline(vyre_context* context, vyre_backend* backend, std::string_view json,
                                Pipeline* out) {
  vyre_program* program = nullptr;
  vyre_pipeline* pipeline = nullptr;
  EXPECT_TRUE(ok(vyre_program_from_json(context, c_string(json), &program)));
  vyre_error* error = vyre_pipeline_create(backend, program, nullptr, &pipeline);
  vyre_program_destroy(program);
  out->reset(pipeline);
  return error;
}

inline Pipeline make_pipeline(const Opened& opened, std::string_view json) {
  Pipeline pipeline;
  EXPECT_TRUE(ok(try_pipeline(opened.context.get(), opened.backend.get(), json, &pipeline)));
  return pipeline;
}

inline Buffer make_buffer(const Opened& opened, uint64_t size) {
  vyre_buffer* buffer = nullptr;
  EXPECT_TRUE(ok(vyre_buffer_create(opened.backend.get(), size, &buffer)));
  return Buffer(buffer);
}

// A dispatch under way; without the handle it goes on by itself.
inline PendingHandle begin_dispatch(const Pipeline& pipeline,
                                    std::span<const vyre_binding> bindings,
                                    const vyre_dispatch_desc* desc = nullptr) {
  vyre_pending* made = nullptr;
  EXPECT_TRUE(
      ok(vyre_dispatch_async(pipeline.get(), bindings.data(), bindings.size(), desc, &made)));
  return PendingHandle(made);
}

// What an error says, with its code: "1005 text". The error is destroyed.
inline std::string said(vyre_error* error) {
  if (error == nullptr) return "success";
  const std::string text = text_of(error);
  return std::to_string(vyre_error_consume(error)) + " " + text;
}

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
    const std::array bindings = {vyre_bind_input(0, in.data(), 64),
                                 vyre_bind_inout(1, mid.data(), 64),
                                 vyre_bind_output(2, out.data(), 64)};
    return vyre_dispatch(pipeline.get(), bindings.data(), 3, nullptr, nullptr);
  }
};

// One dispatch of kIncrement; the first wrong element, or "".
std::string increments(vyre_pipeline* pipeline, uint32_t seed, uint32_t count);

// Uses the backend through every public call and compares each result with what it must be.
void use_everything(const Opened& opened);

}  // namespace vyre::test
