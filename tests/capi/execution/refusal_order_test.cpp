// Which refusal of a dispatch comes first where several hold, the same on devices, on the oracle
// and on plug-ins.
#include "capi/support/mistakes.h"
#include "vyre_driver_sequence.h"

namespace vyre::test {
namespace {

VYRE_ON_EACH_BACKEND(RefusalOrder);

TEST_P(RefusalOrder, OfADispatch) {
  expect_order([this](const Attempt& attempt) { return dispatched(attempt); },
               of_describing() + Phases{of_finding(), of_resolving()} + after_resolving() +
                   Phases{{room()}, {host_overlap()}} + of_the_device());
}

// Room for outputs is a matter of collecting them.
TEST_P(RefusalOrder, OfAnAsynchronousDispatch) {
  expect_order([this](const Attempt& attempt) { return begun(attempt); },
               of_describing() + Phases{{until_stable("an asynchronous dispatch")}} +
                   Phases{of_finding(), of_resolving()} + after_resolving() + of_the_device());
}

// A sequence keeps its buffers, so it looks at each of them first.
TEST_P(RefusalOrder, OfAStepOfASequence) {
  Mistake external = owner();
  external.text = "belongs to another device than sequence 'steps''s '";
  const Phase of_keeping = {external, freed()};
  const Phase resolving = {kind(), null_input(), beyond_its_end()};
  expect_order([this](const Attempt& attempt) { return recorded(attempt); },
               of_describing() +
                   Phases{of_keeping, {until_stable("recorded work")}, of_finding(), resolving} +
                   Phases{{unbound()}, {overlap()}, {length()}, {too_many_ids()}, {pushed()}} +
                   Phases{{iterations()}, {host_memory()}} + of_the_device());
}

// Mistakes of one phase are told in the order in which the caller binds.
TEST_P(RefusalOrder, OfBindingsIsTheCallers) {
  const Phase mistakes = of_resolving();
  const Way way = [this](const Attempt& attempt) { return dispatched(attempt); };
  for (const Mistake& first : mistakes) {
    for (const Mistake& second : mistakes) {
      if (first.slot == second.slot) continue;
      Attempt attempt = right();
      first.make(attempt);
      second.make(attempt);
      attempt.put_first(first.slot);
      expect(way, attempt, first, second);
    }
  }
  const Phase finding = of_finding();
  for (const bool unknown_first : {true, false}) {
    Attempt attempt = right();
    finding[unknown_first ? 0 : 1].make(attempt);
    finding[unknown_first ? 1 : 0].make(attempt);
    expect(way, attempt, finding[unknown_first ? 0 : 1], finding[unknown_first ? 1 : 0]);
  }
}

TEST_P(RefusalOrder, OfOneBinding) {
  const Way way = [this](const Attempt& attempt) { return dispatched(attempt); };
  Attempt attempt = right();
  attempt.at(kTold) = vyre_bind_input(kTold, nullptr, 64);  // its kind, no bytes
  EXPECT_THAT(way(attempt), HasSubstr("has the role output and is bound as input"));
  attempt = right();
  attempt.at(kSized) = vyre_bind_range(kSized, external_.get(), 32, 48);
  EXPECT_THAT(way(attempt), HasSubstr("belongs to another device"));  // its end, its length
  attempt.at(kSized) = range(kSized, 32, 48);
  EXPECT_THAT(way(attempt), HasSubstr("reaches beyond its end"));  // its length
  attempt.at(kSized) = range(kSized, 4, 48);
  EXPECT_THAT(way(attempt), HasSubstr("takes 64 bytes, got 48"));  // its offset
}

// The device looks at one buffer after the other, by slot.
TEST_P(RefusalOrder, OfLimitsOfBindingsIsThatOfTheSlots) {
  if (info_of(opened_).buffer_offset_alignment <= 4 || is("cpu-ref")) return;
  const Phases limits = of_the_device();
  const Way way = [this](const Attempt& attempt) { return dispatched(attempt); };
  Attempt attempt = right();
  limits[1][0].make(attempt);
  attempt.at(kPlain) = range(kPlain, 4, 16);
  expect(way, attempt, limits[2][0], limits[1][0]);
  EXPECT_THAT(way(attempt), HasSubstr("'plain'"));
}

// The oracle gives a buffer as much as the machine has.
TEST_P(RefusalOrder, OfBytesThatTheOracleCannotGive) {
  if (!is("cpu-ref")) return;
  constexpr std::string_view kWide = R"({
    "buffers": [{"name": "wide", "type": "TensorShaped<F32,[1024,1024]>", "binding": 0},
                {"name": "made", "type": "U32", "binding": 1, "access": "write_only"}],
    "body": [{"store": "made", "at": 0, "value": 1}]})";
  const Pipeline pipeline = make_pipeline(opened_, kWide);
  Bindings bindings = {vyre_bind_zeros(0, uint64_t{1} << 50), bind_buffer(1, buffers_[0])};
  const auto dispatch = [&] { return said(test::dispatch(pipeline, bindings)); };
  EXPECT_THAT(dispatch(), AllOf(StartsWith("1001 "), HasSubstr("'wide'"),
                                HasSubstr("1125899906842624 bytes"), HasSubstr("Fix: ")));
  bindings[1] = bind_buffer(1, external_);
  EXPECT_THAT(dispatch(), HasSubstr("belongs to another device"));
}

