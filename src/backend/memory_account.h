#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/status/status.h"

namespace vyre::backend {

// The memory of a device, as it is now. What is absent nobody knows.
struct MemoryUsage {
  std::optional<uint64_t> total, budget, process;             // the last two: of the whole process
  std::optional<uint64_t> reserved, used, peak, allocations;  // by the device object
};

// The numbers, for a message: "... of 64 bytes 48 are reserved, 40 of them in use, ...".
std::string memory_text(const MemoryUsage& usage);

// Decides about memory beyond a budget. No lock is held meanwhile.
class BudgetOwner {
 public:
  virtual ~BudgetOwner() = default;
  virtual bool allows(uint64_t wanted, uint64_t used) = 0;
};

struct Budget {
  uint64_t bytes = UINT64_MAX;
  std::shared_ptr<BudgetOwner> owner = nullptr;  // null: beyond it nothing is given
};

// What a device object, and those that recoveries put in its place, took from the driver, and how
// much it may take. Thread-safe.
class MemoryAccount {
 public:
  void set_budget(Budget budget);

  // |bytes|, all of them in one allocation. Beyond the budget its owner is asked first.
  Status take(uint64_t bytes, std::string_view device);
  // The two halves of the latter: asks for |bytes| beyond the budget; and takes what was allowed.
  Status ask(uint64_t bytes, std::string_view device);
  void take_allowed(uint64_t bytes);
  // |wanted|, else |needed|, else 0: without asking.
  uint64_t take_within_budget(uint64_t wanted, uint64_t needed);
  void give_back(uint64_t bytes);

  // Of what was taken.
  void use(uint64_t bytes);
  void end_use(uint64_t bytes);

  MemoryUsage usage() const;
  Status refusal(uint64_t bytes, std::string_view device) const;

 private:
  // These need mutex_.
  uint64_t left() const;
  void add(uint64_t bytes);

  mutable std::mutex mutex_;
  // State below is guarded by mutex_.
  Budget budget_;
  uint64_t reserved_ = 0;
  uint64_t used_ = 0;
  uint64_t peak_ = 0;
  uint64_t allocations_ = 0;
};

// Memory that is taken and used as long as this lives.
class TakenMemory {
 public:
  TakenMemory() = default;
  static Result<TakenMemory> take(std::shared_ptr<MemoryAccount> account, uint64_t bytes,
                                  std::string_view device);
  ~TakenMemory();
  TakenMemory(TakenMemory&& other) noexcept
      : account_(std::move(other.account_)), bytes_(other.bytes_) {}
  TakenMemory& operator=(TakenMemory&&) = delete;

 private:
  TakenMemory(std::shared_ptr<MemoryAccount> account, uint64_t bytes)
      : account_(std::move(account)), bytes_(bytes) {}

  std::shared_ptr<MemoryAccount> account_;  // null: nothing is taken
  uint64_t bytes_ = 0;
};

}  // namespace vyre::backend
