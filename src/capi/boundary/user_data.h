#pragma once

#include <memory>
#include <vector>

#include "vyre_driver.h"

namespace vyre::capi {

// User data of a callback, with the function that frees it. Freed with this object once it is
// owned; before that, a call that fails leaves it to the caller.
class UserData {
 public:
  UserData(void* user, vyre_destroy_fn destroy) : user_(user), destroy_(destroy) {}
  UserData(const UserData&) = delete;
  UserData& operator=(const UserData&) = delete;
  ~UserData() {
    if (owned_ && destroy_ != nullptr) destroy_(user_);
  }

  void* get() const { return user_; }
  void own() { owned_ = true; }

 private:
  void* const user_;
  const vyre_destroy_fn destroy_;
  bool owned_ = false;
};

// That of all callbacks of one description.
class AllUserData {
 public:
  std::shared_ptr<UserData> add(void* user, vyre_destroy_fn destroy) {
    return all_.emplace_back(std::make_shared<UserData>(user, destroy));
  }
  void own() {
    for (const auto& data : all_) data->own();
  }

 private:
  std::vector<std::shared_ptr<UserData>> all_;
};

}  // namespace vyre::capi
