#pragma once

#include "base/status/status.h"
#include "ir/program/program.h"

namespace vyre::ir {

// Whether |program| may have other results by the semantics |other| than by its own. Casts whose
// operand only a run shows count as such.
bool may_differ(const Program& program, Semantics other);

// kUnsupportedFeature, with what differs, when it may have other results where it is read in
// |form|.
Status check_meaning(const Program& program, WireForm form);

// Those by which the same kernel comes of |program|: the oldest, where nothing differs.
Semantics kernel_semantics(const Program& program);

// Whether something in |program| came with a later form than 4, or is read otherwise in 4 op.
bool has_one_reading(const Program& program);

}  // namespace vyre::ir
