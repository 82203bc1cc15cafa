// Steps that get other parts of buffers again and again, beside the same computed here.
#include <random>

#include "capi/support/each_backend.h"
#include "capi/support/sequence_support.h"

namespace vyre::test {
namespace {

constexpr uint32_t kSteps = 5;
constexpr uint32_t kBuffers = 4;
constexpr uint32_t kParts = 4;  // of a buffer
constexpr size_t kPart = 64;    // words of a part

struct Part {
  uint32_t buffer = 0;
  uint32_t part = 0;
  bool operator==(const Part&) const = default;
};

// Adds 1 to a part, into another.
struct Step {
  Part from, to;
  bool overlaps() const { return from == to; }
};

class SequenceRebinding : public EachBackend {
 protected:
  SequenceRebinding() : held_(kBuffers, Words(kParts * kPart)) {
    uint32_t next = 0;
    for (Words& words : held_) {
      for (uint32_t& word : words) word = next++ * 1000;
      buffers_.push_back(make_buffer(opened_, words.size() * 4));
      write(buffers_.back(), words);
    }
  }

  uint32_t any(uint32_t below) { return std::uniform_int_distribution(0u, below - 1)(random_); }
  Part part() { return {any(kBuffers), any(kParts)}; }
  Step step() {
    Step made{part(), part()};
    while (made.overlaps()) made.to = part();
    return made;
  }
  vyre_binding bind(uint32_t slot, const Part& part) const {
    return vyre_bind_range(slot, buffers_[part.buffer].get(), part.part * kPart * 4, kPart * 4);
  }
  std::array<vyre_binding, 2> bind(const Step& step) const {
    return {bind(0, step.from), bind(1, step.to)};
  }

  void add(const Step& step) {
    const auto bindings = bind(step);
    const vyre_dispatch_desc one = vyre_grid(1, 1, 1);
    ASSERT_TRUE(ok(vyre_sequence_add_dispatch(sequence_.get(), increment_.get(), bindings.data(), 2,
                                              &one, nullptr)));
    steps_.push_back(step);
  }

  // Of some steps; of one of them both parameters, else only where it reads.
  std::vector<Step> change_some(std::vector<vyre_step_update>& updates,
                                std::vector<std::array<vyre_binding, 2>>& bindings) {
    std::vector<Step> changed = steps_;
    bindings.resize(kSteps);
    const uint32_t both = any(kSteps);
    for (uint32_t i = 0; i < kSteps; ++i) {
      if (any(3) == 0) continue;
      changed[i] = step();
      if (i != both) changed[i].to = steps_[i].to;
      if (changed[i].overlaps()) changed[i].from.part = (changed[i].from.part + 1) % kParts;
      bindings[i] = bind(changed[i]);
      vyre_step_update& update = updates.emplace_back();
      update = {};
      update.step = i;
      update.bindings = bindings[i].data();
      update.binding_count = i == both ? 2 : 1;
    }
    return changed;
  }

  vyre_error* run(const std::vector<vyre_step_update>& updates) {
    vyre_run_desc desc = VYRE_RUN_DESC_INIT;
    desc.updates = updates.data();
    desc.update_count = updates.size();
    return vyre_sequence_run(sequence_.get(), &desc, nullptr);
  }

  void expect_a_run() {
    for (const Step& step : steps_) {
      const auto part_of = [&](const Part& part) {
        return held_[part.buffer].begin() + static_cast<ptrdiff_t>(part.part * kPart);
      };
      std::transform(part_of(step.from), part_of(step.from) + kPart, part_of(step.to),
                     [](uint32_t word) { return word + 1; });
    }
    for (uint32_t i = 0; i < kBuffers; ++i) ASSERT_EQ(words_of(buffers_[i]), held_[i]) << i;
  }

