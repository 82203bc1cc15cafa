#pragma once

#include <memory>
#include <string>

#include "capi/boundary/user_data.h"
#include "registry/ops/op_def.h"
#include "vyre_driver.h"

// Functions of the host as the registry knows them.
namespace vyre::capi {

std::shared_ptr<const ir::OpReference> callback_reference(std::string op_id,
                                                          vyre_reference_fn function,
                                                          std::shared_ptr<UserData> data);

registry::Lowering::Builder callback_lowering(vyre_lowering_fn function,
                                              std::shared_ptr<UserData> data);

}  // namespace vyre::capi
