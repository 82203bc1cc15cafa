#include "spirv/analysis/analysis.h"

#include "ir/analysis/writers.h"
#include "ir/program/display_name.h"
#include "ir/program/statement_path.h"

namespace vyre::spirv {

Analysis::Analysis(const Program& program)
    : ResolvedNames(program),
      kinds(program.nodes.size()),
      kills(ir::flag_upward(program,
                            [](NodeId, const Node& node) {
                              return node.kind == NodeKind::kReturn || ir::always_traps(node);
                            })),
      uniform(program.nodes.size()),
      written(ir::written_buffers(program)),
      subgroups(program.nodes.size()) {}

Status check_names(const Program& program, const Analysis& analysis) {
  if (analysis.unbound == ir::kNone) return {};
  const NameId name = program.exprs[analysis.unbound].name;
  return fail(Code::kInvalidProgram, "local ", ir::display_name(program.names[name]),
              " is read at ", ir::statement_path(program, analysis.unbound_in),
              " where nothing binds it. Fix: bind it with a Let that encloses the use");
}

}  // namespace vyre::spirv
