#include <fstream>

#include "ir/json/read.h"
#include "ir/json/write.h"
#include "ir/load.h"
#include "ir/wire/encode.h"
#include "support/build.h"
#include "support/matchers.h"
#include "support/value_of.h"

namespace vyre::ir {
namespace {

std::shared_ptr<const Program> read(std::string_view text) {
  auto program = read_json(text);
  if (!program.ok()) ADD_FAILURE() << program.error().text() << "\n" << text;
  return program.ok() ? program.take() : nullptr;
}

std::string refusal(std::string_view text) {
  const auto program = read_json(text);
  if (program.ok()) return "accepted";
  EXPECT_EQ(program.error().code(), Code::kMalformedJson);
  EXPECT_THAT(program.error().text(), HasSubstr("Fix: "));
  return program.error().text();
}

std::string with_body(std::string_view statement) {
  return concat(R"({"body": [)", statement, "]}");
}
std::string with_value(std::string_view expr) {
  return with_body(concat(R"({"let": "x", "value": )", expr, "}"));
}
// The wire bytes of both, which hold everything but NaN payloads and the three unencoded fields.
void expect_same(const Program& program, const Program& expected) {
  EXPECT_EQ(encode_wire(program).value(), encode_wire(expected).value())
      << write_json(program) << "\n"
      << write_json(expected);
}

TEST(ReadJson, TheDocumentedExampleIsAProgram) {
  std::ifstream file(VYRE_SOURCE_DIR "/docs/program-json.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  const size_t begin = page.find("```json\n") + 8;
  const auto program = read(page.substr(begin, page.find("```\n", begin) - begin));
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(program->buffers.size(), 3u);
  EXPECT_EQ(program->buffers[2].binding, 2u);
  EXPECT_EQ(program->workgroup_size, (std::array<uint32_t, 3>{64, 1, 1}));
}

TEST(ReadJson, StatementsAndExpressionsAreThoseOfTheBuilder) {
  test::Build b(64, {{"in", test::input(0, 4)}, {"out", test::output(1, 4)}});
  const auto expected = b.finish(
      {b.let("i", b.gid()),
       b.branch(b.less(b.var("i"), b.u32(4)),
                {b.store("out", b.var("i"), b.load("in", b.add(b.var("i"), b.u32(1))))},
                {b.leave()}),
       b.barrier(Ordering::kGridSync),
       b.loop("k", b.u32(0), b.u32(3), {b.assign("i", b.unary(UnOp::kPopcount, b.i32(-1)))})});
  const auto program = read(R"({
    "workgroup_size": [64, 1, 1],
    "buffers": [{"name": "in", "type": "U32", "count": 4},
                {"name": "out", "type": "U32", "count": 4, "output": true}],
    "body": [
      {"let": "i", "value": {"invocation_id": "x"}},
      {"if": {"lt": ["i", 4]},
       "then": [{"store": "out", "value": {"load": "in", "at": {"add": ["i", 1]}}, "at": "i"}],
       "else": ["return"]},
      {"barrier": "grid_sync"},
      {"loop": "k", "to": 3, "body": [{"assign": "i", "value": {"popcount": {"i32": -1}}}]}
    ]})");
  ASSERT_NE(program, nullptr);
  expect_same(*program, *expected);
}

TEST(ReadJson, BodyIsWrappedUnlessItIsAllRegions) {
  const auto root_name = [](std::string_view text) -> std::string {
    const auto program = read(text);
    const auto entry = program->list(program->entry);
    if (entry.size() != 1) return concat(entry.size(), " statements");
    const Node& node = program->nodes[entry[0]];
    return node.kind == NodeKind::kRegion ? std::string(program->names[node.name]) : "no region";
  };
  EXPECT_EQ(root_name(R"({"body": []})"), "vyre.program.root");
  EXPECT_EQ(root_name(R"({"body": ["return"]})"), "vyre.program.root");
  EXPECT_EQ(root_name(R"({"body": [{"region": "g"}]})"), "g");
  EXPECT_EQ(root_name(R"({"body": [{"region": "g"}, {"region": "h"}]})"), "2 statements");
  EXPECT_EQ(root_name(R"({"body": [{"region": "g"}, "return"]})"), "vyre.program.root");
  EXPECT_EQ(root_name(R"({"entry": []})"), "0 statements");
  EXPECT_EQ(root_name(R"({"entry": ["return"]})"), "no region");
}

TEST(ReadJson, BufferDefaultsFollowItsUse) {
  const auto program = read(R"({"body": [], "buffers": [
    {"name": "a", "type": "U32"}, {"name": "s", "type": "U32", "count": 2, "access": "workgroup"},
    {"name": "u", "type": "U32", "access": "uniform"}, {"name": "o", "type": "F32", "count": 1, "output": true},
    {"name": "l", "type": "F32", "count": 1, "output": true, "live_out": false, "binding": 9},
    {"name": "w", "type": "Bool", "access": "write_only"}]})");
  ASSERT_NE(program, nullptr);
  const auto& b = program->buffers;
  EXPECT_EQ(b[0].access, Access::kReadOnly);
  EXPECT_EQ(b[0].kind, MemoryKind::kReadonly);
  EXPECT_EQ(b[1].kind, MemoryKind::kShared);
  EXPECT_EQ(b[1].binding, 0u);
  EXPECT_EQ(b[2].kind, MemoryKind::kUniform);
  EXPECT_EQ(b[2].binding, 1u);
  EXPECT_EQ(b[3].access, Access::kReadWrite);
  EXPECT_TRUE(b[3].pipeline_live_out);
  EXPECT_EQ(b[3].binding, 2u);
  EXPECT_FALSE(b[4].pipeline_live_out);
  EXPECT_EQ(b[4].access, Access::kReadWrite);
  EXPECT_EQ(b[4].binding, 9u);
  EXPECT_EQ(b[5].kind, MemoryKind::kGlobal);
  EXPECT_EQ(b[5].binding, 4u);
}

