#pragma once

// Dispatches with two things wrong, and which of them is told.
#include <functional>

#include "each_backend.h"
#include "sequence_support.h"

namespace vyre::test {

inline constexpr uint32_t kAlignment = 16;  // of the tables'
inline constexpr uint32_t kWords = 16;      // of a buffer

// A buffer for each mistake, so that any two of them can be made at once.
enum Slot : uint32_t {
  kPlain,
  kExternal,
  kShort,
  kSized,
  kLeft,
  kSeen,
  kMade,
  kGone,
  kTold,
  kLarge,
  kAskew,
  kBoth,
  kSlots,
  kUnknown = 99
};
inline constexpr std::string_view kProgram = R"({
  "workgroup_size": [64, 1, 1],
  "buffers": [{"name": "plain", "type": "U32", "binding": 0},
              {"name": "external", "type": "U32", "binding": 1},
              {"name": "short", "type": "U32", "binding": 2},
              {"name": "sized", "type": "U32", "binding": 3, "count": 16},
              {"name": "left", "type": "U32", "binding": 4},
              {"name": "seen", "type": "U32", "binding": 5},
              {"name": "made", "type": "U32", "binding": 6, "access": "write_only"},
              {"name": "gone", "type": "U32", "binding": 7},
              {"name": "told", "type": "U32", "binding": 8, "count": 16, "access": "write_only"},
              {"name": "large", "type": "U32", "binding": 9},
              {"name": "askew", "type": "U32", "binding": 10},
              {"name": "both", "type": "U32", "binding": 11}],
  "body": [{"if": {"eq": [{"invocation_id": "x"}, 0]},
            "then": [{"store": "made", "at": 0, "value": {"load": "plain", "at": 0}}]}]
})";

struct Attempt {
  Bindings bindings;
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;

  vyre_binding& at(uint32_t slot) {
    return *std::ranges::find(bindings, slot, &vyre_binding::slot);
  }
  void put_first(uint32_t slot) {
    const auto found = std::ranges::find(bindings, slot, &vyre_binding::slot);
    std::rotate(bindings.begin(), found, found + 1);
  }
  void set_grid(uint32_t x, uint32_t y, uint32_t z) { desc = with_grid(desc, x, y, z); }
};

// One thing that is wrong with a dispatch, and what is said of it when it comes first.
struct Mistake {
  std::string code;
  std::string text;
  std::function<void(Attempt&)> make;
  uint32_t slot = kSlots;  // of the buffer that it is about, if one
  bool of_the_grid = false;
};
using Phase = std::vector<Mistake>;  // told in the order of the caller's bindings
using Phases = std::vector<Phase>;   // told in this order

class RefusalOrder : public EachBackend {
 protected:
  RefusalOrder() {
    if (!is_table()) return;
    scripted_.what.profile.buffer_offset_alignment = kAlignment;
    scripted_.what.profile.max_parameters = kSlots;
    opened_ = open_table(scripted_.table);
  }

  void SetUp() override {
    pipeline_ = make_pipeline(opened_, kProgram);
    other_ = open_device("cpu-ref");
    external_ = make_buffer(other_, kWords * 4);
    freed_ = make_buffer(opened_, kWords * 4);
    for (uint32_t slot = 0; slot < kSlots; ++slot) {
      buffers_.push_back(make_buffer(opened_, kWords * 4));
    }
    ASSERT_TRUE(ok(vyre_buffer_free(freed_.get())));
    EXPECT_EQ(dispatched(right()), "success");
  }

  Attempt right() const {
    Attempt attempt;
    for (uint32_t slot = 0; slot < kSlots; ++slot) {
      attempt.bindings.push_back(vyre_bind_buffer(slot, buffers_[slot].get()));
    }
    return attempt;
  }
  // A range of the buffer of that slot.
  vyre_binding range(uint32_t slot, uint64_t offset, uint64_t size) const {
    return vyre_bind_range(slot, buffers_[slot].get(), offset, size);
  }

