#include <string>

#include "grid_sync/split.h"
#include "ir/json/read.h"
#include "ir/json/write.h"
#include "support/matchers.h"
#include "support/refuses.h"
#include "support/value_of.h"

namespace vyre::grid_sync {
namespace {

std::shared_ptr<const ir::Program> program_of(const std::string& body) {
  const std::string text =
      R"({"workgroup_size": [4, 1, 1], "buffers": [
          {"name": "a", "binding": 0, "type": "U32", "count": 16, "access": "read_write"},
          {"name": "w", "binding": 0, "type": "U32", "count": 8, "access": "workgroup"}],
          "body": [)" +
      body + "]}";
  return test::value_of(ir::read_json(text));
}

Result<Plan> plan_of(const std::string& body, const PlanOptions& options = {}) {
  const auto program = program_of(body);
  const std::vector<uint32_t> lengths = {16, 8};
  return make_plan(*program, {{4, 1, 1}, {4, 1, 1}, lengths}, options,
                   std::pmr::get_default_resource());
}

Plan planned(const std::string& body, const PlanOptions& options = {}) {
  return test::value_of(plan_of(body, options));
}

std::string text_of(const Plan& plan, size_t segment) {
  return ir::write_json(*plan.programs[plan.segments[segment]].program);
}

constexpr char kStore[] = R"({"store": "a", "at": {"invocation_id": "x"}, "value": "x"})";
constexpr char kGrid[] = R"({"barrier": "grid_sync"})";
constexpr char kWait[] = R"({"barrier": "seq_cst"})";

std::string join(std::initializer_list<std::string> statements) {
  std::string text;
  for (const std::string& statement : statements) text += (text.empty() ? "" : ",") + statement;
  return text;
}

// A loop with |statements| in front of a grid barrier.
std::string trips(const std::string& statements, int count = 16) {
  return R"({"loop": "k", "from": 0, "to": )" + std::to_string(count) + R"(, "body": [)" +
         statements + R"(, {"barrier": "grid_sync"}]})";
}

TEST(GridSyncPlan, OneBarrierMakesTwoSegments) {
  const auto plan = planned(join({R"({"let": "x", "value": 1})", kGrid, kStore}));
  EXPECT_EQ(plan.segments, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(plan.barriers, 1u);
}

TEST(GridSyncPlan, WhatLoadsNothingIsComputedAgain) {
  const auto plan = planned(
      join({R"({"let": "x", "value": {"add": [{"invocation_id": "x"}, 7]}})", kGrid, kStore}));
  EXPECT_EQ(plan.hidden.size(), 0u);
  EXPECT_THAT(text_of(plan, 1), HasSubstr(R"({"let": "x", "value": {"add")"));
}

TEST(GridSyncPlan, WhatIsLoadedIsKept) {
  const auto plan = test::value_of(
      plan_of(join({R"({"let": "x", "value": {"load": "a", "at": 3}})", kGrid, kStore})));
  EXPECT_EQ(plan.hidden.size(), 1u);
  EXPECT_EQ(plan.hidden_bytes, 16u * 4);
  EXPECT_THAT(text_of(plan, 1), AllOf(HasSubstr(R"("let": "x", "value": {"load": "__vyre_kept_0")"),
                                      Not(HasSubstr(R"({"load": "a")"))));
}

TEST(GridSyncPlan, WhatStaysTheSameIsStoredOnce) {
  const auto plan = planned(
      join({R"({"let": "x", "value": {"load": "a", "at": 3}})", kGrid, kStore, kGrid, kStore}));
  EXPECT_THAT(text_of(plan, 0), HasSubstr(R"({"store": "__vyre_kept_0")"));
  EXPECT_THAT(text_of(plan, 1), AllOf(HasSubstr(R"({"load": "__vyre_kept_0")"),
                                      Not(HasSubstr(R"({"store": "__vyre_kept_0")"))));
}

TEST(GridSyncPlan, WhatIsDeclaredAgainIsStoredAgain) {
  const auto plan = test::value_of(
      plan_of(trips(join({R"({"let": "x", "value": {"load": "a", "at": 3}})", kGrid, kStore}))));
  EXPECT_THAT(text_of(plan, 2), HasSubstr(R"({"store": "__vyre_kept_0")"));
}

TEST(GridSyncPlan, WhatIsAssignedIsKept) {
  const auto plan = test::value_of(
      plan_of(join({R"({"let": "x", "value": {"invocation_id": "x"}})",
                    R"({"assign": "x", "value": {"add": ["x", 1]}})", kGrid, kStore})));
  EXPECT_EQ(plan.hidden.size(), 1u);
}

TEST(GridSyncPlan, WhatTheHostKnowsIsNotKept) {
  const std::string body =
      join({R"({"let": "x", "value": 1})", R"({"assign": "x", "value": {"add": ["x", 6]}})", kGrid,
            kStore, R"({"assign": "x", "value": {"load": "a", "at": 3}})", kGrid, kStore});
  const auto literal = planned(body);
  EXPECT_THAT(text_of(literal, 1), HasSubstr(R"({"let": "x", "value": 7})"));
  EXPECT_THAT(text_of(literal, 2), HasSubstr(R"({"load": "__vyre_kept_0")"));
  const auto parameter = planned(body, {.max_parameters = 1});
  EXPECT_EQ(parameter.words, (std::vector<uint32_t>{7}));
}

std::string store_where(const std::string& condition, const std::string& value) {
  return R"({"if": )" + condition +
         R"(, "then": [{"store": "a", "at": {"invocation_id": "x"}, "value": )" + value + "}]}";
}

TEST(GridSyncPlan, AnIfThatTheHostKnowsIsDecided) {
  const auto plan = planned(trips(store_where(R"({"eq": [{"bit_and": ["k", 1]}, 1]})", "5")),
                            {.max_parameters = 1});
  EXPECT_EQ(plan.segments,
            (std::vector<uint32_t>{0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0}));
  EXPECT_THAT(text_of(plan, 1), AllOf(HasSubstr("store"), Not(HasSubstr("if"))));
  EXPECT_TRUE(plan.words.empty());
}

TEST(GridSyncPlan, AnIfThatInvocationsDecideStays) {
  const auto plan = planned(trips(store_where(R"({"lt": [{"invocation_id": "x"}, 3]})", "5")));
  EXPECT_EQ(plan.programs.size(), 2u);
  EXPECT_THAT(text_of(plan, 0), HasSubstr("if"));
}

// One for each bit of the loop's variable that is zero.
std::string stores_by_bits(int bits) {
  std::string ifs;
  for (int bit = 0; bit < bits; ++bit) {
    const std::string condition =
        R"({"eq": [{"bit_and": ["k", )" + std::to_string(1 << bit) + "]}, 0]}";
    ifs += (ifs.empty() ? "" : ",") + store_where(condition, std::to_string(bit));
  }
  return ifs;
}

TEST(GridSyncPlan, IfsStayWhereDecidingThemMakesManyPrograms) {
  for (const int bits : {4, 8}) {
    const auto plan = planned(trips(stores_by_bits(bits), 1 << bits), {.max_parameters = 1});
    EXPECT_EQ(plan.programs.size(), 2u);
    EXPECT_EQ(plan.words.size(), size_t{1} << bits);
    EXPECT_THAT(text_of(plan, 0), HasSubstr("if"));
  }
}

TEST(GridSyncPlan, AReportIsOfThePlanThatIsTaken) {
  const auto program = program_of(trips(stores_by_bits(8), 256));
  const std::vector<uint32_t> lengths = {16, 8};
  const auto report =
      test::value_of(make_report(*program, {{4, 1, 1}, {4, 1, 1}, lengths}, {.max_parameters = 1},
                                 std::pmr::get_default_resource()));
  EXPECT_THAT(report.text, HasSubstr("257 segments of 2 programs, 256 grid barriers"));
}

TEST(GridSyncPlan, TripsThatReadTheirVariableAreOneProgramWithAParameter) {
  const std::string body = R"({"loop": "i", "from": 3, "to": 8, "body": [
      {"store": "a", "at": {"invocation_id": "x"}, "value": "i"}, {"barrier": "grid_sync"}]})";
  const auto literal = planned(body);
  EXPECT_EQ(literal.programs.size(), 6u);
  EXPECT_TRUE(literal.words.empty());
  const auto parameter = planned(body, {.max_parameters = 1});
  EXPECT_EQ(parameter.segments, (std::vector<uint32_t>{0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(parameter.words, (std::vector<uint32_t>{3, 4, 5, 6, 7}));
}

TEST(GridSyncPlan, ParametersBeyondTheMostAreLiterals) {
  const std::string body = R"({"loop": "i", "from": 0, "to": 2, "body": [
      {"loop": "j", "from": 4, "to": 6, "body": [
        {"store": "a", "at": {"invocation_id": "x"}, "value": {"add": ["i", "j"]}},
        {"barrier": "grid_sync"}]}]})";
  const auto one = planned(body, {.max_parameters = 1});
  EXPECT_EQ(one.words, (std::vector<uint32_t>{0, 0, 1, 1}));
  EXPECT_THAT(text_of(one, 1), HasSubstr(R"({"let": "j", "value": 5})"));
}

