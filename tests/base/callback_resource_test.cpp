#include "base/memory/callback_resource.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <vector>

namespace vyre {
namespace {

struct Host {
  size_t live = 0;
  size_t limit = SIZE_MAX;
};

AllocationCallbacks callbacks(Host& host) {
  return {.allocate = [](void* user, size_t size, size_t alignment) -> void* {
            Host& self = *static_cast<Host*>(user);
            if (self.live + size > self.limit) return nullptr;
            self.live += size;
            return ::operator new(size, std::align_val_t(alignment));
          },
          .free =
              [](void* user, void* ptr, size_t size, size_t alignment) {
                static_cast<Host*>(user)->live -= size;
                ::operator delete(ptr, std::align_val_t(alignment));
              },
          .user = &host};
}

TEST(CallbackResource, GivesBackWhatItTook) {
  Host host;
  CallbackResource resource(callbacks(host));
  {
    std::pmr::vector<uint64_t> numbers(100, 7, &resource);
    EXPECT_EQ(host.live, 800u);
  }
  EXPECT_EQ(host.live, 0u);
}

TEST(CallbackResource, ANullAnswerIsBadAlloc) {
  Host host{.limit = 100};
  CallbackResource resource(callbacks(host));
  EXPECT_THROW(std::pmr::vector<uint64_t>(100, 7, &resource), std::bad_alloc);
  EXPECT_EQ(host.live, 0u);
}

}  // namespace
}  // namespace vyre
