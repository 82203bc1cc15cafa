#pragma once

#include "runtime/device/device.h"
#include "runtime/dispatch/dispatch.h"
#include "support/build.h"
#include "support/matchers.h"
#include "support/refuses.h"
#include "support/scripted_backend.h"

namespace vyre::test {

inline std::shared_ptr<runtime::Device> scripted_backend(
    const std::shared_ptr<Script>& script, runtime::ContextOptions options = {},
    const profile::DeviceProfile& profile = roomy_profile()) {
  auto context = runtime::Context::create(std::move(options));
  return std::make_shared<runtime::Device>(
      context, std::make_shared<ScriptedDevice>("scripted", profile, script));
}

// to[0] = from[0]
inline std::shared_ptr<const ir::Program> copies() {
  Build b({{"from", input(0, 1)}, {"to", in_out(1, 1)}});
  return b.finish({b.store("to", b.u32(0), b.load("from", b.u32(0)))});
}

inline std::shared_ptr<const ir::Program> writes_one() {
  Build b({{"out", output(0, 1)}});
  return b.finish({b.store("out", b.u32(0), b.u32(1))});
}

inline std::shared_ptr<runtime::Pipeline> pipeline_of(
    const std::shared_ptr<runtime::Device>& backend, std::shared_ptr<const ir::Program> ir) {
  auto context = runtime::Context::create({});
  auto program = std::make_shared<const runtime::Program>(context, std::move(ir));
  return value_of(runtime::Pipeline::create(backend, program, {}));
}

// Whole buffers, by slot.
inline std::vector<runtime::Binding> bindings_of(
    std::initializer_list<std::shared_ptr<runtime::Buffer>> buffers) {
  std::vector<runtime::Binding> bindings;
  for (const auto& buffer : buffers) {
    runtime::Binding& binding = bindings.emplace_back();
    binding.slot = static_cast<uint32_t>(bindings.size() - 1);
    binding.kind = runtime::BindKind::kBuffer;
    binding.buffer = buffer.get();
    binding.size = runtime::kWholeSize;
  }
  return bindings;
}

inline Status dispatch_on(const std::shared_ptr<runtime::Pipeline>& pipeline,
                          std::initializer_list<std::shared_ptr<runtime::Buffer>> buffers,
                          const runtime::DispatchOptions& options = {}) {
  return runtime::dispatch(pipeline, bindings_of(buffers), options).status();
}

}  // namespace vyre::test