TEST_P(RefusalOrder, OfCopiesWritesAndReads) {
  const Sequence sequence = make_sequence(opened_);
  uint32_t step = 0;
  const auto copied = [&](const Buffer& from, uint64_t from_offset, const Buffer& to,
                          uint64_t to_offset) {
    return said(vyre_sequence_add_copy(sequence.get(), from.get(), from_offset, to.get(), to_offset,
                                       48, &step));
  };
  constexpr auto kOtherText = "belongs to another device than sequence 'steps''s '";
  constexpr auto kBeyondText = "copying 48 bytes at offset 32 of buffer #";
  const Buffer &a = buffers_[0], &b = buffers_[1];
  EXPECT_THAT(copied(external_, 32, a, 32), HasSubstr(kOtherText));  // both ranges
  EXPECT_THAT(copied(a, 32, external_, 0), HasSubstr(kBeyondText));  // then the second buffer
  EXPECT_THAT(copied(freed_, 32, a, 0), HasSubstr(kBeyondText));     // freed
  EXPECT_THAT(copied(freed_, 0, external_, 0), HasSubstr("was freed"));
  EXPECT_THAT(copied(a, 0, b, 32), HasSubstr(kBeyondText));
  EXPECT_THAT(copied(a, 0, a, 32), HasSubstr(kBeyondText));  // overlaps itself
  EXPECT_THAT(copied(a, 0, a, 16), HasSubstr("overlaps itself"));
  EXPECT_THAT(said(vyre_sequence_add_write(sequence.get(), external_.get(), 32, host(), 48, &step)),
              HasSubstr(kOtherText));
  EXPECT_THAT(said(vyre_sequence_add_read(sequence.get(), external_.get(), 32, 48, &step)),
              HasSubstr(kOtherText));
  EXPECT_THAT(said(vyre_buffer_write(freed_.get(), 32, host(), 48)), HasSubstr("was freed"));
  EXPECT_THAT(said(vyre_buffer_read(freed_.get(), 32, host(), 48)), HasSubstr("was freed"));
  EXPECT_THAT(said(vyre_buffer_write(a.get(), 32, host(), 48)),
              AllOf(StartsWith("2001 "), HasSubstr("writing 48 bytes at offset 32 of buffer #"),
                    HasSubstr("which reaches beyond its end. Fix: stay within its size")));
  EXPECT_THAT(said(vyre_buffer_read(a.get(), 32, host(), 48)),
              AllOf(StartsWith("2001 "), HasSubstr("reading 48 bytes at offset 32 of buffer #"),
                    HasSubstr("which reaches beyond its end. Fix: stay within its size")));
  EXPECT_EQ(result_of(sequence).steps, 0u);
}

std::string many_buffers(uint32_t count, std::string_view workgroup, std::string_view body) {
  std::string json = R"({"workgroup_size": )" + std::string(workgroup) + R"(, "buffers": [)";
  for (uint32_t slot = 0; slot < count; ++slot) {
    const std::string number = std::to_string(slot);
    json += (slot == 0 ? "" : ", ") + std::string(R"({"name": "b)") + number +
            R"(", "type": "U32", "access": "read_write", "binding": )" + number + "}";
  }
  return json + R"(], "body": [)" + std::string(body) + "]}";
}

// What validation finds, the workgroup, and what the device says of the whole program.
TEST_P(RefusalOrder, OfACompilation) {
  const auto compiled = [&](uint32_t count, std::string_view workgroup, std::string_view body) {
    Pipeline pipeline;
    return said(try_pipeline(opened_, many_buffers(count, workgroup, body), &pipeline));
  };
  constexpr std::string_view kStore = R"({"store": "b0", "at": 0, "value": 1})";
  constexpr std::string_view kUnbound = R"({"store": "b0", "at": 0, "value": "nothing"})";
  constexpr std::string_view kLarge = "[65536, 2, 1]", kEndless = "[65536, 65536, 1]";
  const uint32_t many = is("cpu-ref") ? 1 : info_of(opened_).max_parameters + 2;
  EXPECT_THAT(compiled(many, kEndless, kUnbound), StartsWith("1006 "));
  EXPECT_THAT(compiled(many, kEndless, kStore),
              AllOf(StartsWith("2001 "), HasSubstr("has more than 4294967295 invocations")));
  EXPECT_THAT(compiled(many, kLarge, kStore),  // its invocations, then its axes
              AllOf(StartsWith("1002 "), HasSubstr("workgroup [65536, 2, 1] has 131072 "
                                                   "invocations, the limit is ")));
  if (is("cpu-ref")) return;
  EXPECT_THAT(compiled(many, "[1, 1, 1]", kStore),
              AllOf(StartsWith("1002 "), HasSubstr(is_table() ? "parameters" : "buffers")));
}

}  // namespace
}  // namespace vyre::test
