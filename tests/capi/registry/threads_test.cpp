// Readers with views while others publish. Run under the thread sanitizer too.
#include "support/threads.h"

#include <gtest/gtest.h>

#include <atomic>

#include "capi/support/capi_support.h"

namespace vyre::test {
namespace {

constexpr int kPublishes = 5000;

std::atomic<int> destroyed = 0;

vyre_error* nothing(void*, const void*, size_t, vyre_writer*) { return nullptr; }

// The builtin ops and "round.op", whose law is |round| and whose callback counts its end.
vyre_registry* registry_of(vyre_context* context, int round) {
  const std::string law = std::to_string(round);
  const vyre_string laws[] = {c_string(law), c_string(law)};
  vyre_registry_builder* builder = nullptr;
  vyre_registry* registry = nullptr;
  vyre_op_desc desc = VYRE_OP_DESC_INIT;
  desc.id = vyre_str("round.op");
  desc.laws = laws;
  desc.law_count = 2;
  desc.reference = nothing;
  desc.reference_destroy = [](void*) { ++destroyed; };
  EXPECT_TRUE(ok(vyre_registry_builder_create(context, &builder)));
  EXPECT_TRUE(ok(vyre_registry_builder_add(builder, &desc)));
  EXPECT_TRUE(ok(vyre_registry_builder_finish(builder, &registry)));
  vyre_registry_builder_destroy(builder);
  return registry;
}

// Whether the op that |registry| holds is whole: found both ways, with both laws of one round.
bool is_whole(const vyre_registry* registry, vyre_op_id number) {
  const vyre_op* op = vyre_registry_lookup(registry, number);
  if (op == nullptr || vyre_registry_find(registry, vyre_str("round.op")) != op) return false;
  const vyre_string first = vyre_op_law(op, 0), second = vyre_op_law(op, 1);
  return first.size > 0 &&
         std::string_view(first.data, first.size) == std::string_view(second.data, second.size);
}

void publish_rounds(vyre_context* context) {
  for (int round = 0; round < kPublishes; ++round) {
    vyre_registry* next = registry_of(context, round);
    EXPECT_TRUE(ok(vyre_context_publish(context, next)));
    vyre_registry_destroy(next);
  }
}

TEST(RegistryThreads, EightReadersSeeWholeRegistriesWhileTwoPublish) {
  destroyed = 0;
  vyre_context* context = nullptr;
  vyre_op_id number = 0;
  ASSERT_TRUE(ok(vyre_context_create(nullptr, &context)));
  ASSERT_TRUE(ok(vyre_op_id_intern(vyre_str("round.op"), &number)));
  vyre_registry* first = registry_of(context, 0);
  ASSERT_TRUE(ok(vyre_context_publish(context, first)));
  vyre_registry_destroy(first);
  std::atomic<bool> done = false;
  std::atomic<uint64_t> torn = 0, seen = 0;
  Threads readers(8, [&](uint32_t) {
    vyre_registry_view* view = nullptr;
    EXPECT_TRUE(ok(vyre_registry_view_create(context, &view)));
    do {
      torn += is_whole(vyre_registry_view_get(view), number) ? 0 : 1;
      ++seen;
    } while (!done);
    vyre_registry_view_destroy(view);
  });
  on_threads(2, [&](uint32_t) { publish_rounds(context); });
  done = true;
  readers.join();
  EXPECT_EQ(torn, 0u);
  EXPECT_GE(seen, 8u);
  EXPECT_EQ(destroyed, 2 * kPublishes);  // all but the one that is published
  vyre_context_destroy(context);
  EXPECT_EQ(destroyed, 2 * kPublishes + 1);
}

}  // namespace
}  // namespace vyre::test
