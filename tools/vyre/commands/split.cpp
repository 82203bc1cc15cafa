#include <algorithm>
#include <cstdio>

#include "commands.h"
#include "host/arguments.h"
#include "host/table.h"
#include "specialization.h"

namespace tool {

namespace {

// Buffers whose sizes the command line gives, as bindings.
Result<std::vector<vyre_binding>> sized_buffers(const SplitOptions& options,
                                                const std::vector<vyre_buffer_info>& buffers) {
  const auto sizes = parse_assignments(options.sizes, "--size");
  if (!sizes) return sizes.failure();
  std::vector<vyre_binding> bindings;
  for (const Assignment& size : *sizes) {
    const auto buffer =
        std::find_if(buffers.begin(), buffers.end(),
                     [&](const vyre_buffer_info& one) { return view(one.name) == size.name; });
    if (buffer == buffers.end())
      return Failure{"--size names '" + size.name +
                     "', which is no buffer of the program. Fix: see 'vyre check'."};
    const auto bytes = parse_number(size.value, UINT64_MAX, "--size of buffer '" + size.name + "'");
    if (!bytes) return bytes.failure();
    bindings.push_back(vyre_bind_zeros(buffer->slot, *bytes));
  }
  return bindings;
}

int print_split(const Pipeline& pipeline, const std::vector<vyre_binding>& bindings,
                const vyre_dispatch_desc& desc) {
  const auto text = collect<std::string>([&](char* memory, size_t capacity, size_t* size) {
    return vyre_pipeline_write_split(pipeline.get(), bindings.data(), bindings.size(), &desc,
                                     memory, capacity, size);
  });
  if (!text) return report(text.failure(), kExitFailed);
  std::fputs(text->c_str(), stdout);
  return kExitOk;
}

}  // namespace

int split(const SplitOptions& options) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  if (const auto failure = set_grid(options.grid, desc)) return report(*failure);
  const Result<Loaded> loaded = load(options.program, options.device);
  if (!loaded) return report(loaded.failure());
  const vyre_program* program = loaded->program.get();
  const auto buffers = buffers_of(program);
  if (!buffers) return report(buffers.failure());
  const auto bindings = sized_buffers(options, *buffers);
  if (!bindings) return report(bindings.failure());
  const Result<Backend> backend = acquire_backend(loaded->context.get(), options.device);
  if (!backend) return report(backend.failure());
  const auto values = parse_specs(program, options.specs);
  if (!values) return report(values.failure());
  const auto pipeline = compile(backend->get(), program, values->get());
  if (!pipeline) return report(pipeline.failure(), kExitFailed);
  return print_split(*pipeline, *bindings, desc);
}

}  // namespace tool
