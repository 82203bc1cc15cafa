#pragma once

#include <vector>

#include "base/status/status.h"
#include "registry/ops/snapshot.h"

namespace vyre::registry {

// Each of these notes what is wrong in |findings|, in the order in which it is found.
using Findings = std::vector<Finding>;

// Whether all fit together. The first owner of an id is the one that stands first in |ops|.
void check_dialects(const std::vector<ExternDialect>& dialects, Findings& findings);
void check_orphans(const Snapshot::Ops& ops, const std::vector<ExternDialect>& dialects,
                   Findings& findings);
void check_duplicates(const Snapshot::Ops& ops, Findings& findings);

// Whether one op is right by itself: id, signature, lowerings, composition.
void check_op(const OpDef& op, Findings& findings);

// One error with all |findings|, of which there is one at least.
Status inconsistent(Findings findings);

}  // namespace vyre::registry
