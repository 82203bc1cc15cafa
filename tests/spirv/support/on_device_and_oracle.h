#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/encoding/hex.h"
#include "names.h"
#include "reference/reference_device.h"
#include "support/modest_device.h"
#include "support/published_run.h"
#include "vulkan/backend/vulkan_device.h"

namespace vyre::spirv {

using test::Bytes;

// Words as a buffer holds them.
inline Bytes bytes_of(const std::vector<uint32_t>& words) {
  Bytes bytes;
  for (const uint32_t word : words) {
    for (uint32_t shift = 0; shift < 32; shift += 8) {
      bytes.push_back(static_cast<uint8_t>(word >> shift));
    }
  }
  return bytes;
}

// Runs programs on the CPU oracle and on the first Vulkan device, once as it is and once with
// everything that it offers beyond the least taken away, so that every software path runs.
class OnBoth : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    oracle_ = reference::create_reference_device().take();
    auto instance = value_of(vulkan::Instance::open({}));
    vulkan::DeviceOptions full;
    full.min_coarsened_invocations = 1;
    device_ = open(instance, full);
    modest_ = open(instance, test::modest_device());
  }

  static void TearDownTestSuite() {
    oracle_ = nullptr;
    device_ = modest_ = nullptr;
  }

  static std::shared_ptr<backend::Device> open(std::shared_ptr<vulkan::Instance> instance,
                                               const vulkan::DeviceOptions& options) {
    return value_of(vulkan::VulkanDevice::open(std::move(instance), 0, options));
  }

  // All three give the same bytes.
  void expect_equal(const Programs& program, const std::vector<Bytes>& inputs = {}) {
    const auto expected = value_of(run(*oracle_, program, inputs));
    for (const auto& backend : {device_, modest_}) {
      const auto got = value_of(run(*backend, program, inputs));
      compare(got, expected);
    }
  }

  // The same with |values| for what the program names.
  void expect_equal_with(const specialization::Map& values, const Programs& program,
                         const std::vector<Bytes>& inputs = {}) {
    const auto run_on = [&](backend::Device& backend) {
      return test::PublishedRun(program, inputs).specialize(values).run(backend);
    };
    const auto expected = value_of(run_on(*oracle_));
    for (const auto& backend : {device_, modest_}) {
      const auto got = value_of(run_on(*backend));
      compare(got, expected);
    }
  }

  // o[i] = value of element i of |columns|, which are buffers 'a', 'b' and so on of type |from|;
  // the results are of type |to|.
  void expect_equal_for_all(const std::vector<std::vector<uint32_t>>& columns, DataType from,
                            DataType to, const std::function<ExprId(Build&)>& value,
                            uint32_t lanes = 64) {
    const auto count = static_cast<uint32_t>(columns[0].size());
    Build b(lanes);
    std::vector<Bytes> inputs;
    for (const std::vector<uint32_t>& column : columns) {
      const auto slot = static_cast<uint32_t>(inputs.size());
      b.buffer(std::string(1, static_cast<char>('a' + slot)), input(slot, count, from));
      inputs.push_back(bytes_of(column));
    }
    b.buffer("o", output(static_cast<uint32_t>(columns.size()), count, to));
    expect_equal(b.finish({b.store("o", b.gid(), value(b))}), inputs);
  }
  void expect_equal_for_all(const std::vector<uint32_t>& column, DataType from, DataType to,
                            std::initializer_list<UnOp> ops, uint32_t lanes = 64) {
    for (const UnOp op : ops) {
      SCOPED_TRACE(static_cast<int>(op));
      const auto value = [&](Build& b) { return b.unary(op, b.load("a", b.gid())); };
      expect_equal_for_all({column}, from, to, value, lanes);
    }
  }

  // The oracle fails and the device reports a trap with |text|.
  void expect_trap(const Programs& program, const std::vector<Bytes>& inputs,
                   std::string_view text) {
    EXPECT_FALSE(run(*oracle_, program, inputs).ok());
    EXPECT_THAT(run(*device_, program, inputs), refuses(Code::kDispatchFailed, text));
  }

  Result<std::vector<Bytes>> run(backend::Device& backend, const Programs& program,
                                 const std::vector<Bytes>& inputs) {
    return test::PublishedRun(program, inputs).run(backend);
  }

  static std::shared_ptr<backend::Device> oracle_, device_, modest_;

 private:
  static void compare(const std::vector<Bytes>& got, const std::vector<Bytes>& expected) {
    ASSERT_EQ(got.size(), expected.size());
    for (size_t i = 0; i < got.size(); ++i) {
      if (got[i] == expected[i]) continue;
      const auto at =
          std::mismatch(got[i].begin(), got[i].end(), expected[i].begin(), expected[i].end());
      const auto word = static_cast<size_t>(at.first - got[i].begin()) / 4;
      ADD_FAILURE() << "output " << i << " differs at word " << word << ": "
                    << hex_encode(std::span(got[i]).subspan(4 * word)).substr(0, 8) << ", expected "
                    << hex_encode(std::span(expected[i]).subspan(4 * word)).substr(0, 8);
    }
  }
};

inline std::shared_ptr<backend::Device> OnBoth::oracle_;
inline std::shared_ptr<backend::Device> OnBoth::device_;
inline std::shared_ptr<backend::Device> OnBoth::modest_;

inline Bytes numbers(uint32_t count) {
  std::vector<uint32_t> words;
  for (uint32_t i = 0; i < count; ++i) words.push_back(i * 2654435761u + 12345);
  return bytes_of(words);
}

inline ir::TypeId type_named(Build& b, std::string_view name) {
  return value_of(ir::parse_type_name(b.assembler().program().types, name));
}

}  // namespace vyre::spirv
