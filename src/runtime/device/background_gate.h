#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace vyre::runtime {

// Lets background work use a device that it does not keep: who ends the device closes the gate,
// which waits for those inside and lets nobody in any more. Shared by both sides.
class BackgroundGate {
 public:
  // Inside as long as this lives, where admitted() says so.
  class Pass {
   public:
    explicit Pass(BackgroundGate& gate) : gate_(gate), is_admitted_(gate.enter()) {}
    ~Pass() {
      if (is_admitted_) gate_.leave();
    }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    bool admitted() const { return is_admitted_; }

   private:
    BackgroundGate& gate_;
    const bool is_admitted_;
  };

  void close() {
    std::unique_lock lock(mutex_);
    is_closed_ = true;
    left_.wait(lock, [&] { return inside_ == 0; });
  }

 private:
  bool enter() {
    const std::lock_guard lock(mutex_);
    inside_ += is_closed_ ? 0 : 1;
    return !is_closed_;
  }
  void leave() {
    const std::lock_guard lock(mutex_);
    if (--inside_ == 0) left_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable left_;
  uint32_t inside_ = 0;  // guarded by mutex_
  bool is_closed_ = false;
};

}  // namespace vyre::runtime
