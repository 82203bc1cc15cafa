#pragma once

#include <memory>
#include <memory_resource>
#include <string_view>

#include "base/json/document.h"
#include "base/status/status.h"
#include "ir/program/limits.h"
#include "ir/program/program.h"

namespace vyre::ir {

// Reads a program from its JSON form (docs/program-json.md). |memory| is borrowed and must outlive
// the program. |semantics|: what it means whatever it says of itself. Fails with kMalformedJson,
// naming the place and the fix.
Result<std::shared_ptr<const Program>> read_json(
    std::string_view text, std::pmr::memory_resource* memory = std::pmr::get_default_resource(),
    const LoadBounds& bounds = {}, Semantics semantics = Semantics::kAny);

// The same for a program that is part of a larger document.
Result<std::shared_ptr<const Program>> read_json(
    JsonValue value, std::pmr::memory_resource* memory = std::pmr::get_default_resource(),
    const LoadBounds& bounds = {}, Semantics semantics = Semantics::kAny);

}  // namespace vyre::ir
