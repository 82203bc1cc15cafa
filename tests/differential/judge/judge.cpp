#include "judge.h"

#include <algorithm>
#include <cctype>
#include <random>
#include <sstream>

#include "base/encoding/hex.h"
#include "cut_kernel.h"
#include "differential/generate/named_values.h"
#include "ir/json/write.h"
#include "ir/load.h"
#include "ir/math/division.h"
#include "ir/validate/validate.h"
#include "ir/wire/canonical.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"
#include "launch/layout.h"
#include "launch/program_facts.h"
#include "support/kernel_source.h"

namespace vyre::differential {
namespace {

const ir::ValidationOptions kEverything = {.subgroup_operations = true,
                                           .distributed_collectives = true};

constexpr size_t kOneIn = 3;  // programs, by how many expressions they have, is tried with names

// Which invocations run, in which workgroups.
struct Launched {
  launch::Axes workgroup, grid;
  std::optional<launch::Axes> shape = std::nullopt;  // those that exist; none: all
  bool division_gives_zero = false;
};

Launched all_of(const Case& sketch, const ir::Program& program, bool division_gives_zero) {
  return {program.workgroup_size, sketch.grid, std::nullopt, division_gives_zero};
}

// A program that is compiled once and dispatched with each set of inputs.
class Kernel {
 public:
  // |values| for what the program names; null when that is nothing.
  static Result<Kernel> compile(const Case& sketch, std::shared_ptr<const ir::Program> program,
                                backend::Device& backend, const Launched& launched,
                                std::shared_ptr<const specialization::Map> values = nullptr) {
    Kernel kernel(sketch, backend, launched);
    VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan, launch::BindingPlan::create(*program));
    kernel.plan_ = std::make_shared<const launch::BindingPlan>(std::move(plan));
    for (const ir::Buffer& buffer : program->buffers) {
      VYRE_ASSIGN_OR_RETURN(const uint64_t bytes,
                            launch::packed_bytes(program->types, buffer.element, buffer.count));
      kernel.bytes_.push_back(bytes);
    }
    launch::KernelSource source{program, kernel.plan_, launched.workgroup};
    source.guarded = launched.shape.has_value();
    source.specialization = std::move(values);
    source.division_gives_zero = launched.division_gives_zero;
    if (sketch.known_launch) source.launch = kernel.common_launch();
    VYRE_ASSIGN_OR_RETURN(kernel.executable_, test::compile(backend, source));
    return kernel;
  }

  Outcome run(size_t number) const {
    auto outputs = dispatch(number);
    if (!outputs.ok()) return {{}, outputs.error().text()};
    return {outputs.take()};
  }

 private:
  Kernel(const Case& sketch, backend::Device& backend, const Launched& launched)
      : case_(&sketch), backend_(&backend), launched_(launched) {}

  // What all runs have in common.
  launch::KnownLaunch common_launch() const {
    launch::KnownLaunch known{launched_.grid};
    for (const launch::PlannedBinding& binding : plan_->bindings) {
      std::optional<uint64_t> bytes = use(binding, 0).size;
      for (size_t run = 1; run < case_->runs; ++run) {
        if (use(binding, run).size != *bytes) bytes = std::nullopt;
        if (!bytes) break;
      }
      known.bytes.push_back(bytes);
    }
    return known;
  }

  Result<std::vector<Bytes>> dispatch(size_t number) const {
    std::vector<backend::BufferUse> uses;
    for (const launch::PlannedBinding& binding : plan_->bindings)
      uses.push_back(use(binding, number));
    backend::Dispatch dispatch{{&executable_, 1}, launched_.grid, uses};
    dispatch.shape = launched_.shape;
    VYRE_ASSIGN_OR_RETURN(auto pending, backend_->submit(dispatch));
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    const backend::PendingState state = pending->wait(deadline);
    if (state == backend::PendingState::kFailed) return pending->status();
    if (state == backend::PendingState::kPending)
      return fail(Code::kTimedOut, "still running after two minutes");
    return read(*pending, uses);
  }

