#include "ir/types/type_table.h"
#include "support/matchers.h"
#include "support/value_of.h"

namespace vyre::ir {
namespace {

class Types : public testing::Test {
 protected:
  TypeId id(std::string_view name) { return test::value_of(parse_type_name(types_, name)); }

  std::string refusal(std::string_view name) {
    const auto parsed = parse_type_name(types_, name);
    if (parsed.ok()) return "accepted";
    EXPECT_THAT(parsed.error().text(), HasSubstr("Fix: "));
    return parsed.error().text();
  }

  TypeTable types_{std::pmr::get_default_resource()};
};

TEST_F(Types, WithoutParametersHaveTheirTagAsId) {
  for (const DataType tag : kAllDataTypes) {
    if (has_parameters(tag)) continue;
    EXPECT_EQ(types_.intern({.tag = tag}), scalar(tag));
    EXPECT_EQ(types_[scalar(tag)].tag, tag);
    EXPECT_EQ(id(tag_name(tag)), scalar(tag));
    EXPECT_EQ(type_name(types_, scalar(tag)), tag_name(tag));
  }
}

TEST_F(Types, EqualOnesHaveOneId) {
  const size_t before = types_.size();
  const TypeId vector = id("Vec<F32,4>");
  EXPECT_EQ(id("Vec<F32, 4>"), vector);
  EXPECT_NE(id("Vec<F32,3>"), vector);
  EXPECT_NE(id("Vec<I32,4>"), vector);
  EXPECT_NE(id("TensorShaped<F32,[2,3]>"), id("TensorShaped<F32,[3,2]>"));
  EXPECT_EQ(id("TensorShaped<F32,[2,3]>"), id("TensorShaped<F32,[2,3]>"));
  EXPECT_EQ(types_.size(), before + 5);
}

TEST_F(Types, NamesReadBackAsTheyWereWritten) {
  for (const char* name :
       {"Array<18446744073709551615>", "Handle<7>", "Vec<F32,4>", "Vec<Vec<U8,3>,255>",
        "TensorShaped<F32,[2,3]>", "TensorShaped<F32,[]>", "SparseCsr<F32>", "SparseCoo<I8>",
        "SparseBsr<F16,4,8>", "DeviceMesh<[2,4]>", "DeviceMesh<[]>", "Opaque<2147483649>",
        "Quantized<I4,PerGroup(32),Absent>", "Quantized<U8,PerTensor,PerTensor>",
        "Quantized<NF4,PerChannel(1),PerChannel(0)>", "Quantized<I16,PerGroup(1),PerGroup(2)>",
        "Vec<Quantized<I8,PerTensor,Absent>,2>"}) {
    EXPECT_EQ(type_name(types_, id(name)), name);
  }
}

TEST_F(Types, MalformedNamesAreRefused) {
  const std::vector<const char*> short_names = {
      "",          "u32",     "U33",         "U32 ",     " U32",      "U32,",
      "Vec",       "Vec<",    "Vec<F32",     "Vec<F32>", "Vec<F32,>", "Vec<F32,-1>",
      "Vec<F32,4", "Vec<,4>", "Vec<F32,4>>", "Array",    "Array<>",   "Opaque<7>"};
  const std::vector<const char*> longer_names = {
      "Vec<F32,256>",        "Handle<4294967296>", "DeviceMesh<2>",
      "DeviceMesh<[2>",      "DeviceMesh<[2,]>",   "TensorShaped<F32>",
      "TensorShaped<F32,2>", "SparseBsr<F32>",     "SparseBsr<F32,1>",
      "SparseCsr<F32,1>",    "Quantized<I4>",      "Array<18446744073709551616>"};
  const std::vector<const char*> quantized = {
      "Quantized<F32,PerTensor,Absent>",    "Quantized<I4,Absent,Absent>",
      "Quantized<I4,PerGroup(0),Absent>",   "Quantized<I4,PerGroup,Absent>",
      "Quantized<I4,PerTensor(1),Absent>",  "Quantized<I4,PerTensor>",
      "Quantized<I4,PerTensor,PerGroup(0)>"};
  for (const auto& names : {short_names, longer_names, quantized}) {
    for (const char* name : names) EXPECT_NE(refusal(name), "accepted") << name;
  }
}

TEST_F(Types, RefusalsNameTheCharacter) {
  EXPECT_THAT(refusal("Vec<F33,4>"), HasSubstr("type 'Vec<F33,4>', character 7"));
}

TEST_F(Types, SizesFollowTheElement) {
  struct Row {
    const char* name;
    uint64_t min_bytes;
    std::optional<uint64_t> size_bytes, bits;
  };
  const Row rows[] = {{"U32", 4, 4, 32},
                      {"Bool", 4, 4, 32},
                      {"U64", 8, 8, 64},
                      {"Vec2U32", 8, 8, 64},
                      {"Vec4U32", 16, 16, 128},
                      {"Bytes", 0, 1, 8},
                      {"Array<12>", 0, 12, {}},
                      {"F16", 2, 2, 16},
                      {"Tensor", 0, {}, {}},
                      {"I8", 1, 1, 8},
                      {"Handle<3>", 4, 4, 32},
                      {"Vec<F32,3>", 12, 12, 96},
                      {"Vec<Vec<U16,2>,3>", 12, 12, 96},
                      {"Vec<Array<5>,2>", 0, 10, {}},
                      {"Vec<Tensor,2>", 0, {}, {}},
                      {"I4", 1, 1, 4},
                      {"TensorShaped<F32,[4]>", 0, {}, {}},
                      {"SparseCsr<F32>", 0, {}, {}},
                      {"DeviceMesh<[2]>", 0, 4, 32},
                      {"F8E5M2", 1, 1, 8},
                      {"Quantized<I16,PerTensor,Absent>", 2, 2, 16},
                      {"Opaque<2147483648>", 0, {}, {}}};
  for (const Row& row : rows) {
    EXPECT_EQ(min_bytes(types_, id(row.name)), row.min_bytes) << row.name;
    EXPECT_EQ(size_bytes(types_, id(row.name)), row.size_bytes) << row.name;
    EXPECT_EQ(bit_width(types_, id(row.name)), row.bits) << row.name;
  }
}

TEST_F(Types, ThousandsOfLevelsNeedNoRecursion) {
  TypeId type = scalar(DataType::kU8);
  for (int level = 0; level < 100000; ++level) {
    type = types_.intern({.tag = DataType::kVec, .element = type, .size = 2});
  }
  EXPECT_EQ(min_bytes(types_, type), UINT64_MAX);
  EXPECT_EQ(size_bytes(types_, type), std::nullopt);
  EXPECT_EQ(id(type_name(types_, type)), type);
}

}  // namespace
}  // namespace vyre::ir
