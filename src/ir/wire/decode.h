#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>

#include "base/status/status.h"
#include "ir/program/limits.h"
#include "ir/program/program.h"

namespace vyre::ir {

// What is known of bytes beside them.
struct Reading {
  WireForm form = WireForm::kAny;
  Semantics semantics = Semantics::kAny;  // none: those of the form
};

// Reads one program from its wire bytes, in any form. |memory| is borrowed and must outlive the
// program. Fails with kMalformedWire, naming the rule that is broken, the byte and the value.
//
// Forms 4 and 4 op have one header, and other bytes for reductions. Without a word in |reading| the
// bytes are read in both where there is one: what fits only one is read in it, and what fits both
// in form 4, unless only the other reading is free of findings.
Result<std::shared_ptr<const Program>> decode_wire(
    std::span<const uint8_t> bytes,
    std::pmr::memory_resource* memory = std::pmr::get_default_resource(),
    const LoadBounds& bounds = {}, const Reading& reading = {});

}  // namespace vyre::ir