TEST(GridSyncPlan, MoreSegmentsThanTheOptionAllowsAreRefused) {
  const std::string body = R"({"loop": "i", "from": 0, "to": 5, "body": [
      {"store": "a", "at": {"invocation_id": "x"}, "value": 1}, {"barrier": "grid_sync"}]})";
  EXPECT_TRUE(plan_of(body, {.max_segments = 6}).ok());
  const auto refused = plan_of(body, {.max_segments = 5});
  EXPECT_THAT(refused, test::refuses(Code::kUnsupportedFeature, "more than 4 grid barriers"));
}

TEST(GridSyncPlan, WhatNobodyReadsLaterIsNotKept) {
  const auto plan = planned(join({R"({"let": "x", "value": {"load": "a", "at": 3}})", kStore, kGrid,
                                  R"({"store": "a", "at": 0, "value": 5})"}));
  EXPECT_EQ(plan.hidden.size(), 0u);
}

TEST(GridSyncPlan, TripsOfEqualCodeAreOneProgram) {
  const auto plan = planned(join({R"({"loop": "i", "from": 0, "to": 5, "body": [
      {"store": "a", "at": {"invocation_id": "x"}, "value": 1}, {"barrier": "grid_sync"}]})"}));
  EXPECT_EQ(plan.segments.size(), 6u);
  EXPECT_EQ(plan.programs.size(), 2u);  // a trip, and nothing after the last
}

