// The bytes of whole programs and of single statements and expressions, spelled out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/hash/blake3.h"
#include "corpus.h"
#include "ir/json/read.h"
#include "ir/wire/canonical.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"
#include "support/value_of.h"

namespace vyre::ir {
namespace {

std::shared_ptr<const Program> read(std::string_view text) {
  return test::value_of(read_json(text));
}

struct Golden {
  const char* name;
  const char* json;
  const char* wire;
  const char* blake3;       // of the bytes
  const char* fingerprint;  // null: the same, the program is in canonical form
};

const Golden kGolden[] = {
    {"XorOfTwoBuffers",
     R"({"workgroup_size": [64, 1, 1],
     "buffers": [{"name": "a", "type": "U32", "count": 4}, {"name": "b", "type": "U32", "count": 4},
                 {"name": "out", "type": "U32", "count": 4, "output": true}],
     "body": [{"store": "out", "at": {"invocation_id": "x"},
               "value": {"bit_xor": [{"load": "a", "at": {"invocation_id": "x"}}, {"load": "b", "at": {"invocation_id": "x"}}]}}]})",
     "5659524504000400aa606a90fb692e8a11465db6273f9a3960d60ed6ae2317cf1aecb67988ca9ff902157679"
     "72652e70726f6772616d2e6d657461646174615c565952452d4d455441004000000001000000010000000003"
     "0100000061000000000400000000000000000000000101000000620100000004000000000000000000000001"
     "030000006f757402000000040000000101000000000000010010767972652e6e6f64652e726567696f6e370b"
     "11000000767972652e70726f6772616d2e726f6f74000100000002030000006f757406000908040100000061"
     "0600040100000062060000030004000100010406000000000001010400010001040600000000000102000101"
     "000104060000000000010102",
     "e942f921723c7104109d2de11cc619e559530fe8a881293a78e8dced2bbec10a", nullptr},
    {"TwoPhases",
     R"({"entry_op_id": "demo.two_phase", "workgroup_size": [256, 1, 1], "non_composable_with_self": true,
     "buffers": [{"name": "src", "type": "U32"},
                 {"name": "dst", "type": "U32", "count": 256, "output": true, "output_byte_range": ["0", "200"],
                  "hints": {"coalesce_axis": 0, "alignment": 128, "locality": "streaming"}}],
     "body": [{"store": "dst", "at": {"invocation_id": "x"}, "value": {"load": "src", "at": {"invocation_id": "x"}}},
              {"barrier": "grid_sync"},
              {"store": "dst", "at": {"invocation_id": "x"}, "value": {"load": "dst", "at": 0}}]})",
     "565952450400040096b56a1852d5daf9eae77a1d70bb4d4c7a8d5a60820d65e502a88d19a7ab4b1e02157679"
     "72652e70726f6772616d2e6d657461646174615e565952452d4d455441010e00000064656d6f2e74776f5f70"
     "6861736500010000010000000100000001020300000073726300000000000000000000000000000000010300"
     "0000647374010000000001000001010100c801010080000000000010767972652e6e6f64652e726567696f6e"
     "480b11000000767972652e70726f6772616d2e726f6f74000300000002030000006473740600040300000073"
     "7263060007050203000000647374060004030000006473740000000000000200040001000100060000000000"
     "01010001010002800207010080000000000101",
     "679983d141e11970824cd5cf9acbd9c9076e76b9fe23f2374637b66af87c9a12",
     "e3fd2a00853a0d17783c28411224606f60b1f5472c897d9d82dd8b6dac04adb2"},
    {"Constant",
     R"({"buffers": [{"name": "out", "type": "U32", "count": 1, "access": "read_write"}],
     "body": [{"store": "out", "at": 0, "value": 42}]})",
     "5659524504000400d04e8f0c08a8696c364423ba2b8cd3d9d103526f1253f035ee6ee78adf464f5e02157679"
     "72652e70726f6772616d2e6d6574616461746130565952452d4d455441000100000001000000010000000001"
     "030000006f757400000000010000000000000000000000010010767972652e6e6f64652e726567696f6e2d0b"
     "11000000767972652e70726f6772616d2e726f6f74000100000002030000006f75740000000000002a000000"
     "000100000101000101060000000000010100",
     "c1f2ccf5754f0e561c767f6d6e2a847947d70e4bd0593b617d53f5aee5cc0428", nullptr},
    {"OneOperator",
     R"({"buffers": [{"name": "out", "type": "U32", "count": 1, "access": "read_write"}],
     "body": [{"store": "out", "at": 0, "value": {"add": [1, 2]}}]})",
     "56595245040004002cb8fc98c75f644a0affff0de867b3a231d93046ebb9cbdad6f6f64b043b286102157679"
     "72652e70726f6772616d2e6d6574616461746130565952452d4d455441000100000001000000010000000001"
     "030000006f757400000000010000000000000000000000010010767972652e6e6f64652e726567696f6e340b"
     "11000000767972652e70726f6772616d2e726f6f74000100000002030000006f757400000000000901000100"
     "00000002000000000100000101000101060000000000010100",
     "9e8a8762168ae22123d41cb22f7268dbe565fa416e4408f0be78c840531e04cc", nullptr},
    {"Loop",
     R"({"buffers": [{"name": "out", "type": "U32", "count": 1, "access": "read_write"}],
     "body": [{"let": "acc", "value": 0},
              {"loop": "i", "to": 4, "body": [{"assign": "acc", "value": {"add": ["acc", "i"]}}]},
              {"store": "out", "at": 0, "value": "acc"}]})",
     "56595245040004008397c3f109c6a81bac024284c7efbc0a1677acffd4d693f231e78c8e93b4f43c02157679"
     "72652e70726f6772616d2e6d6574616461746130565952452d4d455441000100000001000000010000000001"
     "030000006f757400000000010000000000000000000000010010767972652e6e6f64652e726567696f6e690b"
     "11000000767972652e70726f6772616d2e726f6f740003000000000300000061636300000000000401000000"
     "6900000000000004000000010000000103000000616363090103030000006163630301000000690203000000"
     "6f757400000000000303000000616363000100000101000101060000000000010100",
     "c0939ac097203b376d7466ea6bae4fa6b76ee82020562ade8bd8af4a10e05a3f", nullptr},
    {"NestedRegions",
     R"({"buffers": [{"name": "out", "type": "U32", "count": 1, "access": "read_write"}],
     "body": [{"region": "outer", "body": [{"region": "inner", "body": [{"store": "out", "at": 0, "value": 7}]}]}]})",
     "56595245040004005352ab130fb30c69ed6f07464ea8cc42356cbc7ac8b28f78caf967e5532b9c4502157679"
     "72652e70726f6772616d2e6d6574616461746130565952452d4d455441000100000001000000010000000001"
     "030000006f757400000000010000000000000000000000010010767972652e6e6f64652e726567696f6e300b"
     "050000006f7574657200010000000b05000000696e6e6572000100000002030000006f757400000000000007"
     "000000000100000101000101060000000000010100",
     "de6cc803a8ac5d35caa993c92d87d1c5bdcaf365e5d52281d41bc3f21e699f5f", nullptr},
    {"Call",
     R"({"buffers": [{"name": "out", "type": "U32", "count": 1, "access": "read_write"}],
     "body": [{"region": "vyre.intrinsics.math.accum", "body": [
       {"let": "acc", "value": 0},
       {"loop": "i", "to": 3, "body": [{"assign": "acc", "value": {"add": ["acc", "i"]}}]},
       {"let": "dial", "value": {"call": "vyre-conform.test.identity_u32", "args": ["acc"]}},
       {"store": "out", "at": 0, "value": "dial"}]}]})",
     "5659524504000400b1bd970e59e59f47b47cc19065b3f2f673f7a9b066765e0cdfc8330a2ee19e0002157679"
     "72652e70726f6772616d2e6d6574616461746130565952452d4d455441000100000001000000010000000001"
     "030000006f757400000000010000000000000000000000010010767972652e6e6f64652e726567696f6eab01"
     "0b1a000000767972652e696e7472696e736963732e6d6174682e616363756d00040000000003000000616363"
     "0000000000040100000069000000000000030000000100000001030000006163630901030300000061636303"
     "010000006900040000006469616c0b1e000000767972652d636f6e666f726d2e746573742e6964656e746974"
     "795f75333201000000030300000061636302030000006f7574000000000003040000006469616c0001000001"
     "01000101060000000000010100",
     "ae744c66b22dcb9c2142b22bd9c26fcfdca9b61abe3c841e05c52ea16baa952b", nullptr},
};

