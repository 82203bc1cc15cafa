#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/hash/blake3.h"
#include "base/status/status.h"
#include "ir/program/limits.h"
#include "ir/program/program.h"
#include "ir/validate/validate.h"
#include "ir/wire/decode.h"
#include "runtime/context/context.h"
#include "runtime/program/external_program.h"

namespace vyre::runtime {

// How a program was written down. Numbers of the C interface.
enum class Format : uint8_t { kBuilt, kWire, kJson, kSpirv };

// Where a program comes from.
struct ProgramOrigin {
  std::string label = {};
  Format format = Format::kBuilt;
};

struct LoadOptions {
  std::string label = {};
  std::optional<Format> format = {};  // none: as the first bytes say
  ir::LoadBounds bounds = {};         // of a program of the IR
  ir::Reading reading = {};           // the same; JSON has no form
  // Of a module alone:
  std::string entry_point = {};                               // empty: the only one
  std::optional<std::vector<ExternalBinding>> bindings = {};  // none: as the module says
};

// A program of a context: in the IR, or a module of another compiler. Immutable.
class Program {
 public:
  static Result<std::shared_ptr<const Program>> load(std::shared_ptr<Context> context,
                                                     std::span<const std::byte> bytes,
                                                     const LoadOptions& options = {});

  Program(std::shared_ptr<Context> context, std::shared_ptr<const ir::Program> ir,
          ProgramOrigin origin = {}, std::shared_ptr<const ExternalProgram> external = nullptr);

  // The same program, which borrows |context| in place of its own and keeps none alive.
  std::unique_ptr<const Program> without_context(Context& context) const;

  // Of a module one that only declares its buffers, in the order of external()->bindings.
  const ir::Program& ir() const { return *ir_; }
  const std::shared_ptr<const ir::Program>& shared_ir() const { return ir_; }
  const ExternalProgram* external() const { return external_.get(); }  // null: in the IR

  Context& context() const { return *context_; }
  const std::string& label() const { return origin_.label; }
  Format format() const { return origin_.format; }
  ir::WireForm form() const { return external_ == nullptr ? ir_->form : ir::WireForm::kAny; }
  ir::Semantics semantics() const {
    return external_ == nullptr ? ir_->semantics : ir::Semantics::kAny;
  }

  // Fails with kInvalidProgram and every finding; warnings go to the log. Calls are checked
  // against |options.ops|, or not at all when that is null. A module is for the validator of
  // SPIRV-Tools: kUnsupportedFeature without it.
  Status validate(const ir::ValidationOptions& options) const;

  // BLAKE3 of the canonical wire form, or of a module's words in little-endian order. Fails like
  // ir::fingerprint.
  Result<Digest> fingerprint(ir::WireForm form = ir::WireForm::kAny) const;

 private:
  const std::shared_ptr<Context> context_;  // its memory holds the program
  const std::shared_ptr<const ir::Program> ir_;
  const ProgramOrigin origin_;
  const std::shared_ptr<const ExternalProgram> external_;
};

}  // namespace vyre::runtime