  std::string dispatched(const Attempt& attempt) const {
    return said(dispatch(pipeline_, attempt.bindings, &attempt.desc));
  }
  std::string begun(const Attempt& attempt) const {
    vyre_work* made = nullptr;
    std::string answer = said(vyre_dispatch_async(pipeline_.get(), attempt.bindings.data(),
                                                  attempt.bindings.size(), &attempt.desc, &made));
    const Work work(made);
    return answer;
  }
  // When it is added, or at the latest when it runs.
  std::string recorded(const Attempt& attempt) const {
    const Sequence sequence = make_sequence(opened_);
    uint32_t step = 0;
    const std::string answer =
        said(vyre_sequence_add_dispatch(sequence.get(), pipeline_.get(), attempt.bindings.data(),
                                        attempt.bindings.size(), &attempt.desc, &step));
    return answer == "success" ? said(vyre_sequence_run(sequence.get(), nullptr, nullptr)) : answer;
  }

  // ---- Mistakes ----

  Phase of_finding() const {
    return {{"2002",
             "the program has no parameter at slot 99. Fix: bind one of its parameters: 'plain' ",
             [](Attempt& a) { a.bindings.push_back(vyre_bind_zeros(kUnknown, 64)); }, kUnknown},
            {"2001", "parameter 'plain' (slot 0) is bound twice. Fix: bind each parameter once",
             [](Attempt& a) { a.bindings.push_back(vyre_bind_zeros(kPlain, 64)); }, kSlots}};
  }
  Mistake kind() const {
    return {"2001", "parameter 'seen' (slot 5) has the role input and is bound as output",
            [](Attempt& a) { a.at(kSeen) = vyre_bind_output(kSeen, host(), 64); }, kSeen};
  }
  Mistake null_input() const {
    return {"2001", "parameter 'plain' (slot 0) is bound as input of 64 bytes at a null pointer",
            [](Attempt& a) { a.at(kPlain) = vyre_bind_input(kPlain, nullptr, 64); }, kPlain};
  }
  Mistake owner() const {
    return {"2001", "which belongs to another device than the pipeline's '",
            [this](Attempt& a) { a.at(kExternal) = bind_buffer(kExternal, external_); }, kExternal};
  }
  Mistake beyond_its_end() const {
    return {"2001", "parameter 'short' (slot 2) is bound to 64 bytes at offset 16 of buffer #",
            [this](Attempt& a) { a.at(kShort) = range(kShort, 16, 64); }, kShort};
  }
  // Told by the planner.
  Mistake length() const {
    return {"2001", "parameter 'sized' (slot 3) takes 64 bytes, got 48. Fix: pass exactly the",
            [this](Attempt& a) { a.at(kSized) = range(kSized, 0, 48); }, kSized};
  }
  Phase of_resolving() const { return {kind(), null_input(), owner(), beyond_its_end()}; }
  Mistake unbound() const {
    return {"2001", "parameter 'left' (slot 4) has the role input and nothing is bound to it",
            [](Attempt& a) { std::erase_if(a.bindings, [](auto& b) { return b.slot == kLeft; }); },
            kLeft};
  }
  Mistake overlap() const {
    return {"2001",
            "parameter 'made' (slot 6) and parameter 'both' (slot 11) share bytes of buffer #",
            [this](Attempt& a) {
              a.at(kMade) = vyre_bind_range(kMade, buffers_[kBoth].get(), 48, 16);
            }};
  }
  Mistake zero_grid() const {
    return {"2001", "vyre_dispatch_desc.grid is [1, 0, 1], which has a zero axis. Fix: make every",
            [](Attempt& a) { a.set_grid(1, 0, 1); }, kSlots, true};
  }
  Mistake too_many_ids() const {
    return {"2001", "grid [67108865, 1, 1] of workgroups [64, 1, 1] has 4294967360 invocations",
            [](Attempt& a) { a.set_grid((1u << 26) + 1, 1, 1); }, kSlots, true};
  }
  Mistake pushed() const {
    return {"2001",
            "push constants are given, and programs of the IR have none. Fix: ", [](Attempt& a) {
              static const vyre_push_range range = vyre_push(host(), 4);
              a.desc.push = &range;
              a.desc.push_count = 1;
            }};
  }
  Mistake freed() const {
    return {"2001", "was freed. Fix: use a buffer only before vyre_buffer_free",
            [this](Attempt& a) { a.at(kGone) = bind_buffer(kGone, freed_); }, kGone};
  }
  Mistake iterations() const {
    return {"2001", "is to run 70000 times, in 1 segments each. Fix: ask for 1 to 65536",
            [](Attempt& a) { a.desc.iterations = 70000; }};
  }
  Mistake room() const {
    return {"2011", "parameter 'told' (slot 8) returns 64 bytes, there is room for 60. Fix: pass",
            [](Attempt& a) { a.at(kTold) = vyre_bind_output(kTold, host(), 60); }, kTold};
  }
  Mistake host_overlap() const {
    return {"2001",
            "parameter 'told' (slot 8) and parameter 'plain' (slot 0) are bound to the same bytes",
            [](Attempt& a) {
              a.at(kTold) = vyre_bind_output(kTold, host(), 64);
              a.at(kPlain) = vyre_bind_input(kPlain, host() + kWords - 1, 4);
            },
            kPlain};
  }
  Mistake host_memory() const {
    return {"2001",
            "parameter 'told' (slot 8) is bound as output to host memory, which recorded work",
            [](Attempt& a) { a.at(kTold) = vyre_bind_output(kTold, host(), 64); }, kTold};
  }
  Mistake until_stable(std::string_view what) const {
    return {"2001", std::string(what) + " is to be repeated until nothing changes",
            [](Attempt& a) { a.desc.flags |= VYRE_DISPATCH_UNTIL_STABLE; }};
  }

