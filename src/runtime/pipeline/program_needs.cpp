#include "runtime/pipeline/program_needs.h"

#include "base/status/lacks.h"
#include "runtime/pipeline/op_calls.h"

namespace vyre::runtime {
namespace {

class ProgramNeeds final : public backend::Needs {
 public:
  ProgramNeeds(std::vector<std::shared_ptr<const Program>> programs, Context& context)
      : programs_(std::move(programs)), context_(context) {}

  // A program that is none anywhere is told like one that this device cannot run.
  Status check(const backend::DeviceView& device) const override {
    const auto ops = context_.registry().current();
    Lacks lacks;
    for (const std::shared_ptr<const Program>& program : programs_) {
      const Compilation on{*program,       options_,  context_,     device.capabilities,
                           device.profile, device.id, device.target};
      VYRE_RETURN_IF_ERROR(
          lacks.note(with_label(check_program(on, *ops, nullptr), program->label()), ""));
    }
    return lacks.status();
  }

 private:
  const std::vector<std::shared_ptr<const Program>> programs_;
  Context& context_;
  const PipelineOptions options_;
};

}  // namespace

Status check_program(const Device& device, const Program& program, const PipelineOptions& options) {
  const auto ops = device.context().registry().current();
  const Compilation on{program,          options,     device.context(), device.capabilities(),
                       device.profile(), device.id(), device.target()};
  VYRE_ASSIGN_OR_RETURN(const auto raw, device.current());
  return with_label(check_program(on, *ops, raw.get()),
                    options.label.empty() ? program.label() : options.label);
}

Status check_op(const Device& device, const registry::OpDef& op) {
  if (op.composition != nullptr) {
    const Program stand_in(device.shared_context(), op.composition);
    return check_program(device, stand_in, {});
  }
  Lacks lacks;
  note_call(op, device.capabilities(), device.id(), lacks);
  return lacks.status();
}

std::shared_ptr<const backend::Needs> needs_of(std::vector<std::shared_ptr<const Program>> programs,
                                               Context& context) {
  if (programs.empty()) return nullptr;
  return std::make_shared<const ProgramNeeds>(std::move(programs), context);
}

}  // namespace vyre::runtime
