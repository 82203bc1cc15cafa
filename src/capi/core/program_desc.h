#pragma once

#include "base/status/status.h"
#include "runtime/program/program.h"
#include "vyre_driver.h"

namespace vyre::capi {

// |given| may be null.
Result<runtime::LoadOptions> load_options_of(const vyre_program_desc* given);

// How a program is written. |format| is not kBuilt; |form| of wire bytes, kAny: the default.
struct SaveOptions {
  runtime::Format format = runtime::Format::kWire;
  ir::WireForm form = ir::WireForm::kAny;
};

// What a save description asks for, of |program|. |given| may be null.
Result<SaveOptions> save_options_of(const vyre_save_desc* given, const runtime::Program& program);

// Fails with kInvalidArgument for a number that is none, and with kUnsupportedFeature for forms 1
// and 5, which are read alone.
Result<ir::WireForm> written_form(vyre_wire_form form, std::string_view name);

}  // namespace vyre::capi