  // What the device's profile says: its grid, the bytes of a binding, offsets.
  Phases of_the_device() const {
    Phases phases;
    if (is("cpu-ref")) return phases;  // limits none of these
    phases.push_back({{"1002", is_table() ? "which launches 1 to 65535 on axis 1" : "(maxCompute",
                       [](Attempt& a) { a.set_grid(1, UINT32_MAX, UINT32_MAX); }, kSlots, true}});
    const uint64_t bytes = info_of(opened_).max_buffer_bytes / 4 * 4 + 4;
    phases.push_back(
        {{"1002", std::to_string(bytes) + " bytes",
          [=](Attempt& a) { a.at(kLarge) = vyre_bind_zeros(kLarge, bytes); }, kLarge}});
    if (info_of(opened_).buffer_offset_alignment <= 4) return phases;
    phases.push_back({{"2001", " is bound at offset 4, ",
                       [this](Attempt& a) { a.at(kAskew) = range(kAskew, 4, 16); }, kAskew}});
    return phases;
  }
  // What the description alone shows, before anything else.
  Phases of_describing() const { return {{zero_grid()}}; }
  // Between finding the buffers and what the device says.
  Phases after_resolving() const {
    return {{unbound()}, {overlap()}, {length()},    {too_many_ids()},
            {pushed()},  {freed()},   {iterations()}};
  }

  using Way = std::function<std::string(const Attempt&)>;
  static void expect(const Way& way, const Attempt& attempt, const Mistake& told,
                     const Mistake& untold) {
    EXPECT_THAT(way(attempt),
                AllOf(StartsWith(told.code + " "), HasSubstr(told.text), HasSubstr("Fix: ")))
        << "with: " << untold.text;
  }
  static bool can_be_together(const Mistake& a, const Mistake& b) {
    const bool one_buffer = a.slot == b.slot && a.slot != kSlots;
    return !one_buffer && !(a.of_the_grid && b.of_the_grid);
  }

  void expect_alone(const Way& way, const Phases& phases) const {
    for (const Phase& phase : phases) {
      for (const Mistake& mistake : phase) {
        Attempt attempt = right();
        mistake.make(attempt);
        expect(way, attempt, mistake, mistake);
      }
    }
  }
  void expect_pair(const Way& way, const Mistake& first, const Mistake& second) const {
    if (!can_be_together(first, second)) return;
    Attempt attempt = right();
    second.make(attempt);
    first.make(attempt);
    expect(way, attempt, first, second);
  }
  void expect_order(const Way& way, const Phases& phases) const {
    expect_alone(way, phases);
    for (size_t i = 0; i < phases.size(); ++i) {
      for (size_t j = i + 1; j < phases.size(); ++j) {
        for (const Mistake& first : phases[i]) {
          for (const Mistake& second : phases[j]) expect_pair(way, first, second);
        }
      }
    }
  }

  static uint32_t* host() {
    static std::array<uint32_t, kWords> words;
    return words.data();
  }

  Opened other_;
  Pipeline pipeline_;
  std::vector<Buffer> buffers_;  // by slot
  Buffer external_, freed_;
};

inline Phases operator+(Phases phases, const Phases& more) {
  phases.insert(phases.end(), more.begin(), more.end());
  return phases;
}

}  // namespace vyre::test
