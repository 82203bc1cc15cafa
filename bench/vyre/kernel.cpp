#include "kernel.h"

#include <algorithm>

#include "kernel_programs.h"

namespace bench {

VyreKernel::VyreKernel(const VyreDevice& device, const std::string& program,
                       const std::array<uint64_t, 3>& counts, const std::array<uint32_t, 3>& grid)
    : pipeline_(device.create_pipeline(program)) {
  for (uint32_t slot = 0; slot < counts.size() && counts[slot] > 0; ++slot) {
    buffers_[slot] = device.create_buffer(counts[slot] * sizeof(uint32_t));
    bindings_[binding_count_++] = vyre_bind_buffer(slot, buffers_[slot].get());
  }
  if (grid[0] == 0) return;
  std::copy(grid.begin(), grid.end(), std::begin(desc_.grid));
}

void VyreKernel::write(size_t slot, std::span<const uint32_t> words) {
  check(vyre_buffer_write(buffers_[slot].get(), 0, words.data(), words.size_bytes()));
}

void VyreKernel::read(size_t slot, std::span<uint32_t> words) const {
  check(vyre_buffer_read(buffers_[slot].get(), 0, words.data(), words.size_bytes()));
}

void VyreKernel::run() const {
  const vyre_dispatch_desc* const desc = desc_.grid[0] != 0 ? &desc_ : nullptr;
  check(vyre_dispatch(pipeline_.get(), bindings_.data(), binding_count_, desc, nullptr));
}

std::optional<double> VyreKernel::run_timed() const {
  vyre_dispatch_desc desc = desc_;
  desc.flags = VYRE_DISPATCH_TIMED;
  vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
  check(vyre_dispatch(pipeline_.get(), bindings_.data(), binding_count_, &desc, &result));
  if (result.device_ns == VYRE_UNKNOWN) return std::nullopt;
  return static_cast<double>(result.device_ns) * 1e-9;
}

VyreKernel resident_xor(const VyreDevice& device, const XorInputs& words) {
  const uint64_t count = words.left.size();
  VyreKernel kernel(device, xor_program(), {count, count, count}, {});
  kernel.write(0, words.left);
  kernel.write(1, words.right);
  return kernel;
}

}  // namespace bench