class WireGolden : public testing::TestWithParam<Golden> {};

TEST_P(WireGolden, EncodesToTheseBytes) {
  const auto bytes = test::value_of(encode_wire(*read(GetParam().json)));
  EXPECT_EQ(hex_encode(bytes), GetParam().wire);
  EXPECT_EQ(hex_encode(blake3(bytes)), GetParam().blake3);
}

TEST_P(WireGolden, DecodesFromThem) {
  const auto program = test::value_of(decode_wire(hex(GetParam().wire)));
  EXPECT_EQ(hex_encode(encode_wire(*program).value()), GetParam().wire);
}

TEST_P(WireGolden, HasThisFingerprint) {
  const auto digest = test::value_of(fingerprint(*read(GetParam().json)));
  const char* expected = GetParam().fingerprint;
  EXPECT_EQ(hex_encode(digest), expected != nullptr ? expected : GetParam().blake3);
}

INSTANTIATE_TEST_SUITE_P(Programs, WireGolden, testing::ValuesIn(kGolden),
                         [](const auto& test) { return std::string(test.param.name); });

struct Fragment {
  const char* json;
  const char* bytes;
};

const Fragment kExpressions[] = {
    {R"(42)", "002a000000"},
    {R"({"i32": -1})", "01ffffffff"},
    {R"(true)", "0201"},
    {R"({"f32": 1})", "0f0000803f"},
    {R"({"f32": "0xffc12345"})", "0f0000c07f"},
    {R"({"f32": "0x80000001"})", "0f00000000"},
    {R"("i")", "030100000069"},
    {R"({"load": "a", "at": {"invocation_id": "x"}})", "0401000000610600"},
    {R"({"buf_len": "a"})", "050100000061"},
    {R"({"invocation_id": "y"})", "0601"},
    {R"({"workgroup_id": "x"})", "0700"},
    {R"({"local_id": "z"})", "0802"},
    {R"({"le": ["i", 3]})", "090f0301000000690003000000"},
    {R"({"binary": 2147483649, "of": [1, 2]})", "09800100008000010000000002000000"},
    {R"({"popcount": "i"})", "0a04030100000069"},
    {R"({"call": "m::f", "args": [1, 2]})", "0b040000006d3a3a660200000000010000000002000000"},
    {R"({"select": [true, 1, 0]})", "0c020100010000000000000000"},
    {R"({"cast": "F32", "value": 1})", "0d0b0001000000"},
    {R"({"cast": "Vec<F32,4>", "value": 1})", "0d140b040001000000"},
    {R"({"atomic": "add", "buffer": "c", "at": 0, "value": 1})",
     "0e010401000000630000000000000001000000"},
    {R"({"atomic": "compare_exchange", "ordering": "acq_rel", "buffer": "c", "at": 0, "expected": 5, "value": 6})",
     "0e0803010000006300000000000100050000000006000000"},
    {R"({"fma": ["a", "b", "c"]})", "10030100000061030100000062030100000063"},
    {R"({"subgroup_add": 1})", "110001000000"},
    {R"({"subgroup_shuffle": ["v", 0]})", "120301000000760000000000"},
    {R"({"subgroup_ballot": true})", "130201"},
    {R"({"subgroup_local_id": true})", "14"},
    {R"({"subgroup_size": true})", "15"},
    {R"({"u64": "7"})", "8010000000767972652e6c69746572616c2e753634080000000700000000000000"},
};