TEST(ReadJson, FloatsAreNumbersOrBits) {
  const auto bits = [](std::string_view literal) {
    const auto program = read(with_value(concat("{\"f32\": ", literal, "}")));
    return program ? program->exprs[0].value : 0xDEADBEEFu;
  };
  EXPECT_EQ(bits("1"), 0x3F800000u);
  EXPECT_EQ(bits("-0.0"), 0x80000000u);
  EXPECT_EQ(bits("1e-45"), 0x00000001u);
  EXPECT_EQ(bits("3.4028235e38"), 0x7F7FFFFFu);
  EXPECT_EQ(bits("\"0x7fc01234\""), 0x7FC01234u);
  EXPECT_EQ(bits("\"0xFF800000\""), 0xFF800000u);
  EXPECT_THAT(refusal(with_value(R"({"f32": 3.4028236e38})")), HasSubstr("too large for an f32"));
  EXPECT_THAT(refusal(with_value(R"({"f32": 1e999})")), HasSubstr("too large for an f32"));
  EXPECT_THAT(refusal(with_value(R"({"f64": 1e999})")), HasSubstr("too large for an f64"));
  for (const char* text : {"\"\"", "\"0x\"", "\"7fc00000\"", "\"0x7fc0000\"", "\"0x7fc000000\"",
                           "\"0x7fc0000g\"", "\"nan\""}) {
    EXPECT_THAT(refusal(with_value(concat("{\"f32\": ", text, "}"))), HasSubstr("malformed bits"));
  }
}

TEST(ReadJson, WideNumbersAreDecimalStrings) {
  const auto offset = [](std::string_view text) {
    const auto program =
        read(with_body(concat(R"({"indirect_dispatch": "n", "offset": )", text, "}")));
    return program ? program->nodes[0].number : 0;
  };
  EXPECT_EQ(offset("\"18446744073709551615\""), UINT64_MAX);
  EXPECT_EQ(offset("\"0\""), 0u);
  EXPECT_EQ(offset("9007199254740991"), 9007199254740991u);
  for (const char* text :
       {"\"18446744073709551616\"", "\"-1\"", "\"\"", "\" 1\"", "\"1 \"", "\"0x1\"",
        "9007199254740993", "9007199254740992", "18446744073709551615", "1.5", "-1", "true"}) {
    EXPECT_THAT(refusal(with_body(concat(R"({"indirect_dispatch": "n", "offset": )", text, "}"))),
                HasSubstr("body[0].indirect_dispatch.offset: no 64-bit integer"))
        << text;
  }
}

TEST(ReadJson, NamesWithNulAreHex) {
  const auto program =
      read(with_body(R"({"let": {"hex": "610062"}, "value": {"var": {"hex": "00"}}})"));
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(program->names[program->nodes[0].name], std::string_view("a\0b", 3));
  EXPECT_EQ(program->names[program->exprs[0].name], std::string_view("\0", 1));
  const std::string text = write_json(*program);
  EXPECT_THAT(text, HasSubstr(R"({"let": {"hex": "610062"}, "value": {"var": {"hex": "00"}}})"));
  expect_same(*read(text), *program);
  EXPECT_THAT(refusal(with_body(R"({"resume": {"hex": "ff"}})")), HasSubstr("not UTF-8"));
  EXPECT_THAT(refusal(with_body(R"({"resume": {"hex": "0"}})")), HasSubstr("malformed hex"));
  EXPECT_THAT(refusal(with_body(R"({"resume": {"hex": "00", "x": 1}})")),
              HasSubstr("unknown key 'x'"));
  EXPECT_THAT(refusal(with_body(R"({"resume": 7})")), HasSubstr("expected a name"));
}