  backend::BufferUse use(const launch::PlannedBinding& binding, size_t number) const {
    const DeclaredBuffer& buffer = case_->buffers[binding.buffer];
    backend::BufferUse use;
    use.size = bytes_[binding.buffer];
    use.read_back = is_returned(buffer.record);
    if (has_no_input(buffer.record)) return use;
    use.input = std::as_bytes(std::span(buffer.inputs[number]));
    use.size = use.input.size();
    return use;
  }

  Result<std::vector<Bytes>> read(backend::DeviceWork& pending,
                                  const std::vector<backend::BufferUse>& uses) const {
    std::vector<Bytes> outputs;
    for (uint32_t buffer = 0; buffer < case_->buffers.size(); ++buffer) {
      if (!is_returned(case_->buffers[buffer].record)) continue;
      const uint32_t binding = binding_of(buffer);
      outputs.emplace_back(uses[binding].size);
      const auto bytes = std::as_writable_bytes(std::span(outputs.back()));
      VYRE_RETURN_IF_ERROR(pending.read(binding, 0, bytes));
    }
    return outputs;
  }

  uint32_t binding_of(uint32_t buffer) const {
    const auto found = std::find_if(
        plan_->bindings.begin(), plan_->bindings.end(),
        [&](const launch::PlannedBinding& binding) { return binding.buffer == buffer; });
    return static_cast<uint32_t>(found - plan_->bindings.begin());
  }

