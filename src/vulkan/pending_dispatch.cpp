#include "vulkan/pending_dispatch.h"

#include <algorithm>
#include <cstring>

namespace vyre::vulkan {
namespace {

struct TrapWords {
  uint32_t kind = 0;
  uint32_t site = 0;
  uint32_t value = 0;
  uint32_t number = 0;  // of the segment
};

struct TrapText {
  std::string_view what;
  std::string_view fix;
};

TrapText describe(spirv::TrapKind kind) {
  switch (kind) {
    case spirv::TrapKind::kNone:
      break;
    case spirv::TrapKind::kProgram:
      return {"the program trapped", "see what the program says about this trap"};
    case spirv::TrapKind::kLoopLimit:
      return {"the device stops every loop before its end here",
              "shorten the loops of one invocation or choose another device"};
    case spirv::TrapKind::kConversion:
      return {"a value cannot be converted", "keep the value inside the range of the target type"};
    case spirv::TrapKind::kKindMismatch:
      return {"a value is not of the kind that its use needs", "cast it before it is used"};
    case spirv::TrapKind::kNoMeaning:
      return {"the program reached what cannot be executed",
              "remove it, or do not let an invocation reach it"};
  }
  return {"the kernel reported an unknown trap", "report it with the program"};
}

}  // namespace

backend::PendingState PendingDispatch::wait(backend::Deadline deadline) {
  if (state_ != backend::PendingState::kPending) return state_;
  Result<bool> over = core_->queue().wait(lease_.number(), deadline);
  if (over.ok() && !over.value()) return state_;
  if (over.ok()) {
    finish();
  } else {
    failure_ = std::move(over).status();
  }
  state_ = failure_.ok() ? backend::PendingState::kReady : backend::PendingState::kFailed;
  return state_;
}

void PendingDispatch::finish() {
  const auto host_time = std::chrono::steady_clock::now() - start_;
  timing_.host_ns = static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(host_time).count());
  if (timed_) timing_.device_ns = lease_.slot().device_time();
  failure_ = trap_status();
}

Status PendingDispatch::trap_status() const {
  const Slot& slot = lease_.slot();
  const auto can_trap = [](const auto& kernel) { return kernel->can_trap(); };
  if (std::none_of(slot.kernels.begin(), slot.kernels.end(), can_trap)) return {};
  TrapWords words;
  std::memcpy(&words, slot.trap.data(), sizeof words);
  if (words.kind == 0) return {};
  Tally::add(core_->device().tally().traps);
  const auto trapped = [&](const auto& kernel) { return kernel->segment_number() == words.number; };
  const auto kernel = std::find_if(slot.kernels.begin(), slot.kernels.end(), trapped);
  const std::string_view site =
      kernel == slot.kernels.end() ? "unknown" : (*kernel)->trap_site(words.site);
  const TrapText text = describe(static_cast<spirv::TrapKind>(words.kind));
  return fail(Code::kDispatchFailed, text.what, ": ", site, ", value ", words.value, " (trap kind ",
              words.kind, "). Fix: ", text.fix);
}

Status PendingDispatch::status() { return failure_.ok() ? Status() : Status(failure_.info()); }

std::optional<size_t> PendingDispatch::find_binding(uint32_t binding) const {
  const std::vector<KernelBinding>& bindings = lease_.slot().kernels.front()->bindings();
  for (size_t i = 0; i < bindings.size(); ++i) {
    if (bindings[i].index == binding) return i;
  }
  return std::nullopt;
}

Status PendingDispatch::read(uint32_t binding, uint64_t offset, std::span<std::byte> out) {
  if (state_ != backend::PendingState::kReady) {
    return fail(Code::kInvalidArgument, "binding ", binding,
                " is read before the dispatch has succeeded. Fix: wait until it is ready");
  }
  const std::optional<size_t> i = find_binding(binding);
  const auto bytes = i ? lease_.slot().staging[*i].result : std::span<const std::byte>();
  if (offset > bytes.size() || out.size() > bytes.size() - offset) {
    return fail(Code::kInvalidArgument, "bytes ", offset, " to ", offset, " + ", out.size(),
                " of binding ", binding, " are read, ", bytes.size(),
                " were kept. Fix: submit the binding with read_back and read inside it");
  }
  if (!out.empty()) std::memcpy(out.data(), bytes.data() + offset, out.size());
  return {};
}

}  // namespace vyre::vulkan
