#include "grid_sync/split.h"

#include "grid_sync/barrier_facts.h"
#include "grid_sync/control_path.h"
#include "grid_sync/emit.h"
#include "grid_sync/liveness.h"
#include "grid_sync/spill_buffers.h"

namespace vyre::grid_sync {
namespace {

void add_hidden_buffers(const Program& program, const SpillBuffers& hidden, Plan& plan) {
  for (const SpillBuffers::Buffer& buffer : hidden.buffers) {
    const uint64_t bits = ir::bit_width(program.types, buffer.element).value_or(8);
    const uint64_t bytes = (buffer.count * bits + 7) / 8;
    plan.hidden.push_back(bytes);
    plan.hidden_bytes += bytes;
  }
}

// Deciding Ifs makes faster programs, but more of them, and each is compiled.
constexpr size_t kFewPrograms = 8;
constexpr size_t kMaxDecidedPrograms = 64;

struct Input {
  const Program& program;
  const Launch& launch;
  const PlanOptions& options;
  std::pmr::memory_resource* memory;
  bool with_text;
};

Result<Report> make(const Input& in, KnownIfs known_ifs) {
  const BarrierFacts facts(in.program, in.options.ops);
  VYRE_ASSIGN_OR_RETURN(const ControlPath path,
                        walk(in.program, facts, in.launch, in.options.max_segments, known_ifs));
  VYRE_ASSIGN_OR_RETURN(const Liveness live, find_live(in.program, facts, path));
  VYRE_ASSIGN_OR_RETURN(const SpillBuffers hidden,
                        plan_hidden(in.program, facts, in.launch, live.cuts));
  Report report;
  report.plan.barriers = path.cuts;
  add_hidden_buffers(in.program, hidden, report.plan);
  const Parts parts{in.program, facts, in.launch, path, live, hidden, in.options.max_parameters};
  const size_t most = known_ifs == KnownIfs::kDecided ? kMaxDecidedPrograms : SIZE_MAX;
  emit(parts, most, in.memory, report.plan);
  const bool is_whole = report.plan.programs.size() <= most;
  if (in.with_text && is_whole) describe(parts, report);
  return report;
}

// With Ifs decided as long as that does not make many programs of few.
Result<Report> make_better(const Input& in) {
  Result<Report> decided = make(in, KnownIfs::kDecided);
  const size_t programs = decided.ok() ? decided.value().plan.programs.size() : SIZE_MAX;
  if (programs <= kFewPrograms) return decided;
  VYRE_ASSIGN_OR_RETURN(Report plain, make(in, KnownIfs::kStay));
  const bool may_take = programs <= kMaxDecidedPrograms && programs <= plain.plan.programs.size();
  return may_take ? std::move(decided) : std::move(plain);
}

}  // namespace

Result<Plan> make_plan(const Program& program, const Launch& launch, const PlanOptions& options,
                       std::pmr::memory_resource* memory) {
  VYRE_ASSIGN_OR_RETURN(Report report, make_better({program, launch, options, memory, false}));
  return std::move(report.plan);
}

Result<Report> make_report(const Program& program, const Launch& launch, const PlanOptions& options,
                           std::pmr::memory_resource* memory) {
  return make_better({program, launch, options, memory, true});
}

}  // namespace vyre::grid_sync
