#pragma once

#include <memory>
#include <vector>

#include "vyre_driver.h"

namespace vyre::capi {

// Who gives a callback: what its code lies in, which ends after it, and whether an error that it
// has returned may be looked at, which is then the library's; null: every one.
struct CallbackOrigin {
  std::shared_ptr<const void> code = nullptr;
  bool (*takes)(const vyre_error* error) = nullptr;
};

// User data of a callback, with the function that frees it. Freed with this object once it is
// owned; before that, a call that fails leaves it to the caller.
class UserData {
 public:
  UserData(void* user, vyre_destroy_fn destroy, CallbackOrigin origin = {})
      : origin_(std::move(origin)), user_(user), destroy_(destroy) {}
  UserData(const UserData&) = delete;
  UserData& operator=(const UserData&) = delete;
  ~UserData() {
    if (owned_ && destroy_ != nullptr) destroy_(user_);
  }

  void* get() const { return user_; }
  bool takes(const vyre_error* error) const {
    return error == nullptr || origin_.takes == nullptr || origin_.takes(error);
  }
  void own() { owned_ = true; }

 private:
  const CallbackOrigin origin_;
  void* const user_;
  const vyre_destroy_fn destroy_;
  bool owned_ = false;
};

// That of all callbacks of one description.
class AllUserData {
 public:
  explicit AllUserData(CallbackOrigin origin = {}) : origin_(std::move(origin)) {}

  std::shared_ptr<UserData> add(void* user, vyre_destroy_fn destroy) {
    return all_.emplace_back(std::make_shared<UserData>(user, destroy, origin_));
  }
  void own() {
    for (const auto& data : all_) data->own();
  }

 private:
  CallbackOrigin origin_;
  std::vector<std::shared_ptr<UserData>> all_;
};

}  // namespace vyre::capi
