#pragma once

#include <cstdint>

#include "launch/binding_plan.h"
#include "vyre_driver.h"

namespace vyre::capi {

// The header's number of a role.
inline uint32_t role_number(launch::Role role) {
  switch (role) {
    case launch::Role::kShared:
      return VYRE_ROLE_SHARED;
    case launch::Role::kPersistent:
      return VYRE_ROLE_PERSISTENT;
    case launch::Role::kOutput:
      return VYRE_ROLE_OUTPUT;
    case launch::Role::kInput:
      return VYRE_ROLE_INPUT;
    case launch::Role::kInputOutput:
      return VYRE_ROLE_INPUT_OUTPUT;
    case launch::Role::kUniform:
      return VYRE_ROLE_UNIFORM;
  }
  return 0;
}

}  // namespace vyre::capi