  const Case* case_;
  backend::Device* backend_;
  Launched launched_;
  std::shared_ptr<const launch::BindingPlan> plan_;
  std::shared_ptr<backend::Executable> executable_;
  std::vector<uint64_t> bytes_;  // by buffer: of the declared count
};

std::string findings_of(const Status& status) {
  std::string text = status.text();
  for (const Finding& finding : status.info().findings) {
    text += concat("; ", finding.code, " at ", finding.path, ": ", finding.text);
  }
  return text;
}

std::string first_difference(const Bytes& got, const Bytes& expected) {
  const auto at = std::mismatch(got.begin(), got.end(), expected.begin(), expected.end());
  const auto place = static_cast<size_t>(at.first - got.begin());
  const size_t begin = place / 8 * 8, size = std::min<size_t>(8, got.size() - begin);
  return concat("byte ", place, ": ", hex_encode(std::span(got).subspan(begin, size)),
                " instead of ", hex_encode(std::span(expected).subspan(begin, size)));
}

bool is_division(const Outcome& outcome) {
  return outcome.error.find(ir::kDivisionByZero) != std::string::npos ||
         outcome.error.find(ir::kDivisionOverflow) != std::string::npos;
}

// Worsens |judgment| by one run.
void compare(const Case& sketch, size_t run, Judgment& judgment) {
  const Outcome& expected = judgment.expected[run];
  const Outcome& got = judgment.got[run];
  const auto worsen = [&](Verdict verdict, std::string reason) {
    if (verdict <= judgment.verdict) return;
    judgment.verdict = verdict;
    judgment.reason = std::move(reason);
  };
  if (!expected.error.empty() || !got.error.empty()) {
    if (expected.error.empty())
      return worsen(Verdict::kMismatch, concat("only the device failed: ", got.error));
    if (got.error.empty())
      return worsen(Verdict::kMismatch, concat("only the oracle failed: ", expected.error));
    return worsen(Verdict::kBothFailed, expected.error);
  }
  size_t output = 0;
  for (const DeclaredBuffer& buffer : sketch.buffers) {
    if (!is_returned(buffer.record)) continue;
    const Bytes &a = got.outputs[output], &b = expected.outputs[output++];
    if (a == b) continue;
    return worsen(Verdict::kMismatch,
                  concat("run ", run, ", buffer ", buffer.name, ", ", first_difference(a, b)));
  }
}

Judgment failed_to_compile(const Status& status) {
  const bool lack = status.code() == Code::kUnsupportedFeature;
  return {lack ? Verdict::kRefused : Verdict::kMismatch, std::string(status.text())};
}

Judgment judge_whole(const Case& sketch, const std::shared_ptr<const ir::Program>& program,
                     const Kernel& reference, backend::Device& device, const Launched& launched,
                     const std::shared_ptr<const specialization::Map>& values = nullptr) {
  auto kernel = Kernel::compile(sketch, program, device, launched, values);
  if (!kernel.ok()) return failed_to_compile(kernel.error());
  Judgment judgment;
  for (size_t run = 0; run < sketch.runs; ++run) {
    judgment.expected.push_back(reference.run(run));
    judgment.got.push_back(kernel.value().run(run));
    compare(sketch, run, judgment);
  }
  return judgment;
}

bool is_bad(const Judgment& judgment) { return judgment.verdict > Verdict::kBothFailed; }

// The program with names in place of literals, and a pipeline that says what they are: nothing may
// change, neither on the oracle nor on the device.
Judgment judge_named(const Case& sketch, const ir::Program& program, const Kernel& reference,
                     backend::Device& oracle, backend::Device& device, bool division_gives_zero) {
  const Named named = with_names(program);
  const Status valid = ir::validate(*named.program, kEverything);
  if (!valid.ok()) return {Verdict::kInvalid, concat("with names: ", findings_of(valid))};
  const std::string lost = lost_in_forms(*named.program);
  if (!lost.empty()) return {Verdict::kInvalid, concat("with names: ", lost)};
  for (backend::Device* backend : {&oracle, &device}) {
    Judgment judgment =
        judge_whole(sketch, named.program, reference, *backend,
                    all_of(sketch, *named.program, division_gives_zero), named.values);
    if (!is_bad(judgment)) continue;
    judgment.reason = concat("with names: ", judgment.reason);
    return judgment;
  }
  return {};
}

// A part of the invocations, the same one whenever the program is judged.
launch::Axes part_of(const Case& sketch, const ir::Program& program) {
  std::minstd_rand random(static_cast<uint32_t>(program.exprs.size() * 31 + program.nodes.size()));
  launch::Axes shape;
  for (size_t axis = 0; axis < 3; ++axis) {
    const uint32_t all = sketch.grid[axis] * program.workgroup_size[axis];
    shape[axis] = std::uniform_int_distribution<uint32_t>(1, all)(random);
  }
  return shape;
}

// The program on a part of its invocations: on the oracle in its own workgroups, on the device in
// others where it cannot tell.
Judgment judge_shaped(const Case& sketch, const std::shared_ptr<const ir::Program>& program,
                      backend::Device& oracle, backend::Device& device, bool division_gives_zero) {
  static constexpr launch::Axes kSizes[] = {{64, 1, 1}, {16, 4, 1}, {4, 4, 4}, {128, 1, 1}};
  const launch::Axes shape = part_of(sketch, *program), own = program->workgroup_size;
  const Launched part{own, launch::covering_grid(shape, own), shape, division_gives_zero};
  auto reference = Kernel::compile(sketch, program, oracle, part);
  if (!reference.ok()) return failed_to_compile(reference.error());
  Launched other = part;
  if (launch::workgroup_size_observer(*program, own).empty()) {
    other.workgroup = kSizes[program->exprs.size() / kOneIn % std::size(kSizes)];
    other.grid = launch::covering_grid(shape, other.workgroup);
  }
  Judgment judgment = judge_whole(sketch, program, reference.value(), device, other);
  judgment.reason = concat("shape ", axes_text(shape), " in workgroups of ",
                           axes_text(other.workgroup), ": ", judgment.reason);
  return judgment;
}

Judgment judge_cut(const Case& sketch, const std::shared_ptr<const ir::Program>& program,
                   const Kernel& reference, backend::Device& device, bool division_gives_zero) {
  auto kernel = CutKernel::compile(sketch, program, device, division_gives_zero);
  if (!kernel.ok()) return failed_to_compile(kernel.error());
  Judgment judgment;
  for (size_t run = 0; run < sketch.runs; ++run) {
    std::optional<Code> code;
    judgment.got.push_back(kernel.value().run(run, code));
    if (code == Code::kUnsupportedFeature) return {Verdict::kRefused, judgment.got.back().error};
    if (code == Code::kInvalidArgument) return {Verdict::kInvalid, judgment.got.back().error};
    judgment.expected.push_back(reference.run(run));
    compare(sketch, run, judgment);
  }
  return judgment;
}

// The rules of cuts at grid barriers, in short.
constexpr std::pair<std::string_view, std::string_view> kRules[] = {
    {"several kinds or of no", "local of several kinds or of no fixed size"},
    {"Subgroup operations read the locals of", "subgroup operation where some may have returned"},
    {"stands in an If whose condition", "unknown condition around a grid barrier"},
    {"stands in a Loop whose", "unknown bound around a grid barrier"},
    {"is under way at the grid barrier", "copy under way at a grid barrier"}};

Judgment judge_valid(const Case& sketch, const std::shared_ptr<const ir::Program>& program,
                     backend::Device& oracle, backend::Device& device, bool division_gives_zero) {
  const Launched all = all_of(sketch, *program, division_gives_zero);
  auto reference = Kernel::compile(sketch, program, oracle, all);
  if (!reference.ok()) return {Verdict::kMismatch, concat("oracle: ", reference.error().text())};
  const Kernel& expected = reference.value();
  const bool cut = waits_as_grid(sketch, *program) && !device.profile().grid_barrier;
  if (cut) return judge_cut(sketch, program, expected, device, division_gives_zero);
  Judgment judgment = judge_whole(sketch, program, expected, device, all);
  if (is_bad(judgment)) return judgment;
  if (launch::whole_workgroup_user(*program).empty()) {
    Judgment shaped = judge_shaped(sketch, program, oracle, device, division_gives_zero);
    if (is_bad(shaped)) return shaped;
  }
  const bool is_chosen = program->exprs.size() % kOneIn == 0;
  if (!is_chosen) return judgment;
  Judgment named = judge_named(sketch, *program, expected, oracle, device, division_gives_zero);
  return is_bad(named) ? named : judgment;
}

}  // namespace

