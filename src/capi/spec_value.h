#pragma once

#include "base/status/status.h"
#include "specialization/value.h"
#include "vyre_driver.h"

namespace vyre::capi {

// Refuses a value that is none by what it is.
Result<specialization::Value> constant_value_of(const vyre_spec_value& value);

// Refuses a number that is no VYRE_SPEC_ kind.
Status check_constant_kind(uint32_t kind);

// The spelling of an element type lives as long as |value|.
vyre_spec_value to_c(const specialization::Value& value);

}  // namespace vyre::capi
