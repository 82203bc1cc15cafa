#include "interface/calls/building.h"

namespace vyre::interface {
namespace {

constexpr uint32_t kMostCalls = 60;

void create(Caller& c) {
  const auto context = c.world.contexts.pick(c.random);
  c.begin("vyre_builder_create");
  Out<vyre_builder*> out(c);
  if (!c.end(vyre_builder_create(context ? c.or_null(context->raw) : nullptr, out.place()), out))
    return;
  c.building = std::make_shared<Building>(out.get());
  c.building->start(true);
}

}  // namespace

void Building::start(bool is_new) {
  arrays.clear();
  values.clear();
  locals.clear();
  open.clear();
  calls = 0;
  broken = false;
  if (!is_new) return;
  arrays.push_back(vyre_builder_inout(handle.raw, "first", VYRE_TYPE_U32));
  values.push_back(vyre_builder_u32(handle.raw, 5));
}

Building* building_of(Caller& c) {
  if (c.building && c.building->calls > kMostCalls) finish_building(c);
  if (!c.building) create(c);
  return c.building.get();
}

void finish_building(Caller& c) {
  if (!c.building) return create(c);
  Building& b = *c.building;
  if (c.random.one_in(8)) {  // given up
    c.building = nullptr;
    return;
  }
  while (!b.open.empty() && !c.random.one_in(50)) {
    c.begin("vyre_builder_end");
    vyre_builder_end(b.handle.raw);
    c.end();
    b.close();
  }
  c.begin("vyre_builder_finish");
  if (b.broken || !b.open.empty()) c.unsound();
  Out<vyre_program*> out(c);
  const bool made = c.end(vyre_builder_finish(c.object(b.handle.raw), out.place()), out);
  if (made) {
    auto program = std::make_shared<Program>(out.get());
    program->valid = false;  // nobody looked at its types
    c.world.programs.add(std::move(program), c.random);
  }
  c.building = nullptr;
}

vyre_expr value_of(Caller& c, const Building& b) {
  if (c.odd())
    return {c.random.one_of<uint64_t>(
        {0, 1, 77, UINT64_MAX, b.values.front().id + (uint64_t{1} << 32)})};
  return b.values[c.random.below(b.values.size())];
}

vyre_parameter array_of(Caller& c, const Building& b) {
  if (c.odd()) return {c.random.one_of<uint64_t>({0, 1, 99, UINT64_MAX})};
  return b.arrays[c.random.below(b.arrays.size())];
}

vyre_local local_of(Caller& c, const Building& b) {
  if (b.locals.empty() || c.odd()) {
    c.unsound();
    return {c.random.one_of<uint64_t>({0, 1, 99, UINT64_MAX})};
  }
  return b.locals[c.random.below(b.locals.size())];
}

}  // namespace vyre::interface
