#include <vyre_driver_tools.h>

#include <span>

#include "commands.h"
#include "constants.h"
#include "host/arguments.h"

namespace tool {

namespace {

using Emission = std::unique_ptr<vyre_emission, Destroy<vyre_emission_destroy>>;

// The code of each kernel as a file of |folder|: kernel0.spv, kernel1.spv.
std::optional<Failure> write_code(const std::string& folder, const vyre_emission_info& info) {
  for (size_t i = 0; i < info.kernel_count; ++i) {
    const std::string path =
        folder + "/kernel" + std::to_string(i) + '.' + std::string(view(info.aot_id));
    const vyre_bytes code = info.kernels[i]->code;
    const std::span bytes(static_cast<const uint8_t*>(code.data), code.size);
    if (const auto failure = write_file(path, bytes)) return failure;
  }
  return std::nullopt;
}

std::optional<Failure> write(const EmitOptions& options, const vyre_emission* emission) {
  const auto json =
      content_of<Bytes>([&](vyre_blob** out) { return vyre_emission_save(emission, out); });
  if (!json) return json.failure();
  if (const auto failure = write_file(options.result, *json)) return failure;
  if (options.code.empty()) return std::nullopt;
  return write_code(options.code, *vyre_emission_get_info(emission));
}

}  // namespace

int emit(const EmitOptions& options) {
  vyre_dispatch_desc launch = VYRE_DISPATCH_DESC_INIT;
  if (const auto failure = set_launch(options.grid, options.shape, launch)) return report(*failure);
  const Result<Loaded> loaded = load(options.program, options.device);
  if (!loaded) return report(loaded.failure());
  Device device;  // none: the least
  if (!options.device.device.empty()) {
    if (const auto failure = keep(open_device(loaded->context.get(), options.device), device))
      return report(*failure);
  }
  const auto constants = parse_constants(loaded->program.get(), options.constants);
  if (!constants) return report(constants.failure());
  vyre_pipeline_desc pipeline = VYRE_PIPELINE_DESC_INIT;
  pipeline.constants = constants->data();
  pipeline.constant_count = constants->size();
  vyre_emit_desc desc = VYRE_EMIT_DESC_INIT;
  desc.target = borrow(options.target);
  if (device) desc.device = vyre_device_get_info(device.get());
  desc.pipeline = &pipeline;
  desc.dispatch = &launch;
  const auto emission = make<Emission>(
      [&](vyre_emission** out) { return vyre_program_emit(loaded->program.get(), &desc, out); });
  if (!emission) return report(emission.failure());
  if (const auto failure = write(options, emission->get())) return report(*failure);
  return kExitOk;
}

}  // namespace tool