  std::mt19937 random_{27};
  std::vector<Words> held_;
  std::vector<Buffer> buffers_;
  std::vector<Step> steps_;
  const Pipeline increment_ = make_pipeline(opened_, kIncrement);
  const Sequence sequence_ = make_sequence(opened_);
};

VYRE_ON_EACH_BACKEND(SequenceRebinding);

TEST_P(SequenceRebinding, EveryRunSeesWhereBuffersLieNow) {
  for (uint32_t i = 0; i < kSteps; ++i) add(step());
  for (int round = 0; round < 30; ++round) {
    std::vector<vyre_step_update> updates;
    std::vector<std::array<vyre_binding, 2>> bindings;
    steps_ = change_some(updates, bindings);
    ASSERT_TRUE(ok(run(updates)));
    expect_a_run();
  }
}

// The last of the updates is wrong, by turns in one of several ways.
TEST_P(SequenceRebinding, AfterARefusalAllAreWhereTheyWere) {
  for (uint32_t i = 0; i < kSteps; ++i) add(step());
  const Buffer freed = make_buffer(opened_, kPart * 4);
  ASSERT_TRUE(ok(vyre_buffer_free(freed.get())));
  for (uint32_t round = 0; round < 24; ++round) {
    std::vector<vyre_step_update> updates;
    std::vector<std::array<vyre_binding, 2>> bindings;
    const std::vector<Step> changed = change_some(updates, bindings);
    if (updates.empty() || updates.back().step + 1 != kSteps) updates.push_back({});
    const vyre_binding wrong[] = {
        bind_buffer(0, freed),
        bind(0, steps_.back().to),  // where it writes
        vyre_bind_range(0, buffers_[0].get(), kParts * kPart * 4, kPart * 4),
        vyre_bind_range(0, buffers_[0].get(), 0, kPart * 4 - 1),
        bind(7, {0, 0}),
    };
    vyre_step_update& last = updates.back();
    last.step = kSteps - 1;
    last.bindings = &wrong[round % std::size(wrong)];
    last.binding_count = 1;
    ASSERT_FALSE(said(run(updates)).empty()) << round;
    ASSERT_TRUE(ok(run({})));
    expect_a_run();
    updates.pop_back();
    if (updates.empty()) continue;
    for (const vyre_step_update& update : updates) steps_[update.step] = changed[update.step];
    ASSERT_TRUE(ok(run(updates)));
    expect_a_run();
  }
}

TEST_P(SequenceRebinding, WhatIsClearedIsAddedAgainElsewhere) {
  for (int round = 0; round < 20; ++round) {
    const uint32_t count = 1 + any(kSteps);
    for (uint32_t i = 0; i < count; ++i) add(step());
    ASSERT_TRUE(ok(run({})));
    expect_a_run();
    if (any(3) == 0) {  // the places have two steps each to come from
      steps_[0] = step();
      const auto bindings = bind(steps_[0]);
      vyre_step_update update = {};
      update.bindings = bindings.data();
      update.binding_count = 2;
      ASSERT_TRUE(ok(run({update})));
      expect_a_run();
    }
    ASSERT_TRUE(ok(vyre_sequence_clear(sequence_.get())));
    steps_.clear();
  }
}

// A smaller part, or another grid, is another launch.
TEST_P(SequenceRebinding, WhatIsClearedMayComeWithAnotherGrid) {
  const vyre_binding in = bind_buffer(0, buffers_[0]), out = bind_buffer(1, buffers_[1]);
  const vyre_binding bindings[] = {in, out};
  for (const uint32_t groups : {1u, 4u, 4u, 2u, 2u, 3u, 1u}) {
    const vyre_dispatch_desc grid = vyre_grid(groups, 1, 1);
    write(buffers_[1], Words(kParts * kPart));
    ASSERT_TRUE(ok(vyre_sequence_add_dispatch(sequence_.get(), increment_.get(), bindings, 2, &grid,
                                              nullptr)));
    ASSERT_TRUE(ok(run({})));
    Words expected(kParts * kPart);
    for (size_t i = 0; i < groups * kPart; ++i) expected[i] = held_[0][i] + 1;
    ASSERT_EQ(words_of(buffers_[1]), expected) << groups;
    ASSERT_TRUE(ok(vyre_sequence_clear(sequence_.get())));
  }
}

// Sizes that fill the same words are still other sizes: the program sees how many elements there
// are.
TEST_P(SequenceRebinding, ElementsThatAreLessThanAWordAreCounted) {
  const Pipeline length = make_pipeline(opened_, R"({
    "workgroup_size": [1, 1, 1],
    "buffers": [{"name": "bytes", "type": "U8"},
                {"name": "out", "type": "U32", "access": "write_only"}],
    "body": [{"store": "out", "at": 0, "value": {"buf_len": "bytes"}}]
  })");
  const vyre_dispatch_desc one = vyre_grid(1, 1, 1);
  const uint64_t sizes[] = {61, 63, 63, 63, 62, 62, 62};
  for (uint32_t round = 0; round < std::size(sizes); ++round) {
    const vyre_binding bindings[] = {
        vyre_bind_range(0, buffers_[0].get(), round % 3 * kPart * 4, sizes[round]),
        vyre_bind_range(1, buffers_[1].get(), round % 2 * kPart * 4, 4)};
    vyre_step_update update = {};
    update.bindings = bindings;
    update.binding_count = 2;
    if (round == 0) {
      add_dispatch(sequence_, length, {bindings[0], bindings[1]}, &one);
      ASSERT_TRUE(ok(run({})));
    } else {
      ASSERT_TRUE(ok(run({update})));
    }
    EXPECT_EQ(words_of(buffers_[1])[round % 2 * kPart], sizes[round]) << round;
  }
}

// What a cleared sequence had does not stay for its sake.
TEST_P(SequenceRebinding, WhatIsClearedIsLetGo) {
  for (int round = 0; round < 4; ++round) {
    const Pipeline own = make_pipeline(opened_, kIncrement);
    const Buffer in = make_buffer(opened_, 256), out = make_buffer(opened_, 256);
    write(in, Words(64, 6));
    add_dispatch(sequence_, own, {bind_buffer(0, in), bind_buffer(1, out)});
    ASSERT_TRUE(ok(run({})));
    EXPECT_THAT(words_of(out), Each(7u));
    ASSERT_TRUE(ok(vyre_sequence_clear(sequence_.get())));
    ASSERT_TRUE(ok(vyre_buffer_free(in.get())));
    ASSERT_TRUE(ok(vyre_buffer_free(out.get())));
    const vyre_binding freed[] = {bind_buffer(0, in), bind_buffer(1, out)};
    EXPECT_TRUE(
        refused(vyre_sequence_add_dispatch(sequence_.get(), own.get(), freed, 2, nullptr, nullptr),
                VYRE_ERROR_INVALID_ARGUMENT, {"was freed"}));
  }
}

}  // namespace
}  // namespace vyre::test
