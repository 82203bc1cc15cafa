#include "backend/memory_account.h"

#include <algorithm>

namespace vyre::backend {

std::string memory_text(const MemoryUsage& usage) {
  const struct {
    const std::optional<uint64_t>& bytes;
    std::string_view what;
  } numbers[] = {
      {usage.total, " in all"},
      {usage.reserved, " reserved"},
      {usage.used, " in use"},
      {usage.peak, " at the peak"},
      {usage.budget, " for the process"},
      {usage.process, " used by it"},
  };
  std::string text = "bytes:";
  for (const auto& [bytes, what] : numbers) {
    if (bytes) text += concat(text.back() == ':' ? " " : ", ", *bytes, what);
  }
  return text;
}

void MemoryAccount::set_budget(Budget budget) {
  const std::lock_guard lock(mutex_);
  std::swap(budget_, budget);
}

uint64_t MemoryAccount::left() const { return budget_.bytes - std::min(budget_.bytes, reserved_); }

void MemoryAccount::add(uint64_t bytes) {
  reserved_ += bytes;
  peak_ = std::max(peak_, reserved_);
  ++allocations_;
}

Status MemoryAccount::take(uint64_t bytes, std::string_view device) {
  {
    const std::lock_guard lock(mutex_);
    if (bytes <= left()) {
      add(bytes);
      return {};
    }
  }
  VYRE_RETURN_IF_ERROR(ask(bytes, device));
  take_allowed(bytes);
  return {};
}

Status MemoryAccount::ask(uint64_t bytes, std::string_view device) {
  std::shared_ptr<BudgetOwner> owner;
  uint64_t reserved = 0;
  {
    const std::lock_guard lock(mutex_);
    owner = budget_.owner;
    reserved = reserved_;
  }
  if (owner == nullptr || !owner->allows(bytes, reserved)) return refusal(bytes, device);
  return {};
}

void MemoryAccount::take_allowed(uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  add(bytes);
}

Status MemoryAccount::refusal(uint64_t bytes, std::string_view device) const {
  uint64_t limit = 0;
  {
    const std::lock_guard lock(mutex_);
    limit = budget_.bytes;
  }
  return fail(Code::kDeviceOutOfMemory, "device '", device, "' may take ", limit, " bytes, and ",
              bytes, " more are requested (", memory_text(usage()),
              "). Fix: free buffers, or give it a larger budget (vyre_device_set_budget)");
}

uint64_t MemoryAccount::take_within_budget(uint64_t wanted, uint64_t needed) {
  const std::lock_guard lock(mutex_);
  const uint64_t bytes = wanted <= left() ? wanted : needed <= left() ? needed : 0;
  if (bytes != 0) add(bytes);
  return bytes;
}

void MemoryAccount::give_back(uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  reserved_ -= bytes;
}

void MemoryAccount::use(uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  used_ += bytes;
}

void MemoryAccount::end_use(uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  used_ -= bytes;
}

MemoryUsage MemoryAccount::usage() const {
  const std::lock_guard lock(mutex_);
  MemoryUsage usage;
  usage.reserved = reserved_;
  usage.used = used_;
  usage.peak = peak_;
  usage.allocations = allocations_;
  return usage;
}

Result<TakenMemory> TakenMemory::take(std::shared_ptr<MemoryAccount> account, uint64_t bytes,
                                      std::string_view device) {
  VYRE_RETURN_IF_ERROR(account->take(bytes, device));
  account->use(bytes);
  return TakenMemory(std::move(account), bytes);
}

TakenMemory::~TakenMemory() {
  if (account_ == nullptr) return;
  account_->end_use(bytes_);
  account_->give_back(bytes_);
}

}  // namespace vyre::backend
