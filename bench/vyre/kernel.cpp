#include "kernel.h"

#include <algorithm>

namespace bench {

VyreKernel::VyreKernel(const VyreDevice& device, const std::string& program,
                       const std::array<uint64_t, 3>& counts, const std::array<uint32_t, 3>& grid)
    : pipeline_(device.create_pipeline(program)) {
  for (uint32_t slot = 0; slot < counts.size() && counts[slot] > 0; ++slot) {
    buffers_[slot] = device.create_buffer(counts[slot] * sizeof(uint32_t));
    bindings_[binding_count_++] = vyre_bind_buffer(slot, buffers_[slot].get());
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
  return seconds_of(result);
}

}  // namespace bench
