#include "grid_sync/emit.h"
#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"

namespace vyre::grid_sync {
namespace {

std::string value_text(const KnownValue& known) {
  if (known.type == DataType::kBool) return known.bits != 0 ? "true" : "false";
  if (known.type == DataType::kI32) return concat(static_cast<int32_t>(known.bits));
  return concat(known.bits);
}

class Writer {
 public:
  Writer(const Parts& parts, Report& report) : in_(parts), report_(report), plan_(report.plan) {}

  void run() {
    report_.bytes_per_invocation = invocation_bytes();
    report_.bytes_per_workgroup = workgroup_bytes();
    add("grid ", axes_text(in_.launch.grid), " of workgroups of ",
        axes_text(in_.launch.workgroup_size));
    add(plan_.segments.size(), " segments of ", plan_.programs.size(), " programs, ",
        plan_.barriers, " grid barriers");
    add("kept in hidden buffers: ", report_.bytes_per_invocation, " bytes for each invocation, ",
        report_.bytes_per_workgroup, " for each workgroup, ", plan_.hidden_bytes, " in all");
    segments();
  }

 private:
  template <typename... Parts>
  void add(const Parts&... parts) {
    report_.text += concat(parts..., '\n');
  }

  // Trips of a loop are mostly alike, but for what the host knows.
  void segments() {
    const std::vector<NodeId> barriers = barriers_of_path();
    std::string before;
    size_t alike = 0;
    for (size_t i = 0; i < plan_.segments.size(); ++i) {
      const bool is_last = i == barriers.size();
      const std::string text = is_last ? std::string() : survivors(i, barriers[i], false);
      if (!is_last && text == before) {
        ++alike;
        continue;
      }
      end_run(i, alike);
      add("\nsegment ", i, ": program ", plan_.segments[i], is_last ? ", to the end" : "");
      if (!is_last) report_.text += survivors(i, barriers[i], true);
      before = text;
    }
  }

  void end_run(size_t next, size_t& alike) {
    if (alike == 1) add("segment ", next - 1, ": likewise");
    if (alike > 1) add("segments ", next - alike, " to ", next - 1, ": likewise");
    alike = 0;
  }

  std::vector<NodeId> barriers_of_path() const {
    std::vector<NodeId> barriers;
    for (const Step& step : in_.path.steps) {
      if (step.kind == Step::Kind::kCut) barriers.push_back(step.node);
    }
    return barriers;
  }

  std::string survivors(size_t segment, NodeId barrier, bool with_values) const {
    const Cut& cut = in_.live.cuts[segment];
    std::string text = concat("  up to the barrier at ", ir::statement_path(in_.program, barrier));
    if (!with_values) text += concat(", program ", plan_.segments[segment]);
    text += '\n';
    text += line("computed again", recomputed(cut));
    text += line("known to the host", known(cut, with_values));
    for (const NodeId local : cut.spilled) text += spilled(local);
    for (const uint32_t buffer : cut.shared) text += shared(buffer);
    if (cut.may_be_dead) text += "  kept: which invocations have returned, 4 bytes for each\n";
    return text;
  }

  static std::string line(std::string_view what, const std::string& names) {
    return names.empty() ? std::string() : concat("  ", what, ": ", names, '\n');
  }

  static void append(std::string& list, const std::string& name) {
    list += concat(list.empty() ? "" : ", ", name);
  }

  bool is_loop(NodeId local) const { return in_.program.nodes[local].kind == NodeKind::kLoop; }

  std::string recomputed(const Cut& cut) const {
    std::string names;
    for (const NodeId local : cut.recomputed) {
      if (!is_loop(local)) append(names, name_of(local));
    }
    return names;
  }

  std::string known(const Cut& cut, bool with_values) const {
    std::string names;
    for (const NodeId local : cut.recomputed) {
      if (is_loop(local)) append(names, concat("loop variable ", name_of(local)));
    }
    for (const auto& [local, value] : cut.known) {
      append(names, name_of(local) + (with_values ? concat(" = ", value_text(value)) : ""));
    }
    return names;
  }

  std::string spilled(NodeId local) const {
    const TypeId type = in_.facts.kept[local]->element;
    return concat("  kept: ", name_of(local), " of type ", ir::type_name(in_.program.types, type),
                  ", ", ir::min_bytes(in_.program.types, type),
                  " bytes for each invocation, because ", why_kept(in_.program, in_.facts, local),
                  '\n');
  }

  std::string shared(uint32_t buffer) const {
    return concat("  kept: workgroup memory ",
                  ir::display_name(in_.program.names[in_.program.buffers[buffer].name]), ", ",
                  bytes_of(buffer), " bytes for each workgroup\n");
  }

  std::string name_of(NodeId local) const {
    return ir::display_name(in_.program.names[in_.program.nodes[local].name]);
  }

  uint64_t bytes_of(uint32_t shared) const {
    const ir::Buffer& buffer = in_.program.buffers[shared];
    return uint64_t{buffer.count} * ir::min_bytes(in_.program.types, buffer.element);
  }

  uint64_t invocation_bytes() const {
    uint64_t bytes = in_.hidden.dead != kNone ? 4 : 0;
    for (const auto& [local, place] : in_.hidden.locals) {
      bytes += ir::min_bytes(in_.program.types, in_.hidden.buffers[place.buffer].element);
    }
    return bytes;
  }

  uint64_t workgroup_bytes() const {
    uint64_t bytes = 0;
    for (const auto& [buffer, copy] : in_.hidden.shared) bytes += bytes_of(buffer);
    return bytes;
  }

  const Parts& in_;
  Report& report_;
  const Plan& plan_;
};

}  // namespace

void describe(const Parts& parts, Report& report) { Writer(parts, report).run(); }

}  // namespace vyre::grid_sync
