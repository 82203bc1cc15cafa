#pragma once

#include <atomic>
#include <memory>

namespace vyre::registry {

// What another room makes of an object and keeps with it, as the C face does its infos. It is made
// once, by who needs it first; from then on reading it takes no lock and allocates nothing. A copy
// of the object begins without.
class Attachment {
 public:
  class Made {
   public:
    virtual ~Made() = default;
  };

  Attachment() = default;
  Attachment(const Attachment&) noexcept {}
  Attachment& operator=(const Attachment&) noexcept {
    delete made_.exchange(nullptr);
    return *this;
  }
  ~Attachment() { delete made_.load(std::memory_order_relaxed); }

  const Made* get() const { return made_.load(std::memory_order_acquire); }  // null: none yet

  // Keeps |made|, unless another thread was first.
  void set(std::unique_ptr<const Made> made) const {
    const Made* none = nullptr;
    if (made_.compare_exchange_strong(none, made.get(), std::memory_order_acq_rel)) made.release();
  }

 private:
  mutable std::atomic<const Made*> made_ = nullptr;
};

}  // namespace vyre::registry
