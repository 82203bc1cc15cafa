#include "plugin/interface/errors.h"

#include <mutex>
#include <unordered_set>

#include "capi/boundary/guard.h"

namespace vyre::plugin {
namespace {

struct Lent {
  std::mutex mutex;
  std::unordered_multiset<const vyre_error*> errors;  // guarded by mutex; static ones come again
};

Lent& zero_copy() {
  static Lent all;
  return all;
}

}  // namespace

// What there is no memory to note will be taken for a stranger's, and is not freed.
vyre_error* zero_copy_error(vyre_error* error) noexcept {
  if (error == nullptr) return nullptr;
  vyre_error* failure = capi::guard([&]() -> Status {
    const std::lock_guard lock(zero_copy().mutex);
    zero_copy().errors.insert(error);
    return {};
  });
  vyre_error_destroy(failure);
  return error;
}

bool take_back_error(const vyre_error* error) noexcept {
  const std::lock_guard lock(zero_copy().mutex);
  const auto found = zero_copy().errors.find(error);
  if (found == zero_copy().errors.end()) return false;
  zero_copy().errors.erase(found);
  return true;
}

}  // namespace vyre::plugin