TEST(ReadJson, WhatTheWireDoesNotCarryComesBackToo) {
  const std::string text =
      write_json(*read(R"({"body": [{"let": "x", "value": {"f32": "0xffc00001"}}], "buffers": [
    {"name": "b", "type": "Bytes", "bytes_extraction": true, "linear_type": "affine",
     "shape_predicate": {"or": [{"and": [{"at_least": "1"}, {"at_most": 9007199254740991}]},
       {"not": {"or": [{"mod_equals": [3, -2]}, {"affine": ["-9223372036854775808", 0, "1", 2]}]}}]}}]})"));
  const auto program = read(text);
  ASSERT_NE(program, nullptr);
  EXPECT_EQ(write_json(*program), text);
  EXPECT_TRUE(program->buffers[0].bytes_extraction);
  EXPECT_EQ(program->buffers[0].linear_type, LinearType::kAffine);
  const ShapePredicate& top = program->predicates[program->buffers[0].shape_predicate];
  EXPECT_EQ(top.kind, ShapePredicate::Kind::kOr);
  EXPECT_EQ(program->predicates[top.right].kind, ShapePredicate::Kind::kNot);
  EXPECT_THAT(text, HasSubstr(R"({"affine": ["-9223372036854775808", "0", "1", "2"]})"));
  EXPECT_THAT(text, HasSubstr(R"({"f32": "0xffc00001"})"));
}

TEST(ReadJson, EveryFormOfStatementComesBack) {
  const std::string text = write_json(*read(R"({
    "entry_op_id": "demo", "non_composable_with_self": true, "workgroup_size": [1, 2, 3],
    "buffers": [{"name": "b", "type": "Quantized<I4, PerGroup(32), PerChannel(1)>", "count": 8, "binding": 3,
      "access": "read_write", "kind": "persistent", "live_out": true, "output_byte_range": ["1", 4],
      "hints": {"coalesce_axis": 2, "alignment": 128, "locality": "random"}}],
    "entry": ["return", "barrier", {"block": [{"block": []}]}, {"trap": 1, "tag": "t"}, {"resume": "t"},
      {"async_load": "s", "to": "d", "offset": 0, "size": 64, "tag": "t"},
      {"async_store": "s", "to": "d", "offset": 0, "size": 64, "tag": "t"}, {"async_wait": "t"},
      {"region": "g", "source": "q", "body": []}, {"indirect_dispatch": "b", "offset": "16"},
      {"all_reduce": "b", "op": "sum"}, {"all_gather": "b", "to": "c", "group": 4},
      {"reduce_scatter": "b", "to": "c", "op": "bit_xor", "group": 4},
      {"broadcast": "b", "root": 2}, {"opaque": "kind", "payload": "00ff"},
      {"let": "x", "value": {"call": "f", "args": [{"u64": "18446744073709551615"}, {"i64": "-1"}, {"f64": 0.1},
        {"f64": "0x8000000000000000"}, {"u32": 7}, {"bool": true}, {"var": "x"}]}},
      {"let": "y", "value": {"select": [{"subgroup_ballot": true}, {"subgroup_shuffle": ["x", 1]}, {"subgroup_add": 1}]}},
      {"let": "z", "value": {"fma": [{"subgroup_local_id": true}, {"subgroup_size": true}, {"local_id": 7}]}},
      {"let": "a", "value": {"atomic": "compare_exchange", "buffer": "b", "at": 0, "expected": 1, "value": 2, "ordering": "acq_rel"}},
      {"let": "b", "value": {"atomic": 2147483649, "buffer": "b", "at": 0, "value": {"cast": "Vec<Array<3>,2>", "value": 1}}},
      {"let": "c", "value": {"binary": 2147483650, "of": [1, {"unary": 4294967295, "of": 2}]}},
      {"let": "d", "value": {"opaque": "vyre.literal.u64", "payload": "01"}}]})"));
  const auto program = read(text);
  ASSERT_NE(program, nullptr) << text;
  EXPECT_EQ(write_json(*program), text);
  EXPECT_EQ(program->list(program->entry).size(), 22u);
  for (const char* part : {R"("type": "Quantized<I4,PerGroup(32),PerChannel(1)>")",
                           R"("output_byte_range": ["1", "4"])", R"("live_out": true)",
                           R"({"f64": "0x8000000000000000"})", R"({"f64": 0.1})",
                           R"({"opaque": "vyre.literal.u64", "payload": "01"})",
                           R"({"local_id": 7})", R"({"barrier": "seq_cst"})"}) {
    EXPECT_THAT(text, HasSubstr(part));
  }
}