TEST(GridSyncPlan, WorkgroupMemoryIsKeptOnlyAcrossACutThatItLivesOver) {
  const std::string write = R"({"store": "w", "at": {"local_id": "x"}, "value": 3})";
  const std::string read =
      R"({"store": "a", "at": {"invocation_id": "x"}, "value": {"load": "w", "at": 0}})";
  const auto over = planned(join({write, kGrid, read}));
  EXPECT_EQ(over.hidden_bytes, 4u * 8 * 4);
  const auto beside = planned(join({kGrid, write, read}));
  EXPECT_EQ(beside.hidden.size(), 0u);
}

TEST(GridSyncPlan, EarlyReturnsAreRemembered) {
  const auto plan = test::value_of(
      plan_of(join({R"({"if": {"eq": [{"invocation_id": "x"}, 2]}, "then": ["return"]})", kGrid,
                    R"({"store": "a", "at": 0, "value": 5})"})));
  ASSERT_EQ(plan.hidden.size(), 1u);
  EXPECT_THAT(text_of(plan, 0), HasSubstr(R"({"store": "__vyre_dead_0")"));
  EXPECT_THAT(text_of(plan, 1), HasSubstr(R"({"load": "__vyre_dead_0")"));
}

TEST(GridSyncPlan, AReturnOfAllEndsTheWalk) {
  const auto plan = planned(join({R"({"if": {"gt": [{"buf_len": "a"}, 3]}, "then": ["return"]})",
                                  kGrid, R"({"store": "a", "at": 0, "value": 5})"}));
  EXPECT_EQ(plan.segments.size(), 1u);
}

TEST(GridSyncPlan, ABarrierThatTheHostCannotFollowIsRefusedWithBothNames) {
  const auto plan =
      plan_of(R"({"if": {"eq": [{"workgroup_id": "x"}, 0]}, "then": [{"barrier": "grid_sync"}]})");
  EXPECT_THAT(plan, test::refuses(Code::kUnsupportedFeature, "the grid barrier at body[0]"));
  EXPECT_THAT(plan, test::refuses(Code::kUnsupportedFeature, "an If whose condition"));
  EXPECT_THAT(plan, test::refuses(Code::kUnsupportedFeature, "workgroup id on axis 0"));
}