Judgment judge(const Case& sketch, backend::Device& oracle, backend::Device& device) {
  auto program = program_of(sketch);
  if (!program.ok()) return {Verdict::kInvalid, program.error().text()};
  const Status valid = ir::validate(*program.value(), kEverything);
  if (!valid.ok()) return {Verdict::kInvalid, findings_of(valid)};
  Judgment judgment = judge_valid(sketch, program.value(), oracle, device, false);
  if (is_bad(judgment) || std::ranges::none_of(judgment.expected, is_division)) return judgment;
  Judgment defined = judge_valid(sketch, program.value(), oracle, device, true);
  if (!is_bad(defined)) return judgment;
  defined.reason = concat("where divisions give 0: ", defined.reason);
  return defined;
}

std::string lost_in_forms(const ir::Program& program) {
  const std::string text = ir::write_json(program);
  const auto as_bytes = std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  const auto read = ir::load_program(as_bytes);
  if (!read.ok()) return concat("JSON is not read: ", read.error().text());
  if (ir::write_json(*read.value()) != text) return "JSON changes when it is read and written";
  const auto fingerprint = ir::fingerprint(program), again = ir::fingerprint(*read.value());
  if (!fingerprint.ok() || !again.ok()) return "the program has no fingerprint";
  if (fingerprint.value() != again.value()) return "JSON changes the fingerprint";
  // The wire has no room for what a vector is made of.
  const auto is_vector = [&](const ir::Buffer& buffer) {
    return program.types[buffer.element].tag == ir::DataType::kVec;
  };
  if (std::any_of(program.buffers.begin(), program.buffers.end(), is_vector)) return {};
  const auto wire = ir::encode_wire(program);
  if (!wire.ok()) return concat("the wire does not carry it: ", wire.error().text());
  const auto decoded =
      ir::decode_wire(wire.value(), std::pmr::get_default_resource(), {},
                      {.form = ir::default_form(program), .semantics = program.semantics});
  if (!decoded.ok()) return concat("wire bytes are not read: ", decoded.error().text());
  const auto encoded = ir::encode_wire(*decoded.value());
  if (!encoded.ok() || encoded.value() != wire.value()) return "wire bytes change";
  return {};
}

std::string general_reason(const std::string& text) {
  for (const auto& [part, rule] : kRules) {
    if (text.find(part) != std::string::npos) return std::string(rule);
  }
  std::istringstream words(text.substr(0, text.find(". Fix")));
  std::string general, word;
  while (words >> word) {
    const bool special = std::any_of(word.begin(), word.end(), [](unsigned char c) {
      return std::isdigit(c) != 0 || c == '[' || c == '\'' || c == '"';
    });
    general += concat(general.empty() ? "" : " ", special ? "..." : word);
  }
  return general;
}

}  // namespace vyre::differential
