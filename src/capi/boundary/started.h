#pragma once

#include <memory>

#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"

namespace vyre::capi {

// What |call(owner)| starts, for who gives a place for it.
template <typename Call>
vyre_error* started(vyre_work** out_work, HandleArgument argument, Call call,
                    const char* function = __builtin_FUNCTION()) {
  if (out_work != nullptr) *out_work = nullptr;
  return guard(
      argument,
      [&]() -> Status {
        if (out_work == nullptr) return call(runtime::Owner::kNobody).status();
        auto work = std::make_unique<vyre_work>();  // before anything is started
        VYRE_ASSIGN_OR_RETURN(work->rep, call(runtime::Owner::kCaller));
        *out_work = work.release();
        return {};
      },
      function);
}

}  // namespace vyre::capi
