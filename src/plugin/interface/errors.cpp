#include "plugin/interface/errors.h"

#include <mutex>
#include <unordered_set>

#include "capi/boundary/guard.h"

namespace vyre::capi {
namespace {

struct Lent {
  std::mutex mutex;
  std::unordered_multiset<const vyre_error*> errors;  // guarded by mutex; static ones come again
};

Lent& lent() {
  static Lent all;
  return all;
}

}  // namespace

// What there is no memory to note will be taken for a stranger's, and is not freed.
vyre_error* lend_error(vyre_error* error) noexcept {
  if (error == nullptr) return nullptr;
  vyre_error* failure = guard([&]() -> Status {
    const std::lock_guard lock(lent().mutex);
    lent().errors.insert(error);
    return {};
  });
  vyre_error_destroy(failure);
  return error;
}

bool take_back_error(const vyre_error* error) noexcept {
  const std::lock_guard lock(lent().mutex);
  const auto found = lent().errors.find(error);
  if (found == lent().errors.end()) return false;
  lent().errors.erase(found);
  return true;
}

}  // namespace vyre::capi