const Fragment kStatements[] = {
    {R"({"let": "x", "value": 1})", "0001000000780001000000"},
    {R"({"assign": "x", "value": 2})", "0101000000780002000000"},
    {R"({"if": true, "then": ["return"]})", "030201010000000500000000"},
    {R"({"loop": "i", "to": 4})", "0401000000690000000000000400000000000000"},
    {R"("return")", "05"},
    {R"({"block": []})", "0600000000"},
    {R"("barrier")", "0704"},
    {R"({"barrier": "grid_sync"})", "0705"},
    {R"({"indirect_dispatch": "n", "offset": "16"})", "08010000006e1000000000000000"},
    {R"({"async_load": "s", "to": "d", "offset": 0, "size": 64, "tag": "t"})",
     "0901000000730100000064000000000000400000000100000074"},
    {R"({"async_wait": "t"})", "0a0100000074"},
    {R"({"region": "g", "source": "q"})", "0b010000006701010000007100000000"},
    {R"({"async_store": "s", "to": "d", "offset": 0, "size": 64, "tag": "t"})",
     "0c01000000730100000064000000000000400000000100000074"},
    {R"({"trap": 0, "tag": "t"})", "0d00000000000100000074"},
    {R"({"resume": "t"})", "0e0100000074"},
    {R"({"all_reduce": "b", "op": "sum"})", "0f01000000620100000000"},
    {R"({"all_gather": "i", "to": "o", "group": 1})", "100100000069010000006f01000000"},
    {R"({"reduce_scatter": "i", "to": "o", "op": "max", "group": 1})",
     "110100000069010000006f0301000000"},
    {R"({"broadcast": "b", "root": 2})", "1201000000620200000000000000"},
    {R"({"opaque": "k", "payload": "aabb"})", "80010000006b02000000aabb"},
};