struct Refusal {
  std::string text;
  const char* message;
};

Refusal trapping(std::string_view value, const char* message) {
  return {with_body(concat(R"({"trap": )", value, R"(, "tag": "t"})")), message};
}
Refusal declaring(std::string_view keys, const char* message) {
  return {concat(R"({"body": [], "buffers": [{"name": "b", "type": "U32", )", keys, "}]}"),
          message};
}
Refusal beside_body(std::string_view keys, const char* message) {
  return {concat(R"({"body": [], )", keys, "}"), message};
}

class ReadJsonRefuses : public testing::TestWithParam<Refusal> {};

TEST_P(ReadJsonRefuses, NamingPlaceAndFix) {
  EXPECT_THAT(refusal(GetParam().text), HasSubstr(GetParam().message)) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Programs, ReadJsonRefuses,
    testing::Values(
        Refusal{"", "line 1, column 1"},
        Refusal{"[]", "top level: expected an object, found an array"},
        Refusal{"{}", "top level: 'body' is missing"},
        beside_body(R"("entry": [])", "both 'body' and 'entry'"),
        Refusal{R"({"body": []} x)", "text follows the end"},
        beside_body(R"("body": [])", "key 'body' twice"),
        Refusal{"{\"body\": [\"\xFF\"]}", "not valid UTF-8"},
        beside_body(R"("bodi": 1)", "top level: unknown key 'bodi'"),
        beside_body(R"("": 1)", "top level: unknown key ''"),
        Refusal{R"({"body": {}})", "body: expected an array, found an object"},
        beside_body(R"("workgroup_size": [1, 2])", "workgroup_size: 2 elements instead of 3"),
        beside_body(R"("workgroup_size": [1, 2, -1])", "workgroup_size[2]: the number is out of"),
        beside_body(R"("workgroup_size": [1, 2, 4294967296])", "from 0 to 4294967295"),
        beside_body(R"("workgroup_size": [1, 2, 1.5])", "not whole"),
        beside_body(R"("workgroup_size": [1, 2, "3"])", "expected a number, found a string"),
        beside_body(R"("non_composable_with_self": 1)", "expected true or false"),
        beside_body(R"("entry_op_id": null)", "entry_op_id: expected a name, found null"),
        Refusal{R"({"body": ["retrun"]})", "body[0]: unknown statement 'retrun'"},
        Refusal{R"({"body": [7]})", "body[0]: expected an object, found a number"},
        Refusal{R"({"body": [{}]})", "body[0]: no key tells the kind"},
        Refusal{R"({"body": ["return", {"let": "x"}]})", "body[1].let: 'value' is missing"},
        Refusal{R"({"body": [{"let": "x", "value": 1, "at": 2}]})",
                "body[0].let: unknown key 'at'"},
        Refusal{R"({"body": [{"let": "x", "value": 1, "store": "b"}]})", "unknown key 'store'"},
        Refusal{R"({"body": [{"let": "x", "value": 1, "": "b"}]})", "unknown key ''"},
        Refusal{
            R"({"body": [{"if": true, "then": [{"if": 1, "then": [{"store": "b", "at": null, "value": 1}]}]}]})",
            "body[0].if.then[0].if.then[0].store.at: expected an expression, found null"},
        Refusal{R"({"body": [{"loop": "i", "to": {"add": [1, {"mul": [1, []]}]}}]})",
                "body[0].loop.to.add[1].mul[1]: expected an expression, found an array"},
        Refusal{R"({"body": [{"barrier": "grid"}]})", "body[0].barrier: unknown word 'grid'"},
        Refusal{R"({"body": [{"broadcast": "b", "group": 1}]})", "'root' is missing"},
        Refusal{R"({"body": [{"all_reduce": "b", "op": "mul"}]})", "use one of sum, min, max"},
        Refusal{R"({"body": [{"opaque": "k"}]})", "'payload' is missing"},
        Refusal{R"({"body": [{"opaque": "k", "payload": "0"}]})", "payload: malformed hex"}));

