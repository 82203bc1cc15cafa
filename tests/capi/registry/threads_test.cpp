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
Registry registry_of(const Context& context, int round) {
  const std::string law = std::to_string(round);
  const vyre_string laws[] = {c_string(law), c_string(law)};
  vyre_op_desc desc = VYRE_OP_DESC_INIT;
  desc.id = vyre_str("round.op");
  desc.laws = laws;
  desc.law_count = 2;
  desc.reference = nothing;
  desc.reference_destroy = [](void*) { ++destroyed; };
  const auto builder = made<RegistryBuilder>(vyre_registry_builder_create, context.get());
  EXPECT_TRUE(ok(vyre_registry_builder_add(builder.get(), &desc)));
  return made<Registry>(vyre_registry_builder_finish, builder.get());
}

void publish(const Context& context, int round) {
  EXPECT_TRUE(ok(vyre_context_publish(context.get(), registry_of(context, round).get())));
}

// Whether the op that |registry| holds is whole: found both ways, with both laws of one round.
bool is_whole(const vyre_registry* registry, vyre_op_id number) {
  const vyre_op* op = vyre_registry_lookup(registry, number);
  if (op == nullptr || vyre_registry_find(registry, vyre_str("round.op")) != op) return false;
  const vyre_string first = vyre_op_law(op, 0), second = vyre_op_law(op, 1);
  return first.size > 0 && string_of(first) == string_of(second);
}

TEST(RegistryThreads, EightReadersSeeWholeRegistriesWhileTwoPublish) {
  destroyed = 0;
  auto context = made<Context>(vyre_context_create, nullptr);
  vyre_op_id number = 0;
  ASSERT_TRUE(ok(vyre_op_id_intern(vyre_str("round.op"), &number)));
  publish(context, 0);
  std::atomic<bool> done = false;
  std::atomic<uint64_t> torn = 0, seen = 0;
  Threads readers(8, [&](uint32_t) {
    const auto view = made<Handle<vyre_registry_view, vyre_registry_view_destroy>>(
        vyre_registry_view_create, context.get());
    do {
      torn += is_whole(vyre_registry_view_get(view.get()), number) ? 0 : 1;
      ++seen;
    } while (!done);
  });
  on_threads(2, [&](uint32_t) {
    for (int round = 0; round < kPublishes; ++round) publish(context, round);
  });
  done = true;
  readers.join();
  EXPECT_EQ(torn, 0u);
  EXPECT_GE(seen, 8u);
  EXPECT_EQ(destroyed, 2 * kPublishes);  // all but the one that is published
  context.reset();
  EXPECT_EQ(destroyed, 2 * kPublishes + 1);
}

}  // namespace
}  // namespace vyre::test
