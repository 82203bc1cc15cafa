// Kernels of 64 invocations, a construct each, whose results are known.
#include <bit>

#include "capi/support/spirv_support.h"

namespace vyre::test {
namespace {

using Words = std::vector<uint32_t>;
constexpr uint32_t kLanes = 64;

// What a kernel gets.
struct Given {
  Words words = Words(kLanes);
  Words uniform = Words(kLanes);
  Words pages[3] = {Words(kLanes), Words(kLanes), Words(kLanes)};
  uint32_t subgroup = 1;  // size

  Given() {
    for (uint32_t i = 0; i < kLanes; ++i) {
      words[i] = i * 2654435761u + 12345u;
      for (uint32_t k = 0; k < 3; ++k) pages[k][i] = 1000u * (k + 1) + i;
    }
    uniform[0] = 0x00070305u;  // 5, 3, 7, 0 in bytes
    uniform[3] = std::bit_cast<uint32_t>(3.0f);
  }

  uint32_t operator[](uint32_t i) const { return words[i]; }
  uint32_t half(uint32_t i) const { return words[i / 2] >> (16 * (i % 2)) & 0xFFFF; }
  uint32_t lane(uint32_t i) const { return i % subgroup; }
  uint32_t first(uint32_t i) const { return i - lane(i); }

