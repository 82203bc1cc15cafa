#pragma once

#include <cstddef>
#include <string_view>

#include "base/status/status.h"
#include "specialization/map.h"
#include "vyre_driver.h"

namespace vyre::capi {

// The value of a constant, whose name is not looked at. Refuses one that is none by what it is.
Result<specialization::Value> constant_value_of(const vyre_constant& constant);

// Refuses a kind that no constant of a program has.
Status check_constant_kind(uint32_t kind);

// Refuses names that are none or there twice, and what is wrong with a value, by the place in the
// array |constants|.
Result<specialization::Map> constants_of(const vyre_constant* constants, size_t count);

// Names and spellings live as long as what is given.
vyre_constant to_c(std::string_view name, const specialization::Value& value);

}  // namespace vyre::capi