// Encodes a program of this one statement and checks the bytes of its record: the payload after its
// length, then the counts of operands, regions and outputs, all zero.
std::vector<uint8_t> expect_statement(const std::string& statement, const std::string& payload) {
  const auto bytes = encode_wire(*read(concat(R"({"entry": [)", statement, "]}")), WireForm::k4);
  EXPECT_TRUE(bytes.ok()) << statement;
  const uint8_t length[] = {static_cast<uint8_t>(payload.size() / 2)};
  EXPECT_THAT(hex_encode(bytes.value()), testing::EndsWith(hex_encode(length) + payload + "000000"))
      << statement;
  return bytes.value();
}

TEST(WireFragments, ExpressionsHaveTheseBytes) {
  for (const Fragment& expr : kExpressions) {
    const std::string statement = concat(R"({"trap": )", expr.json, R"(, "tag": ""})");
    const auto bytes = expect_statement(statement, concat("0d", expr.bytes, "00000000"));
    const auto program = decode_wire(bytes);
    ASSERT_TRUE(program.ok()) << expr.json << program.error().text();
    EXPECT_EQ(encode_wire(*program.value()).value(), bytes);
  }
}

TEST(WireFragments, StatementsHaveTheseBytes) {
  for (const Fragment& statement : kStatements) {
    const auto bytes = expect_statement(statement.json, statement.bytes);
    const auto program = decode_wire(bytes);
    if (!program.ok()) {
      EXPECT_THAT(program.error().text(), testing::HasSubstr("D100")) << statement.json;
      EXPECT_THAT(statement.json, testing::HasSubstr("opaque"));
      continue;
    }
    EXPECT_EQ(encode_wire(*program.value()).value(), bytes);
  }
}

}  // namespace
}  // namespace vyre::ir
