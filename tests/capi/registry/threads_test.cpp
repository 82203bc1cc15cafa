// Readers with views while others publish. Run under the thread sanitizer too.
#include "support/threads.h"

#include <gtest/gtest.h>

#include <atomic>

#include "capi/support/capi_support.h"
#include "vyre_driver_registry.h"

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
  EXPECT_TRUE(ok(vyre_registry_builder_add_op(builder.get(), &desc)));
  return made<Registry>(vyre_registry_builder_finish, builder.get());
}

void publish(const Context& context, int round) {
  EXPECT_TRUE(ok(vyre_context_publish(context.get(), registry_of(context, round).get(), nullptr)));
}

// Whether the op that |registry| holds is whole: found both ways, with both laws of one round.
bool is_whole(const vyre_registry* registry, vyre_op_id number) {
  const vyre_op* op = vyre_registry_find(registry, vyre_op_id_name(number));
  const vyre_registry_info* all = vyre_registry_get_info(registry);
  if (op == nullptr || all->op_count != 1 || all->ops[0] != op) return false;
  const vyre_op_info* info = vyre_op_get_info(op);
  return info->law_count == 2 && info->laws[0]->size > 0 &&
         string_of(*info->laws[0]) == string_of(*info->laws[1]);
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

// One more op in what is current; again when somebody else was faster.
void add_op(const Context& context, const std::string& id) {
  for (bool published = false; !published;) {
    const auto current = made<Registry>(vyre_context_get_registry, context.get());
    const auto builder = made<RegistryBuilder>(vyre_registry_builder_create, context.get());
    vyre_op_desc desc = VYRE_OP_DESC_INIT;
    desc.id = c_string(id);
    EXPECT_TRUE(ok(vyre_registry_builder_add_registry(builder.get(), current.get())));
    EXPECT_TRUE(ok(vyre_registry_builder_add_op(builder.get(), &desc)));
    const auto next = made<Registry>(vyre_registry_builder_finish, builder.get());
    const Error error(vyre_context_publish(context.get(), next.get(), current.get()));
    published = error == nullptr;
    EXPECT_EQ(vyre_error_get_code(error.get()),
              published ? VYRE_OK : VYRE_ERROR_ALREADY_REGISTERED);
  }
}

TEST(RegistryThreads, FourThreadsAddOpsAndNoneIsLost) {
  const auto context = made<Context>(vyre_context_create, nullptr);
  on_threads(4, [&](uint32_t thread) {
    for (int i = 0; i < 25; ++i) {
      add_op(context, "added." + std::to_string(thread) + "." + std::to_string(i));
    }
  });
  const auto registry = made<Registry>(vyre_context_get_registry, context.get());
  EXPECT_EQ(vyre_registry_get_info(registry.get())->op_count, 5u + 4 * 25);
}

}  // namespace
}  // namespace vyre::test
