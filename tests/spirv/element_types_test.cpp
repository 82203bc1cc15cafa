#include <map>

#include "on_both.h"

namespace vyre::spirv {
namespace {

using ir::BinOp;
using ir::DataType;
using test::Build;

// Bytes of every value, among them floats of all sorts where eight of them make an f64.
Bytes mixed_bytes(size_t size) {
  Bytes bytes(size);
  uint32_t state = 12345;
  for (uint8_t& byte : bytes) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<uint8_t>(state >> 24);
  }
  return bytes;
}

// Every sort of element that has a stride, and vectors whose strides are odd, even and longer than
// a load.
const std::vector<std::string_view> kStored = {"U32",
                                               "I32",
                                               "Bool",
                                               "F32",
                                               "U64",
                                               "I64",
                                               "F64",
                                               "U8",
                                               "I8",
                                               "U16",
                                               "I16",
                                               "F16",
                                               "BF16",
                                               "F8E4M3",
                                               "F8E5M2",
                                               "I4",
                                               "FP4",
                                               "NF4",
                                               "Vec2U32",
                                               "Vec4U32",
                                               "Handle<7>",
                                               "Vec<U8,3>",
                                               "Vec<U8,4>",
                                               "Vec<U8,5>",
                                               "Vec<I4,7>",
                                               "Vec<U16,3>",
                                               "Vec<F16,8>",
                                               "Vec<U32,1>",
                                               "Vec<U32,3>",
                                               "Vec<F32,2>",
                                               "Vec<U64,2>",
                                               "Vec<I64,1>",
                                               "Vec<Bool,4>",
                                               "Vec<F64,1>",
                                               "Quantized<U8,PerTensor,Absent>",
                                               "Quantized<I4,PerGroup(32),Absent>",
                                               "Quantized<I16,PerChannel(0),PerTensor>"};

class ElementTypes : public OnBoth {
 protected:
  static ir::TypeId type_of(Build& b, std::string_view name) {
    const auto type = ir::parse_type_name(b.assembler().program().types, name);
    EXPECT_TRUE(type.ok()) << name << ": " << type.error().text();
    return type.ok() ? type.value() : ir::scalar(DataType::kU32);
  }

  static ir::Buffer of(ir::Buffer buffer, ir::TypeId element) {
    buffer.element = element;
    return buffer;
  }

  static uint64_t stride(Build& b, std::string_view name) {
    return ir::min_bytes(b.assembler().program().types, type_of(b, name));
  }
};

TEST_F(ElementTypes, AreCopiedByteForByte) {
  for (const std::string_view name : kStored) {
    SCOPED_TRACE(name);
    Build b;
    b.workgroup(16);
    const ir::TypeId type = type_of(b, name);
    b.buffer("a", of(test::input(0, 16), type)).buffer("o", of(test::in_out(1, 16), type));
    const size_t size = 16 * stride(b, name);
    const auto reversed = b.binary(BinOp::kSub, b.u32(15), b.gid());
    expect_equal(b.finish({b.store("o", b.gid(), b.load("a", reversed))}),
                 {mixed_bytes(size), Bytes(size, 0x55)});
  }
}

}  // namespace
}  // namespace vyre::spirv
