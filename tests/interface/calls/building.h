#pragma once

#include "interface/calls/all_calls.h"

namespace vyre::interface {

// A program under construction, and the ids of it that may be used now.
struct Building {
  struct Open {
    size_t values, locals;
    bool may_have_else;
  };

  explicit Building(vyre_builder* made)
      : handle(made, "vyre_builder_destroy", vyre_builder_destroy) {}
  void start(bool is_new);
  void close() {
    values.resize(open.back().values);
    locals.resize(open.back().locals);
    open.pop_back();
  }

  Held<vyre_builder> handle;
  std::vector<vyre_parameter> arrays;
  std::vector<vyre_expr> values;
  std::vector<vyre_local> locals;
  std::vector<Open> open;
  uint32_t calls = 0;
  bool broken = false;  // something odd was built
};

// That of the thread, made when there is none.
Building* building_of(Caller& c);
void finish_building(Caller& c);

// Ids of it, odd ones at times.
vyre_expr value_of(Caller& c, const Building& b);
vyre_parameter array_of(Caller& c, const Building& b);
vyre_local local_of(Caller& c, const Building& b);

// Calls |function|. |call| gets the builder and gives an id, of which 0 tells a mistake.
template <typename Call>
auto build(Caller& c, const char* function, Call call) -> decltype(call(nullptr, *c.building)) {
  Building& b = *c.building;
  c.begin(function);
  if (b.broken) c.unsound();
  vyre_builder* k = c.odd() ? nullptr : b.handle.raw;
  const auto made = call(k, b);
  ++b.calls;
  b.broken |= !c.sound();
  c.end(made.id != 0 || !c.sound(), "gives the id 0");
  b.broken |= made.id == 0;
  return made;
}

// The same for an expression, which may be used afterwards.
template <typename Call>
void build_value(Caller& c, const char* function, Call call) {
  Building* b = building_of(c);
  if (b == nullptr) return;
  const vyre_expr made = build(c, function, call);
  if (!b->broken) b->values.push_back(made);
}

// The same for a call that gives nothing.
template <typename Call>
void build_statement(Caller& c, const char* function, Call call) {
  Building* b = building_of(c);
  if (b == nullptr) return;
  c.begin(function);
  if (b->broken) c.unsound();
  vyre_builder* k = c.odd() ? nullptr : b->handle.raw;
  call(k, *b);
  ++b->calls;
  b->broken |= !c.sound();
  c.end();
}

}  // namespace vyre::interface
