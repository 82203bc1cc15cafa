#include "kernel.h"

#include <algorithm>

namespace bench {

VyreKernel::VyreKernel(const VyreDevice& device, const std::string& program,
                       const std::array<uint64_t, 3>& counts, const std::array<uint32_t, 3>& grid) {
  vyre_program* read = nullptr;
  check(vyre_program_from_json(device.context(), {program.data(), program.size()}, &read));
  const Owner<vyre_program, vyre_program_destroy> owner(read);
  vyre_pipeline* pipeline = nullptr;
  check(vyre_pipeline_create(device.backend(), read, nullptr, &pipeline));
  pipeline_.reset(pipeline);
  for (uint32_t slot = 0; slot < counts.size() && counts[slot] > 0; ++slot) {
    vyre_buffer* buffer = nullptr;
    check(vyre_buffer_create(device.backend(), counts[slot] * sizeof(uint32_t), &buffer));
    buffers_[slot].reset(buffer);
    bindings_[binding_count_++] = vyre_bind_buffer(slot, buffer);
  }
  if (grid[0] == 0) return;
  desc_.set = VYRE_DISPATCH_SET_GRID;
  std::copy(grid.begin(), grid.end(), std::begin(desc_.grid));
}

void VyreKernel::write(size_t slot, std::span<const uint32_t> words) {
  check(vyre_buffer_write(buffers_[slot].get(), 0, words.data(), words.size_bytes()));
}

void VyreKernel::read(size_t slot, std::span<uint32_t> words) const {
  check(vyre_buffer_read(buffers_[slot].get(), 0, words.data(), words.size_bytes()));
}

void VyreKernel::dispatch(vyre_dispatch_result& result) {
  check(vyre_dispatch(pipeline_.get(), bindings_.data(), binding_count_, &desc_, &result));
}

void VyreKernel::run() {
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  desc_.flags = 0;
  dispatch(result);
}

std::optional<double> VyreKernel::run_timed() {
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  desc_.flags = VYRE_DISPATCH_TIMED;
  dispatch(result);
  if ((result.set & VYRE_RESULT_DEVICE_NS) == 0) return std::nullopt;
  return static_cast<double>(result.device_ns) * 1e-9;
}

}  // namespace bench
