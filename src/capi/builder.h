#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "ir/build/builder.h"

namespace vyre::capi {

struct ErrorOwner {
  void operator()(vyre_error* error) const { vyre_error_destroy(error); }
};

}  // namespace vyre::capi

struct vyre_builder {
  explicit vyre_builder(std::shared_ptr<vyre::runtime::Context> owner)
      : context(std::move(owner)), rep(context->memory()) {}

  const std::shared_ptr<vyre::runtime::Context> context;
  mutable std::mutex mutex;
  vyre::ir::Builder rep;
  std::unique_ptr<vyre_error, vyre::capi::ErrorOwner> mistake;  // the first one
};

namespace vyre::capi {

// Runs |step| unless there was a mistake before; keeps the mistake it makes, with the name of the
// function and the place in the program.
void take_step(vyre_builder* builder, std::string_view function,
               std::initializer_list<vyre_string> texts,
               const std::function<Status(ir::Builder&)>& step) noexcept;

// make(builder, __func__, {buffer}, [&](ir::Builder& b) { return b.store(...); }), where |texts|
// are the strings among the arguments.
template <typename Call>
void make(vyre_builder* builder, std::string_view function,
          std::initializer_list<vyre_string> texts, Call&& call) noexcept {
  take_step(builder, function, texts, std::ref(call));  // a reference: nothing is allocated
}

// The same for calls that give an expression; 0 after a mistake.
template <typename Call>
vyre_expr make_expr(vyre_builder* builder, std::string_view function,
                    std::initializer_list<vyre_string> texts, Call&& call) noexcept {
  vyre_expr made = 0;
  make(builder, function, texts, [&](ir::Builder& rep) -> Status {
    VYRE_ASSIGN_OR_RETURN(made, call(rep));
    return {};
  });
  return made;
}

}  // namespace vyre::capi