// As of a parameter without a declared size, where nothing is bound.
TEST(GridSyncPlan, ALengthThatIsNotKnownDecidesNothing) {
  const auto program =
      program_of(R"({"loop": "k", "to": {"buf_len": "a"}, "body": [{"barrier": "grid_sync"}]})");
  const auto plan = [&](uint32_t length) {
    const std::vector<uint32_t> lengths = {length, 8};
    return make_plan(*program, {{4, 1, 1}, {4, 1, 1}, lengths}, {},
                     std::pmr::get_default_resource());
  };
  EXPECT_EQ(test::value_of(plan(2)).segments.size(), 3u);
  EXPECT_THAT(plan(kUnknownLength), test::refuses(Code::kUnsupportedFeature, "buffer lengths"));
}

// One op, "test.f", with a result of |type|.
class OneOp final : public ir::OpTable {
 public:
  explicit OneOp(std::string type) : types_{{}, {std::move(type)}} {}
  const ir::OpSignature* signature(std::string_view) const override { return &types_; }
  const ir::OpReference* reference(std::string_view) const override { return nullptr; }

 private:
  const ir::OpSignature types_;
};

TEST(GridSyncPlan, WhatCallsGaveIsKeptByTheTypeOfTheOp) {
  const std::string body =
      join({R"({"let": "x", "value": {"call": "test.f", "args": []}})", kGrid,
            R"({"store": "a", "at": 0, "value": {"cast": "U32", "value": "x"}})"});
  EXPECT_THAT(plan_of(body), test::refuses(Code::kUnsupportedFeature, "'x'"));
  for (const char* type : {"u32", "i32", "f32", "bool"}) {
    const OneOp ops(type);
    EXPECT_EQ(planned(body, {.ops = &ops}).hidden.size(), 1u) << type;
  }
  const OneOp others("u64");
  EXPECT_THAT(plan_of(body, {.ops = &others}), test::refuses(Code::kUnsupportedFeature, "'x'"));
}

TEST(GridSyncPlan, AnAxisOfOneWorkgroupIsKnown) {
  const auto plan =
      plan_of(R"({"if": {"eq": [{"workgroup_id": "y"}, 0]}, "then": [{"barrier": "grid_sync"}]})");
  EXPECT_TRUE(plan.ok()) << plan.error().text();
}

TEST(GridSyncPlan, WhatIsAssignedUnderKnownControlIsKnown) {
  const std::string let = R"({"let": "k", "value": 1})";
  const std::string by_k =
      R"({"loop": "i", "from": 0, "to": "k", "body": [{"barrier": "grid_sync"}]})";
  const auto plan = planned(join({let, R"({"if": {"eq": ["k", 1]}, "then": [{"block": [
      {"assign": "k", "value": 3}]}], "else": [{"assign": "k", "value": {"load": "a", "at": 0}}]})",
                                  by_k}));
  EXPECT_EQ(plan.barriers, 3u);
  EXPECT_FALSE(plan_of(join({let, R"({"if": {"eq": [{"workgroup_id": "x"}, 1]}, "then": [
      {"assign": "k", "value": 3}]})",
                             by_k}))
                   .ok());
}

TEST(GridSyncPlan, TooManySegmentsAreRefusedWithTheCount) {
  const auto plan =
      plan_of(R"({"loop": "i", "from": 0, "to": 20000, "body": [{"barrier": "grid_sync"}]})");
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(std::string(plan.error().text()), HasSubstr("16383 grid barriers"));
}

TEST(GridSyncPlan, ALocalOfSeveralKindsIsRefusedByName) {
  const auto plan =
      plan_of(join({R"({"let": "x", "value": {"load": "a", "at": 0}})",
                    R"({"assign": "x", "value": {"eq": ["x", 1]}})", kGrid,
                    R"({"store": "a", "at": 0, "value": {"cast": "U32", "value": "x"}})"}));
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(std::string(plan.error().text()),
              AllOf(HasSubstr("local 'x'"), HasSubstr("several kinds")));
}

TEST(GridSyncPlan, ACopyOfALocalOfSeveralKindsIsRefusedToo) {
  const auto plan = plan_of(
      join({R"({"let": "x", "value": {"load": "a", "at": 0}})", R"({"let": "y", "value": "x"})",
            R"({"assign": "x", "value": {"eq": ["x", 1]}})", R"({"assign": "y", "value": "x"})",
            kGrid, R"({"store": "a", "at": 0, "value": {"cast": "U32", "value": "y"}})"}));
  ASSERT_FALSE(plan.ok());
  EXPECT_THAT(std::string(plan.error().text()),
              AllOf(HasSubstr("local 'y'"), HasSubstr("several kinds")));
}

