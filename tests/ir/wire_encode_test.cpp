#include "ir/json/read.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"
#include "support/matchers.h"
#include "support/value_of.h"

namespace vyre::ir {
namespace {

std::string refusal(const std::string& text) {
  const auto bytes = encode_wire(*test::value_of(read_json(text)));
  if (bytes.ok()) return "encoded";
  EXPECT_EQ(bytes.error().code(), Code::kInvalidProgram);
  EXPECT_THAT(bytes.error().text(), HasSubstr("Fix: "));
  return bytes.error().text();
}

std::string buffer(const std::string& keys) {
  return refusal(R"({"body": [], "buffers": [{"name": "b", )" + keys + "}]}");
}

TEST(EncodeWire, RefusesAWorkgroupAxisOfZero) {
  EXPECT_THAT(refusal(R"({"workgroup_size": [4, 0, 1], "body": []})"), HasSubstr("4 x 0 x 1"));
}

TEST(EncodeWire, RefusesBuffersThatNeedACount) {
  EXPECT_THAT(buffer(R"("type": "U32", "access": "workgroup")"),
              HasSubstr("'b' is workgroup memory"));
  EXPECT_THAT(buffer(R"("type": "U32", "live_out": true)"), HasSubstr("'b' is live out"));
  EXPECT_EQ(buffer(R"("type": "U32", "output": true, "live_out": false)"), "encoded");
}

TEST(EncodeWire, RefusesOutputRangesOutsideTheBuffer) {
  const std::string four = R"("type": "U32", "count": 4, "output_byte_range": )";
  EXPECT_EQ(buffer(four + "[0, 16]"), "encoded");
  EXPECT_EQ(buffer(four + "[16, 16]"), "encoded");
  EXPECT_THAT(buffer(four + "[0, 17]"), HasSubstr("0 to 17 ends after the buffer"));
  EXPECT_THAT(buffer(four + "[3, 2]"), HasSubstr("ends before it starts"));
  EXPECT_EQ(buffer(R"("type": "U32", "output_byte_range": [5, 99])"), "encoded");
  EXPECT_THAT(buffer(R"("type": "Tensor", "count": 4, "output_byte_range": [0, 0])"),
              HasSubstr("without a fixed size"));
  EXPECT_THAT(
      buffer(R"("type": "Array<18446744073709551615>", "count": 4, "output_byte_range": [0, 0])"),
      HasSubstr("ends after the buffer"));
}

TEST(EncodeWire, RefusesElementsTheFormatDoesNotHave) {
  for (const char* type :
       {"SparseCsr<F32>", "SparseCoo<F32>", "SparseBsr<F32,2,2>", "DeviceMesh<[2]>"}) {
    EXPECT_THAT(buffer(concat(R"("type": ")", type, "\"")), HasSubstr(type));
  }
  EXPECT_EQ(buffer(R"("type": "Quantized<I4,PerGroup(32),Absent>")"), "encoded");
}

TEST(EncodeWire, RefusesOverLongNamesAndPayloads) {
  const std::string name(1048577, 'n');
  EXPECT_THAT(refusal(R"({"entry": [{"resume": ")" + name + "\"}]}"), HasSubstr("1048577 bytes"));
  EXPECT_THAT(refusal(R"({"entry_op_id": ")" + name + R"(", "entry": []})"), HasSubstr("1048577"));
  EXPECT_EQ(refusal(R"({"entry": [{"resume": ")" + name.substr(1) + "\"}]}"), "encoded");
  const std::string payload(2 * 4194305, '0');
  EXPECT_THAT(refusal(R"({"entry": [{"opaque": "k", "payload": ")" + payload + "\"}]}"),
              HasSubstr("4194305 bytes"));
}

TEST(EncodeWire, RefusesCastsToArraysAboveThirtyTwoBits) {
  const auto cast = [](const char* type) {
    return refusal(
        concat(R"({"body": [{"let": "x", "value": {"cast": ")", type, R"(", "value": 1}}]})"));
  };
  EXPECT_EQ(cast("Array<4294967295>"), "encoded");
  EXPECT_THAT(cast("Array<4294967296>"), HasSubstr("Array<4294967296> exceeds 32 bits"));
  EXPECT_THAT(cast("Vec<Array<4294967296>,2>"), HasSubstr("exceeds 32 bits"));
}

TEST(EncodeWire, EveryInlineTypeComesBack) {
  for (const char* type : {"U32", "NF4", "Handle<7>", "Vec<Vec<U8,3>,255>",
                           "TensorShaped<F32,[2,3]>", "SparseBsr<F16,4,8>", "DeviceMesh<[2,4]>",
                           "Opaque<2147483649>", "Quantized<I4,PerGroup(32),PerChannel(3)>"}) {
    const std::string text =
        concat(R"({"body": [{"let": "x", "value": {"cast": ")", type, R"(", "value": 1}}]})");
    const auto bytes = encode_wire(*read_json(text).value()).value();
    const auto program = decode_wire(bytes);
    ASSERT_TRUE(program.ok()) << type << program.error().text();
    const Program& p = *program.value();
    EXPECT_EQ(type_name(p.types, p.exprs.front().value), type);
  }
}

}  // namespace
}  // namespace vyre::ir
