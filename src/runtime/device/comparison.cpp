#include "runtime/device/comparison.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "backend/check.h"
#include "kernel_host/builtin_programs.h"
#include "runtime/context/context.h"

namespace vyre::runtime {

using kernel_host::kChanged;

namespace {

constexpr uint32_t kMaxWidth = 256;
constexpr uint64_t kMaxWords = uint64_t{16} << 20;

uint32_t width_on(const profile::DeviceProfile& profile) {
  const uint32_t most = std::min(profile.max_workgroup_size[0], profile.max_workgroup_invocations);
  return std::clamp(most, 1u, kMaxWidth);
}

// Within one grid and one binding of the device.
uint64_t piece_words_on(const profile::DeviceProfile& profile, uint32_t width) {
  constexpr uint64_t kWord = sizeof(uint32_t);
  uint64_t words = std::min(kMaxWords, uint64_t{profile.max_workgroup_count[0]} * width);
  if (profile.max_buffer_bytes != 0) words = std::min(words, profile.max_buffer_bytes / kWord);
  words = std::max(words, uint64_t{1});
  const uint64_t alignment = std::max(profile.buffer_offset_alignment / kWord, uint64_t{1});
  return words < alignment ? words : words / alignment * alignment;
}

}  // namespace

Result<std::shared_ptr<const Comparison>> Comparison::create(const Device& device,
                                                             uint64_t generation) {
  const profile::DeviceProfile& profile = device.profile();
  const std::shared_ptr<Comparison> made(new Comparison());
  made->generation_ = generation;
  made->width_ = width_on(profile);
  made->piece_words_ = piece_words_on(profile, made->width_);
  VYRE_ASSIGN_OR_RETURN(auto program,
                        kernel_host::comparing_program(made->width_, device.context().memory()));
  program = keep_memory(std::move(program), device.context());
  VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan, launch::BindingPlan::create(*program));
  launch::KernelSource source{std::move(program),
                              std::make_shared<const launch::BindingPlan>(std::move(plan)),
                              {made->width_, 1, 1}};
  source.launch = launch::declared_launch(*source.plan);
  VYRE_ASSIGN_OR_RETURN(made->executable_, device.compile(generation, source));
  made->source_ = std::move(source);
  return std::shared_ptr<const Comparison>(made);
}

Result<std::unique_ptr<backend::DeviceWork>> Comparison::submit(
    const Device& device, const backend::BufferUse& before, const backend::BufferUse& after) const {
  std::array<backend::BufferUse, kChanged + 1> uses = {before, after, {}};
  uses[kChanged].size = sizeof(uint32_t);
  uses[kChanged].read_back = true;
  const uint64_t words = before.size / sizeof(uint32_t);
  backend::Dispatch dispatch;
  dispatch.executables = {&executable_, 1};
  dispatch.grid[0] = static_cast<uint32_t>((words + width_ - 1) / width_);
  dispatch.buffers = uses;
  VYRE_ASSIGN_OR_RETURN(const auto raw, device.use(generation_));
  VYRE_RETURN_IF_ERROR(backend::check_dispatch(*raw, source_, dispatch));
  return raw->submit(dispatch);
}

Result<bool> Comparison::differ(backend::DeviceWork& work) {
  uint32_t changed = 0;
  VYRE_RETURN_IF_ERROR(work.read(kChanged, 0, std::as_writable_bytes(std::span(&changed, 1))));
  return changed != 0;
}

// Whoever asks first compiles, others wait for that one.
Result<std::shared_ptr<const Comparison>> Device::comparison(uint64_t generation) const {
  const std::lock_guard lock(comparison_mutex_);
  if (comparison_ == nullptr || comparison_->generation() != generation) {
    VYRE_ASSIGN_OR_RETURN(comparison_, Comparison::create(*this, generation));
  }
  return comparison_;
}

}  // namespace vyre::runtime