TEST(GridSyncPlan, TheSameInputGivesTheSamePlan) {
  const std::string body =
      join({R"({"let": "x", "value": {"load": "a", "at": 3}})", kGrid, kStore});
  const auto first = plan_of(body);
  const auto second = plan_of(body);
  ASSERT_TRUE(first.ok() && second.ok());
  ASSERT_EQ(first.value().segments, second.value().segments);
  for (size_t i = 0; i < first.value().segments.size(); ++i) {
    EXPECT_EQ(text_of(first.value(), i), text_of(second.value(), i));
  }
}

std::string stores(size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    text += (i == 0 ? "" : ",") + concat(R"({"store": "a", "at": )", i % 16, R"(, "value": 1})");
  }
  return text;
}

TEST(SplitLarge, LeavesShortProgramsAsTheyAre) {
  const auto program = program_of(stores(20));
  EXPECT_EQ(split_large(*program, 20, std::pmr::get_default_resource()), nullptr);
}

TEST(SplitLarge, CutsIntoPiecesOfAnEighthOfTheLimit) {
  const auto program = program_of(stores(21));
  const auto shorter = split_large(*program, 20, std::pmr::get_default_resource());
  ASSERT_NE(shorter, nullptr);
  const auto plan =
      test::value_of(make_plan(*shorter, {{1, 1, 1}, {4, 1, 1}, std::vector<uint32_t>{16, 8}}, {},
                               std::pmr::get_default_resource()));
  EXPECT_EQ(plan.segments.size(), 11u);  // ten of two and one
}

TEST(SplitLarge, DoesNotCutWhileACopyIsUnderWay) {
  const std::string copy = R"({"async_load": "a", "to": "w", "offset": 0, "size": 4, "tag": "t"})";
  const auto program = program_of(join({copy, stores(30), R"({"async_wait": "t"})"}));
  EXPECT_EQ(split_large(*program, 20, std::pmr::get_default_resource()), nullptr);
}

TEST(SplitLarge, CountsWhatIsEqualInOneExpressionOnce) {
  std::string sum = R"({"load": "a", "at": 1})";
  for (int i = 0; i < 5; ++i) sum = concat(R"({"add": [)", sum, ", ", sum, "]}");
  const auto program = program_of(concat(R"({"store": "a", "at": 0, "value": )", sum, "}"));
  EXPECT_EQ(split_large(*program, 2, std::pmr::get_default_resource()), nullptr);
}

std::string in_an_if(const std::string& body, const std::string& rest = "") {
  return concat(R"({"if": {"lt": [{"invocation_id": "x"}, 3]}, "then": [)", body, "]", rest, "}");
}

TEST(SplitLarge, GoesIntoAnIfAtTheEnd) {
  const auto program = program_of(join({kStore, in_an_if(stores(30))}));
  const auto shorter = split_large(*program, 20, std::pmr::get_default_resource());
  ASSERT_NE(shorter, nullptr);
  const auto plan =
      test::value_of(make_plan(*shorter, {{1, 1, 1}, {4, 1, 1}, std::vector<uint32_t>{16, 8}}, {},
                               std::pmr::get_default_resource()));
  EXPECT_EQ(plan.segments.size(), 16u);
}

TEST(SplitLarge, HasNoPlaceInAnIfWithAnElseOrThatSomeWaitIn) {
  const std::string otherwise = concat(R"(, "else": [)", kStore, "]");
  for (const std::string& body :
       {in_an_if(stores(30), otherwise), in_an_if(join({stores(30), kWait}))}) {
    const auto program = program_of(body);
    EXPECT_EQ(split_large(*program, 20, std::pmr::get_default_resource()), nullptr) << body;
  }
}

TEST(SplitLarge, HasNoPlaceInsideALoop) {
  const auto program =
      program_of(concat(R"({"loop": "i", "from": 0, "to": 5, "body": [)", stores(30), "]}"));
  EXPECT_EQ(split_large(*program, 20, std::pmr::get_default_resource()), nullptr);
}

}  // namespace
}  // namespace vyre::grid_sync