INSTANTIATE_TEST_SUITE_P(
    Expressions, ReadJsonRefuses,
    testing::Values(trapping(R"(-1)", "body[0].trap: the number is out of range"),
                    trapping(R"(4294967296)", "out of range"), trapping(R"(1e999)", "out of range"),
                    trapping(R"({})", "body[0].trap: no key tells the kind"),
                    trapping(R"({"plus": [1, 2]})", "no key tells the kind"),
                    trapping(R"({"add": [1]})", "add: 1 elements instead of 2"),
                    trapping(R"({"add": [1, 2, 3]})", "3 elements instead of 2"),
                    trapping(R"({"add": 1})", "add: expected an array"),
                    trapping(R"({"add": [1, 2], "of": 1})", "unknown key 'of'"),
                    trapping(R"({"i32": 2147483648})", "-2147483648 to 2147483647"),
                    trapping(R"({"bool": 1})", "expected true or false"),
                    trapping(R"({"f32": true})", "expected a number"),
                    trapping(R"({"i64": "9223372036854775808"})", "no 64-bit integer"),
                    trapping(R"({"load": "b"})", "trap.load: 'at' is missing"),
                    trapping(R"({"local_id": "w"})", "use one of x, y, z"),
                    trapping(R"({"local_id": 256})", "from 0 to 255"),
                    trapping(R"({"cast": "U33", "value": 1})", "no known type"),
                    trapping(R"({"cast": 7, "value": 1})", "expected a string"),
                    trapping(R"({"binary": 5, "of": [1, 2]})", "lacks its top bit"),
                    trapping(R"({"unary": 2147483648})", "'of' is missing"),
                    trapping(R"({"atomic": "plus"})", "unknown word 'plus'"),
                    trapping(R"({"atomic": "add", "at": 0, "value": 1})", "'buffer' is missing"),
                    trapping(R"({"subgroup_size": false})", "write true"),
                    trapping(R"({"call": "f", "args": 1})", "args: expected an array")));

INSTANTIATE_TEST_SUITE_P(
    Buffers, ReadJsonRefuses,
    testing::Values(
        Refusal{R"({"body": [], "buffers": [{"type": "U32"}]})", "buffers[0]: 'name' is missing"},
        Refusal{R"({"body": [], "buffers": [{"name": "b"}]})", "buffers[0]: 'type' is missing"},
        declaring(R"("size": 4)", "unknown key 'size'"),
        declaring(R"("access": "rw")", "read_only, read_write"),
        declaring(R"("count": -1)", "buffers[0].count"),
        declaring(R"("hints": {"axis": 1})", "buffers[0].hints: unknown key 'axis'"),
        declaring(R"("output_byte_range": ["0"])", "output_byte_range: 1 elements instead of 2"),
        declaring(R"("shape_predicate": {})", "shape_predicate: no shape predicate"),
        declaring(R"("shape_predicate": {"and": [{"at_least": 1}]})",
                  "shape_predicate.and: 1 elements instead of 2"),
        declaring(R"("shape_predicate": {"not": {"x": 1}})",
                  "shape_predicate.not: no shape predicate")));

TEST(ReadJson, NestsAsDeepAsAProgramMay) {
  const auto negated = [](uint32_t levels) {
    std::string text = "1";
    for (uint32_t i = 0; i < levels; ++i) text = concat(R"({"negate": )", text, "}");
    return with_value(text);
  };
  // Root region, Let and literal are three more.
  EXPECT_NE(read(negated(Program::kMaxDepth - 3)), nullptr);
  EXPECT_THAT(refusal(negated(Program::kMaxDepth - 2)), HasSubstr("nest"));
  EXPECT_THAT(refusal(negated(Program::kMaxDepth)), HasSubstr("nested deeper than 480"));
}

TEST(ReadJson, TheDeepestProgramsComeBack) {
  test::Build b;
  std::vector<NodeId> body = {b.leave()};
  for (uint32_t i = 0; i < Program::kMaxDepth - 2; ++i) body = {b.branch(b.boolean(true), body)};
  const auto program = b.finish(body);
  ASSERT_NE(program, nullptr);
  const std::string text = write_json(*program);
  const auto again = read(text);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(write_json(*again), text);
}

TEST(LoadProgram, TellsTheFormByContent) {
  const std::string text = "\n " + with_body("\"return\"");
  const std::span json(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  const auto from_json = test::value_of(load_program(json));
  const auto from_wire = test::value_of(load_program(encode_wire(*from_json).value()));
  expect_same(*from_wire, *from_json);
  const auto neither = load_program(std::vector<uint8_t>{'h', 'i'});
  ASSERT_FALSE(neither.ok());
  EXPECT_EQ(neither.error().code(), Code::kMalformedWire);
  EXPECT_THAT(neither.error().text(), HasSubstr("JSON that begins with a brace"));
}

}  // namespace
}  // namespace vyre::ir
