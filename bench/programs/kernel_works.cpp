#include "kernel_works.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "histogram.h"
#include "histogram_bytes.h"
#include "histogram_copies.h"
#include "matrix_product.h"
#include "matrix_product_vector.h"
#include "raw_vulkan/xor_kernel.h"
#include "scan_blocks.h"
#include "scan_sums.h"
#include "scan_sums_vector.h"
#include "scan_write.h"
#include "scan_write_rows.h"
#include "scan_write_vector.h"
#include "sum.h"
#include "sum_vector.h"
#include "vyre/kernel_programs.h"

namespace bench {
namespace {

constexpr uint32_t kMebi = 1u << 20;
constexpr uint32_t kWorkgroup = 256;
constexpr uint32_t kBlock = 4096;  // words of a workgroup

std::string mebi(uint32_t count) { return std::to_string(count / kMebi) + " Mi"; }

Words noise(size_t count) {
  Words words(count);
  uint32_t state = 2463534242u;
  for (uint32_t& word : words) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    word = state;
  }
  return words;
}

KernelWork xor_work(uint32_t count) {
  KernelWork work;
  work.title = "xor of " + mebi(count) + " words";
  work.goal = 0.97;
  work.amount = 12.0 * count;
  work.programs = {{"", xor_program()}};
  work.counts = {count, count, count};
  work.start = {noise(count), noise(count), {}};
  for (size_t i = 0; i < count; ++i) work.start[1][i] = ~work.start[1][i] * 2654435769u;
  work.result = 2;
  work.expected = [](const std::array<Words, 3>& start) {
    Words result(start[0].size());
    std::transform(start[0].begin(), start[0].end(), start[1].begin(), result.begin(),
                   [](uint32_t a, uint32_t b) { return a ^ b; });
    return result;
  };
  for (const KernelVariant& variant : kernel_variants()) {
    const uint32_t groups = count / variant.elements_per_invocation / variant.workgroup;
    const uint32_t rows = std::max(groups / 32768, 1u);  // no axis above a device's limit
    work.variants.push_back(
        {variant.name, {{variant.words, variant.workgroup, {groups / rows, rows}, {count}}}});
  }
  return work;
}

// Small whole numbers: every order of additions gives the same sum.
Words small_numbers(size_t count) {
  Words words = noise(count);
  for (uint32_t& word : words) word = std::bit_cast<uint32_t>(static_cast<float>(word % 8));
  return words;
}

Words product(const std::array<Words, 3>& start, uint32_t n) {
  std::vector<float> sums(size_t{n} * n);
  for (size_t y = 0; y < n; ++y) {
    for (size_t k = 0; k < n; ++k) {
      const float a = std::bit_cast<float>(start[0][y * n + k]);
      for (size_t x = 0; x < n; ++x) {
        sums[y * n + x] += a * std::bit_cast<float>(start[1][k * n + x]);
      }
    }
  }
  Words words(sums.size());
  std::transform(sums.begin(), sums.end(), words.begin(),
                 [](float sum) { return std::bit_cast<uint32_t>(sum); });
  return words;
}

KernelWork matrix_work(uint32_t n) {
  KernelWork work;
  work.title = "matrix product, " + std::to_string(n) + " x " + std::to_string(n) + " f32";
  work.amount = 2.0 * n * n * n;
  work.unit = "GFLOP/s";
  work.programs = {{"", matrix_product_program(n)}};
  work.grid = {n / 16, n / 16, 1};
  work.counts.fill(uint64_t{n} * n);
  work.start = {small_numbers(size_t{n} * n), small_numbers(size_t{n} * n), {}};
  std::reverse(work.start[1].begin(), work.start[1].end());
  work.result = 2;
  work.expected = [n](const std::array<Words, 3>& start) { return product(start, n); };
  const std::array<uint32_t, 2> groups = {n / 16, n / 16};
  work.variants = {{"plain", {{matrix_product, n, groups}}},
                   {"rows as vectors, unrolled", {{matrix_product_vector, n, groups}}}};
  return work;
}

KernelWork sum_work(uint32_t count) {
  KernelWork work;
  work.title = "sum of " + mebi(count) + " words";
  work.amount = 4.0 * count;
  work.programs = {{"", sum_program(count)}};
  work.grid = {count / kBlock, 1, 1};
  work.counts = {count, 1, 0};
  work.start[0] = noise(count);
  work.result = 1;
  work.expected = [](const std::array<Words, 3>& start) {
    return Words{std::accumulate(start[0].begin(), start[0].end(), 0u)};
  };
  const std::array<uint32_t, 2> groups = {count / kBlock, 1};
  work.variants = {{"words", {{sum, kWorkgroup, groups}}},
                   {"vectors of four", {{sum_vector, kWorkgroup, groups}}}};
  return work;
}

KernelWork scan_work(uint32_t count) {
  const uint32_t blocks = count / kBlock;
  KernelWork work;
  work.title = "prefix sums of " + mebi(count) + " words";
  work.amount = 12.0 * count;  // each is read twice and written once
  work.programs = {{"rows of fours", scan_rows_program(blocks)},
                   {"16 neighbors", scan_neighbors_program(blocks)}};
  work.grid = {blocks, 1, 1};
  work.counts = {count, blocks, count};
  work.start[0] = noise(count);
  work.result = 2;
  work.expected = [](const std::array<Words, 3>& start) {
    Words sums(start[0].size());
    std::partial_sum(start[0].begin(), start[0].end(), sums.begin());
    return sums;
  };
  const RawStage middle{scan_blocks, kWorkgroup, {1, 1}, {blocks}};
  const RawStage sums{scan_sums, kWorkgroup, {blocks, 1}},
      sums_of_vectors{scan_sums_vector, kWorkgroup, {blocks, 1}};
  const RawStage write{scan_write, kWorkgroup, {blocks, 1}},
      write_vectors{scan_write_vector, kWorkgroup, {blocks, 1}},
      write_rows{scan_write_rows, kWorkgroup, {blocks, 1}};
  work.variants = {{"words", {sums, middle, write}},
                   {"vectors of four for the sums", {sums_of_vectors, middle, write}},
                   {"vectors of four", {sums_of_vectors, middle, write_vectors}},
                   {"rows of vectors of four", {sums_of_vectors, middle, write_rows}}};
  return work;
}

Words count_bytes(const std::array<Words, 3>& start) {
  Words counts(256);
  for (const uint32_t word : start[0]) {
    for (uint32_t shift = 0; shift < 32; shift += 8) ++counts[word >> shift & 255u];
  }
  return counts;
}

KernelWork histogram_work(uint32_t bytes) {
  constexpr uint32_t kPerGroup = 64 * kWorkgroup, kPerGroupOfBytes = 4 * 63 * 64;
  const uint32_t count = bytes / 4;
  KernelWork work;
  work.title = "histogram of " + mebi(bytes) + " bytes";
  work.amount = bytes;
  work.programs = {{"", histogram_program(count)}};
  work.grid = {count / kPerGroup, 1, 1};
  work.counts = {count, 256, 0};
  work.start[0] = noise(count);
  work.result = 1;
  work.expected = count_bytes;
  const std::array<uint32_t, 2> groups = {count / kPerGroup, 1};
  const uint32_t byte_groups = (count + kPerGroupOfBytes - 1) / kPerGroupOfBytes;
  work.variants = {{"atomics", {{histogram, kWorkgroup, groups}}},
                   {"atomics on eight copies", {{histogram_copies, kWorkgroup, groups}}},
                   {"bytes of each invocation", {{histogram_bytes, 64, {byte_groups, 1}}}}};
  return work;
}

}  // namespace

std::vector<std::function<KernelWork()>> kernel_works(bool large) {
  std::vector<std::function<KernelWork()>> works = {
      [] { return xor_work(16 * kMebi); }, [large] { return matrix_work(large ? 1024 : 256); },
      [] { return sum_work(16 * kMebi); },
      [large] { return scan_work(large ? 16 * kMebi : 4 * kMebi); },
      [] { return histogram_work(64 * kMebi); }};
  if (large) works.push_back([] { return xor_work(256 * kMebi); });
  return works;
}

}  // namespace bench
