#pragma once

#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "reference/reference_device.h"
#include "support/build.h"
#include "support/kernel_source.h"
#include "support/matchers.h"
#include "support/value_of.h"

namespace vyre::reference {

using ir::AtomicOp;
using ir::BinOp;
using ir::DataType;
using ir::UnOp;
using test::Build;
using test::in_out;
using test::input;
using test::output;
using test::shared;
using test::value_of;

using Words = std::vector<uint32_t>;
using ProgramPtr = std::shared_ptr<const ir::Program>;

inline backend::Deadline in_seconds(int seconds) {
  return std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
}

inline Words words_of(std::initializer_list<float> values) {
  Words words;
  for (const float v : values) words.push_back(std::bit_cast<uint32_t>(v));
  return words;
}

// A backend, and short ways to run programs whose buffers hold words.
class Oracle {
 public:
  explicit Oracle(std::pmr::memory_resource* memory = std::pmr::get_default_resource())
      : backend_(create_reference_device(memory).take()) {}

  backend::Device& backend() { return *backend_; }

  Result<std::shared_ptr<backend::Executable>> compile(const ProgramPtr& program) {
    VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan, launch::BindingPlan::create(*program));
    plan_ = std::make_shared<const launch::BindingPlan>(std::move(plan));
    return test::compile(*backend_, {program, plan_, program->workgroup_size});
  }

  // The program's buffers by slot: |inputs| or zeroes of the declared size.
  std::vector<backend::BufferUse> uses(const std::map<uint32_t, Words>& inputs) const {
    std::vector<backend::BufferUse> all;
    for (const launch::PlannedBinding& binding : plan_->bindings) {
      backend::BufferUse use;
      use.size = binding.static_bytes.value_or(0);
      use.read_back = true;
      const auto input = inputs.find(binding.slot);
      if (binding.role != launch::Role::kShared && input != inputs.end()) {
        use.input = std::as_bytes(std::span(input->second));
        use.size = use.input.size();
      }
      all.push_back(use);
    }
    return all;
  }

  Result<std::unique_ptr<backend::DeviceWork>> submit(const ProgramPtr& program,
                                                      const std::map<uint32_t, Words>& inputs,
                                                      std::array<uint32_t, 3> grid) {
    VYRE_ASSIGN_OR_RETURN(auto executable, compile(program));
    const std::vector<backend::BufferUse> all = uses(inputs);
    return backend_->submit({{&executable, 1}, grid, all});
  }

  // Contents of buffer |slot| after the run; its size is the input's, or the declared one.
  Result<Words> run(const ProgramPtr& program, uint32_t slot,
                    const std::map<uint32_t, Words>& inputs = {},
                    std::array<uint32_t, 3> grid = {1, 1, 1}) {
    VYRE_ASSIGN_OR_RETURN(auto pending, submit(program, inputs, grid));
    const backend::PendingState state = pending->wait(in_seconds(600));
    if (state == backend::PendingState::kFailed) return pending->status();
    if (state == backend::PendingState::kPending) return fail(Code::kTimedOut, "Fix: wait.");
    const uint32_t binding = plan_->find_slot(slot);
    const auto input = inputs.find(slot);
    const uint64_t declared = plan_->bindings[binding].static_bytes.value_or(0);
    Words words(input != inputs.end() ? input->second.size() : (declared + 3) / 4);
    const uint64_t bytes = input != inputs.end() ? words.size() * 4 : declared;
    VYRE_RETURN_IF_ERROR(
        pending->read(binding, 0, std::as_writable_bytes(std::span(words)).first(bytes)));
    return words;
  }

  // The same, for programs that must succeed.
  Words words(const ProgramPtr& program, uint32_t slot,
              const std::map<uint32_t, Words>& inputs = {},
              std::array<uint32_t, 3> grid = {1, 1, 1}) {
    return value_of(run(program, slot, inputs, grid));
  }

  // The text of the failure; every one names a way out.
  std::string failure(const ProgramPtr& program, const std::map<uint32_t, Words>& inputs = {},
                      std::array<uint32_t, 3> grid = {1, 1, 1}) {
    const auto result = run(program, 0, inputs, grid);
    EXPECT_FALSE(result.ok());
    if (result.ok()) return "";
    EXPECT_THAT(result.error().text(), HasSubstr("Fix: "));
    return result.error().text();
  }

  const launch::BindingPlan& plan() const { return *plan_; }

 private:
  std::shared_ptr<backend::Device> backend_;
  std::shared_ptr<const launch::BindingPlan> plan_;  // of the program compiled last
};

}  // namespace vyre::reference
