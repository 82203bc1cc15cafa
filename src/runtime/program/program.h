#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "ir/program/constant_value.h"
#include "ir/program/program.h"
#include "ir/validate/validate.h"
#include "runtime/context/context.h"

namespace vyre::runtime {

// A program of a context, with the texts that its inspection hands out. Immutable.
class Program {
 public:
  static Result<std::shared_ptr<const Program>> decode(std::shared_ptr<Context> context,
                                                       std::span<const std::byte> bytes);
  static Result<std::shared_ptr<const Program>> from_json(std::shared_ptr<Context> context,
                                                          std::string_view json);
  // Either form, told apart by the first bytes.
  static Result<std::shared_ptr<const Program>> load(std::shared_ptr<Context> context,
                                                     std::span<const std::byte> bytes);

  Program(std::shared_ptr<Context> context, std::shared_ptr<const ir::Program> ir);

  const ir::Program& ir() const { return *ir_; }
  const std::shared_ptr<const ir::Program>& shared_ir() const { return ir_; }

  Context& context() const { return *context_; }

  // Fails with kInvalidProgram and every finding; warnings go to the log. Calls are checked
  // against |options.ops|, or not at all when that is null.
  Status validate(const ir::ValidationOptions& options) const;

  // As ir::constant_values(), looked for once. The names lie in the program.
  const Result<std::vector<ir::ConstantValue>>& constant_values() const;

  // Of declared buffer |index|.
  const std::string& element_name(size_t index) const { return element_names_[index]; }

 private:
  const std::shared_ptr<Context> context_;  // its memory holds the program
  const std::shared_ptr<const ir::Program> ir_;
  std::vector<std::string> element_names_;  // parallel to the buffers
  mutable std::once_flag specs_found_;
  mutable Result<std::vector<ir::ConstantValue>> specs_ = std::vector<ir::ConstantValue>();
};

}  // namespace vyre::runtime