  template <typename Add>
  uint32_t over(uint32_t begin, uint32_t end, uint32_t start, Add add) const {
    for (uint32_t i = begin; i < end; ++i) start = add(start, words[i]);
    return start;
  }
  // Over all lanes of the subgroup of |i|.
  template <typename Add>
  uint32_t group(uint32_t i, uint32_t start, Add add) const {
    return over(first(i), first(i) + subgroup, start, add);
  }
  template <typename Add>
  uint32_t all(uint32_t start, Add add) const {
    return over(0, kLanes, start, add);
  }
};

uint32_t sum(uint32_t a, uint32_t b) { return a + b; }
uint32_t odd_count(uint32_t count, uint32_t x) { return count + (x & 1); }
uint32_t byte_sum(uint32_t a, uint32_t b) { return a + (b & 255); }

struct Kernel {
  const char* name;
  uint32_t (*expected)(const Given& in, uint32_t i);
};

uint32_t carries(const Given& in, uint32_t i) {
  const uint64_t product = uint64_t{in[i]} * 2654435761u;
  const uint64_t low = (product & 0xFFFFFFFF) + in[i];
  return static_cast<uint32_t>(product >> 32 ^ (low & 0xFFFFFFFF) ^ low >> 32);
}

uint32_t bits(const Given& in, uint32_t i) {
  const uint32_t x = in[i];
  const auto count = static_cast<uint32_t>(std::popcount(x));
  const auto top = static_cast<uint32_t>(std::bit_width(x | 1) - 1);
  return count + (top << 8) + ((x >> 5 & 127) << 16);
}

// The first and second row of the transposed matrix with 1, 2, 3.
uint32_t matrices(const Given& in, uint32_t i) {
  const uint32_t x = in[i] & 255;
  return x + 2 * 1 + 3 * 2 + 256 * (3 + 2 * x + 3 * 4);
}

uint32_t structures(const Given& in, uint32_t i) {
  const uint32_t x = in[i] + in[i] % 3;
  return (x + (in[i] & 1)) * 4 + (x & 7) * 2;
}

uint32_t switched(const Given& in, uint32_t i) {
  uint32_t all = 0;
  for (uint32_t k = 0; k < 8; ++k) {
    constexpr uint32_t kAdded[] = {1, 110, 100, 0};
    all += kAdded[(in[i] + k) % 4];
  }
  return all;
}

uint32_t atomics(const Given& in, uint32_t i) {
  switch (i % 7) {
    case 0:
      return in.all(0, [](uint32_t a, uint32_t b) { return std::max(a, b); });
    case 1:
      return in.all(0, sum);
    case 2:
      return in.all(~0u, [](uint32_t a, uint32_t b) { return a & (b | 0xFFFF0000u); });
    case 3:
      return in.all(0, [](uint32_t a, uint32_t b) { return a | (b & 255); });
    case 4:
      return in.all(0, [](uint32_t a, uint32_t b) { return a ^ b; });
    default:
      return i % 7 == 5 ? 0 : 42;
  }
}

uint32_t scanned(const Given& in, uint32_t i) {
  const uint32_t inclusive = in.over(in.first(i), i + 1, 0, sum);
  return inclusive ^
         in.over(in.first(i), i, 0, [](uint32_t a, uint32_t b) { return std::max(a, b & 255); });
}

uint32_t voted(const Given& in, uint32_t i) {
  const uint32_t odd = in.group(i, 0, odd_count);
  return (odd != 0 ? 1 : 0) + (odd == in.subgroup ? 2 : 0) + 4;
}

uint32_t balloted(const Given& in, uint32_t i) {
  return in.group(i, 0, odd_count) + 100 * in.over(in.first(i), i, 0, odd_count) +
         10000 * (in[in.first(i)] & 15);
}

uint32_t long_sums(const Given& in, uint32_t i) {
  uint64_t all = 0;
  for (uint32_t k = 0; k < in.subgroup; ++k) all += uint64_t{in[in.first(i) + k]} << 16;
  return static_cast<uint32_t>(all >> 16);
}

constexpr Kernel kKernels[] = {
    {"numbers/halves", [](const Given& in, uint32_t i) { return 2 * (in[i] & 1023); }},
    {"numbers/bytes", [](const Given& in, uint32_t i) { return ((in[i] + 200) & 255) * 3; }},
    {"numbers/shorts", [](const Given& in, uint32_t i) { return in[i] * 771 & 0xFFFF; }},
    {"numbers/signed_bytes",
     [](const Given& in, uint32_t i) {
       return static_cast<uint32_t>(static_cast<int8_t>(in[i] & 255) >> 1);
     }},
    {"numbers/longs",
     [](const Given& in, uint32_t i) {
       return static_cast<uint32_t>(uint64_t{in[i]} * in[i] >> 32);
     }},
    {"numbers/doubles",
     [](const Given& in, uint32_t i) { return static_cast<uint32_t>(in[i] * 0.5 + 0.75); }},
    {"numbers/carries", carries},
    {"numbers/bits", bits},
    {"numbers/packed_halves", [](const Given& in, uint32_t i) { return in[i] & 255; }},
    {"numbers/matrices", matrices},
    {"numbers/structures", structures},
    {"numbers/switched", switched},
    {"memory/stored_bytes",
     [](const Given& in, uint32_t i) { return (in[i] & 255) + 1000 * (in[i] >> 24); }},
    {"memory/stored_shorts",
     [](const Given& in, uint32_t i) { return (in[i] & 0xFFFF) ^ (in[i] >> 16) << 8; }},
    {"memory/stored_halves",
     [](const Given& in, uint32_t i) {
       const uint32_t x = in[i] & 1023;
       const auto top = static_cast<uint32_t>(std::bit_width(x));
       const uint32_t half = x == 0 ? 0 : (top + 14) << 10 | (x << (11 - top) & 1023);
       return 0xC0000000u | half;
     }},
    {"memory/uniform_shorts", [](const Given& in, uint32_t i) { return in[i] + 0x305 * 7; }},
    {"memory/uniform_bytes", [](const Given& in, uint32_t i) { return in[i] + 5 * 3; }},
    {"memory/uniform_standard",
     [](const Given& in, uint32_t i) { return in[i] + in.uniform[0] * in.uniform[3]; }},
    {"memory/scalar", [](const Given& in, uint32_t i) { return in[i] + in.uniform[3]; }},
    {"memory/rows",
     [](const Given& in, uint32_t i) { return in[12 + (i >> 2 & 1) * 4 + (i & 3)]; }},
    {"memory/columns",
     [](const Given& in, uint32_t i) { return in[12 + (i & 1) * 4 + (i >> 1 & 3)]; }},
    {"memory/half_rows", [](const Given& in, uint32_t i) { return in.half(i); }},
    {"memory/shared_words", [](const Given& in, uint32_t i) { return in[63 - i]; }},
    {"memory/shared_zeroed", [](const Given& in, uint32_t) { return in.all(0, odd_count); }},
    {"memory/shared_blocks", [](const Given& in, uint32_t i) { return 16 + (in[i] & 15); }},
    {"memory/atomics", atomics},
    {"memory/float_atomics", [](const Given& in, uint32_t) { return in.all(0, byte_sum); }},
    {"memory/shared_float_atomics", [](const Given& in, uint32_t) { return in.all(0, byte_sum); }},
    {"memory/float_exchanges", [](const Given& in, uint32_t i) { return 5 + in[i]; }},
    {"memory/volatile_words", [](const Given& in, uint32_t i) { return in[(i + 1) % kLanes]; }},
    {"memory/dynamic_buffers",
     [](const Given& in, uint32_t i) { return in[i] + 1000 * (1 + 2 + 3) + 3 * i; }},
    {"subgroups/added", [](const Given& in, uint32_t i) { return in.group(i, 0, sum); }},
    {"subgroups/scanned", scanned},
    {"subgroups/long_sums", long_sums},
    {"subgroups/voted", voted},
    {"subgroups/balloted", balloted},
    {"subgroups/elected",
     [](const Given& in, uint32_t i) { return in.lane(i) == 0 ? in[i] : in.lane(i); }},
    {"subgroups/shuffled",
     [](const Given& in, uint32_t i) {
       return in[in.first(i) + in.subgroup - 1 - in.lane(i)] + in[i ^ 1];
     }},
    {"subgroups/shifted",
     [](const Given& in, uint32_t i) { return in.lane(i) == 0 ? in[i] : in[i - 1]; }},
    {"subgroups/quads",
     [](const Given& in, uint32_t i) { return in[i ^ 1] ^ in[(i & ~3u) + 2] << 1; }},
    {"subgroups/clustered",
     [](const Given& in, uint32_t i) { return in.over(i & ~3u, (i & ~3u) + 4, 0, sum); }},
};

class SpirvKernels : public testing::TestWithParam<Kernel> {};

// What the parameters of |program| are bound to, by their numbers.
Bindings bindings_for(const Program& program, const Given& in, Words& result) {
  Bindings all;
  const vyre_program_info& info = *vyre_program_get_info(program.get());
  for (size_t i = 0; i < info.parameter_count; ++i) {
    const uint32_t slot = info.parameters[i]->slot;
    if (slot == 0) all.push_back(bind_input(0, in.words));
    if (slot == 1) all.push_back(bind_inout(1, result));
    if (slot == 2) all.push_back(bind_input(2, in.uniform));
    if (slot == 3) all.push_back(vyre_bind_zeros(3, kLanes * sizeof(uint32_t)));
    for (uint32_t k = 0; slot == 4 && k < 3; ++k) {
      all.push_back(bind_input(4, in.pages[k]));
      all.back().array_index = k;
    }
  }
  return all;
}

TEST_P(SpirvKernels, GiveWhatTheyShould) {
  const Opened session = open_device("vulkan");
  Pipeline pipeline;
  const Error error(try_make(session, describe(kernel(GetParam().name)), &pipeline));
  if (error != nullptr) {
    ASSERT_EQ(vyre_error_get_code(error.get()), VYRE_ERROR_UNSUPPORTED_FEATURE)
        << text_of(error.get());
    GTEST_SKIP() << text_of(error.get());
  }
  Given in;
  in.subgroup = vyre_pipeline_get_info(pipeline.get())->subgroup_size;
  Words result(kLanes, 77), expected;
  for (uint32_t i = 0; i < kLanes; ++i) expected.push_back(GetParam().expected(in, i));
  const Program program = load(session.context, kernel(GetParam().name));
  ASSERT_TRUE(ok(dispatch(pipeline, bindings_for(program, in, result), vyre_grid(1, 1, 1))));
  EXPECT_EQ(result, expected);
}

INSTANTIATE_TEST_SUITE_P(, SpirvKernels, testing::ValuesIn(kKernels), [](const auto& one) {
  std::string name = one.param.name;
  name[name.find('/')] = '_';
  return name;
});

}  // namespace
}  // namespace vyre::test
