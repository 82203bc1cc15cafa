#pragma once

#include "backend/device.h"

namespace vyre::backend {

// Whether the profile of |device| allows |dispatch|: its grid, the bytes of each binding, and where
// in memory they begin. |program|, |plan| and |external| are what its executables are compiled
// from. Asked before every dispatch; the device itself trusts what it is given.
Status check_dispatch(const Device& device, const ir::Program& program,
                      const launch::BindingPlan& plan, const launch::ExternalCode* external,
                      const Dispatch& dispatch);

}  // namespace vyre::backend
