#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "ir/build/builder.h"
#include "vyre_driver_builder.h"

struct vyre_builder {
  explicit vyre_builder(std::shared_ptr<vyre::runtime::Context> owner);

  // Makes the builder empty, as if new, and gives what it had built. Ids of that are told from
  // those of what it builds next.
  vyre::ir::Builder restart();

  const std::shared_ptr<vyre::runtime::Context> context;
  mutable std::mutex mutex;
  vyre::ir::Builder::Identity identity;
  vyre::ir::Builder rep;
  std::string label;
  vyre::capi::OwnedError mistake;  // the first one
};

namespace vyre::capi {

// A string among the arguments of a call, with its name.
struct Text {
  vyre_string text;
  const char* name;
};
using TextArguments = std::initializer_list<Text>;

// Runs |step| unless there was a mistake before; keeps the mistake it makes, with the name of the
// function and the place in the program.
void take_step(vyre_builder* builder, std::string_view function, TextArguments texts,
               const std::function<Status(ir::Builder&)>& step) noexcept;

// make(builder, __func__, {{tag, "tag"}}, [&](ir::Builder& b) { return b.resume(view(tag)); })
template <typename Call>
void make(vyre_builder* builder, std::string_view function, TextArguments texts,
          Call&& call) noexcept {
  take_step(builder, function, texts, std::ref(call));  // a reference: nothing is allocated
}

// The same for calls that give an id, as a vyre_expr or another; its number is 0 after a mistake.
template <typename Id, typename Call>
Id make_id(vyre_builder* builder, std::string_view function, TextArguments texts,
           Call&& call) noexcept {
  Id id = {};
  make(builder, function, texts, [&](ir::Builder& rep) -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto made, call(rep));
    id.id = made.id;
    return {};
  });
  return id;
}

inline ir::Builder::Value to_value(vyre_expr expr) { return {expr.id}; }
inline ir::Builder::Parameter to_parameter(vyre_parameter parameter) { return {parameter.id}; }
inline ir::Builder::Local to_local(vyre_local local) { return {local.id}; }

}  // namespace vyre::capi
