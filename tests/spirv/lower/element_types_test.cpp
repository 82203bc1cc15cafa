
#include "spirv/support/on_device_and_oracle.h"

namespace vyre::spirv {
namespace {

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

using Names = std::vector<std::string_view>;

Names joined(Names names, const Names& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

// Every sort of element that has a stride, and vectors whose strides are odd, even and longer than
// a load.
const Names kScalars = {"U32",    "I32", "Bool", "F32", "U64",     "I64",     "F64",
                        "U8",     "I8",  "U16",  "I16", "F16",     "BF16",    "F8E4M3",
                        "F8E5M2", "I4",  "FP4",  "NF4", "Vec2U32", "Vec4U32", "Handle<7>"};
const Names kVectors = {"Vec<U8,3>",  "Vec<U8,4>",   "Vec<U8,5>",  "Vec<I4,7>",  "Vec<U16,3>",
                        "Vec<F16,8>", "Vec<U32,1>",  "Vec<U32,3>", "Vec<F32,2>", "Vec<U64,2>",
                        "Vec<I64,1>", "Vec<Bool,4>", "Vec<F64,1>"};
const Names kQuantized = {"Quantized<U8,PerTensor,Absent>", "Quantized<I4,PerGroup(32),Absent>",
                          "Quantized<I16,PerChannel(0),PerTensor>"};
const Names kStored = joined(joined(kScalars, kVectors), kQuantized);

class ElementTypes : public OnBoth {
 protected:
  static ir::Buffer of(ir::Buffer buffer, ir::TypeId element) {
    buffer.element = element;
    return buffer;
  }

  static uint64_t stride(Build& b, std::string_view name) {
    return ir::min_bytes(b.assembler().program().types, type_named(b, name));
  }
};

TEST_F(ElementTypes, AreCopiedByteForByte) {
  for (const std::string_view name : kStored) {
    SCOPED_TRACE(name);
    Build b(16);
    const ir::TypeId type = type_named(b, name);
    b.buffer("a", of(input(0, 16), type)).buffer("o", of(in_out(1, 16), type));
    const size_t size = 16 * stride(b, name);
    const auto reversed = b.sub(b.u32(15), b.gid());
    expect_equal(b.finish({b.store("o", b.gid(), b.load("a", reversed))}),
                 {mixed_bytes(size), Bytes(size, 0x55)});
  }
}

// A load within bounds and one outside, each told by its truth and by what a wide slot shows of it.
TEST_F(ElementTypes, AreTypedZerosOutOfBounds) {
  const Names all =
      joined(kStored, {"Array<3>", "Array<4>", "Array<5>", "Array<12>", "DeviceMesh<[2,2]>",
                       "Tensor", "SparseCsr<F32>", "Opaque<2147483653>"});
  for (const std::string_view name : all) {
    SCOPED_TRACE(name);
    Build b(4);
    const ir::TypeId type = type_named(b, name);
    const size_t size = 3 * stride(b, name);
    b.buffer("a", of(input(0, 0), type)).buffer("w", of(in_out(1, 0), type));
    b.buffer("truth", in_out(2, 8)).buffer("bytes", in_out(3, 8, DataType::kVec4U32));
    const auto truth = [&](std::string_view local) {
      return b.select(b.var(local), b.u32(1), b.u32(2));
    };
    const auto first = [&] { return b.mul(b.gid(), b.u32(2)); };
    const auto second = [&] { return b.add(first(), b.u32(1)); };
    expect_equal(
        b.finish({b.let("x", b.load("a", b.gid())), b.let("y", b.load("w", b.gid())),
                  b.store("truth", first(), truth("x")), b.store("truth", second(), truth("y")),
                  b.store("bytes", first(), b.var("x")), b.store("bytes", second(), b.var("y")),
                  b.store("w", b.u32(77), b.var("x"))}),
        {Bytes(size, 0x81), Bytes(size), Bytes(32), Bytes(128, 0x55)});
  }
}

TEST_F(ElementTypes, AreCountedAsTheOracleCountsThem) {
  const Names all =
      joined(kStored, {"Bytes", "Array<3>", "DeviceMesh<[4]>", "Vec<U32,9>", "Vec<Array<5>,2>"});
  for (const std::string_view name : all) {
    SCOPED_TRACE(name);
    Build b(1);
    b.buffer("a", of(input(0, 0), type_named(b, name))).buffer("o", output(1, 1));
    expect_equal(b.finish({b.store("o", b.u32(0), b.length("a"))}), {Bytes(107)});
  }
}

// A cast extends by zeroes. Beside another store NVIDIA's compiler once counted the sign's copies.
TEST_F(ElementTypes, CountTheBitsThatTheyHave) {
  for (const DataType type : {DataType::kU8, DataType::kI8, DataType::kU16, DataType::kI16}) {
    for (const DataType as : {DataType::kI32, DataType::kU64}) {
      Build b(3, {{"a", input(0, 256, type)}, {"o", in_out(1, 258, as)}});
      b.buffer("f", in_out(2, 1, DataType::kF32));
      const auto value = b.cast(as, b.load("a", b.gid()));
      const auto other = b.fma(b.f32(1), b.f32(1), b.cast(DataType::kF32, b.gid()));
      const size_t width = as == DataType::kU64 ? 8 : 4;
      const size_t size = type == DataType::kU8 || type == DataType::kI8 ? 256 : 512;
      expect_equal(b.finish({b.store("o", b.gid(), b.unary(UnOp::kPopcount, value)),
                             b.store("f", b.sub(b.u32(257), b.gid()), other)}),
                   {mixed_bytes(size), Bytes(258 * width), Bytes(4)});
    }
  }
}

TEST_F(ElementTypes, WithoutASizeHaveNoLength) {
  for (const std::string_view name :
       {"Tensor", "TensorShaped<U32,[2,2]>", "SparseCoo<U32>", "Opaque<2147483653>"}) {
    SCOPED_TRACE(name);
    Build b(1);
    b.buffer("a", of(input(0, 0), type_named(b, name))).buffer("o", output(1, 1));
    expect_trap(b.finish({b.store("o", b.u32(0), b.length("a"))}), {Bytes(16)},
                "the length of 'a'");
  }
}

// Half of the elements of four bits lie out of bounds.
TEST_F(ElementTypes, OfFourBitsStepByteByByte) {
  Build b(16, {{"a", input(0, 13, DataType::kI4)}, {"o", in_out(1, 13, DataType::kNF4)}});
  b.buffer("n", output(2, 1));
  expect_equal(b.finish({b.store("o", b.gid(), b.load("a", b.gid())),
                         b.store("n", b.u32(0), b.length("a"))}),
               {Bytes{1, 2, 3, 4, 5, 6, 7}, Bytes(7)});
}

TEST_F(ElementTypes, LiveInWorkgroupMemory) {
  for (const std::string_view name : kStored) {
    SCOPED_TRACE(name);
    Build b(16);
    const ir::TypeId type = type_named(b, name);
    b.buffer("a", of(input(0, 0), type)).buffer("o", of(in_out(1, 0), type));
    b.buffer("s", of(shared(20), type)).buffer("z", of(in_out(2, 0), type));
    b.buffer("n", output(3, 16));
    const size_t size = 16 * stride(b, name);
    const auto reversed = b.sub(b.u32(15), b.gid());
    expect_equal(b.finish({b.store("z", b.gid(), b.load("s", b.add(b.lid(), b.u32(4)))),
                           b.barrier(), b.store("s", b.lid(), b.load("a", b.lid())), b.barrier(),
                           b.store("o", b.gid(), b.load("s", reversed)),
                           b.store("n", b.gid(), b.length("s"))}),
                 {mixed_bytes(size), Bytes(size, 0x55), Bytes(size, 0x66)});
  }
}

// The rest of a slot is zeroed, however long it is.
TEST_F(ElementTypes, OfAnyLengthTakeShortValues) {
  for (const std::string_view name : {"Vec<U32,9>", "Vec<U8,41>", "Vec<U16,101>", "Vec<F64,70>"}) {
    SCOPED_TRACE(name);
    Build b(4);
    b.buffer("o", of(in_out(0, 0), type_named(b, name)));
    b.buffer("a", input(1, 2, DataType::kVec4U32));
    const size_t size = 3 * stride(b, name);
    const auto value =
        b.select(b.equal(b.gid(), b.u32(1)), b.u32(0x12345678), b.load("a", b.gid()));
    expect_equal(b.finish({b.store("o", b.gid(), value)}), {Bytes(size, 0x55), mixed_bytes(32)});
  }
}

}  // namespace
}  // namespace vyre::spirv
