#include "interface/calls/building.h"

// Parameters and expressions of programs that are built.
namespace vyre::interface {
namespace {

std::string fresh_name(Caller& c) { return "p" + std::to_string(c.world.names++); }

void declare(Caller& c) {
  Building* b = building_of(c);
  if (b == nullptr) return;
  const auto made = build(c, "vyre_builder_declare", [&](vyre_builder* k, Building&) {
    const std::string name = fresh_name(c);
    vyre_parameter_desc desc = VYRE_PARAMETER_DESC_INIT;
    size_t size = desc.struct_size;
    if (c.odd()) size = c.random.one_of<size_t>({0, 8, size + 8});
    desc.struct_size = size;
    desc.name = c.text(name);
    desc.type = c.odd() ? static_cast<vyre_type>(c.random.below32(400)) : VYRE_TYPE_U32;
    desc.element_count = static_cast<uint32_t>(c.number(16, {0, UINT32_MAX}));
    desc.access = c.odd() ? static_cast<vyre_access>(c.random.below32(9)) : VYRE_ACCESS_READ_WRITE;
    if (c.odd()) desc.memory = static_cast<vyre_memory_kind>(c.random.below32(9));
    if (c.odd()) desc.slot = c.random.below32(3);
    if (c.odd()) desc.flags = c.random.next();
    if (c.odd()) desc.reserved = 1;
    return vyre_builder_declare(k, c.odd() ? nullptr : &desc);
  });
  if (!b->broken) b->arrays.push_back(made);
}

void slot(Caller& c) {
  Building* b = building_of(c);
  if (b == nullptr) return;
  c.begin("vyre_builder_slot");
  (void)vyre_builder_slot(c.or_null(b->handle.raw), array_of(c, *b));
  c.end();
}

void u32(Caller& c) {
  build_value(c, "vyre_builder_u32",
              [&](vyre_builder* k, Building&) { return vyre_builder_u32(k, c.random.below32(9)); });
}
void i32(Caller& c) {
  build_value(c, "vyre_builder_i32",
              [&](vyre_builder* k, Building&) { return vyre_builder_i32(k, -3); });
}
void f32(Caller& c) {
  build_value(c, "vyre_builder_f32",
              [&](vyre_builder* k, Building&) { return vyre_builder_f32(k, 2.5f); });
}
void truth(Caller& c) {
  build_value(c, "vyre_builder_bool", [&](vyre_builder* k, Building&) {
    return vyre_builder_bool(k, c.random.below32(3));
  });
}

void constant(Caller& c) {
  build_value(c, "vyre_builder_constant", [&](vyre_builder* k, Building&) {
    vyre_constant initial = vyre_constant_u32("n", 4);
    if (c.odd()) initial.kind = static_cast<vyre_constant_kind>(c.random.below32(7));
    if (c.odd()) initial.bits = UINT64_MAX;
    const auto kind = c.odd()
                          ? static_cast<vyre_constant_kind>(c.random.one_of({4u, 5u, 255u, 999u}))
                          : VYRE_CONSTANT_U32;
    return vyre_builder_constant(k, c.text("n"), kind, c.odd() ? nullptr : &initial);
  });
}

void id(Caller& c) {
  build_value(c, "vyre_builder_id", [&](vyre_builder* k, Building&) {
    const auto which = c.odd() ? static_cast<vyre_invocation_id>(c.random.one_of({0u, 6u, 99u}))
                               : VYRE_ID_INVOCATION;
    return vyre_builder_id(k, which,
                           static_cast<uint32_t>(c.number(c.random.below(3), {3, UINT32_MAX})));
  });
}

void length(Caller& c) {
  build_value(c, "vyre_builder_length",
              [&](vyre_builder* k, Building& b) { return vyre_builder_length(k, array_of(c, b)); });
}

void load(Caller& c) {
  build_value(c, "vyre_builder_load", [&](vyre_builder* k, Building& b) {
    return vyre_builder_load(k, array_of(c, b), value_of(c, b));
  });
}

void binary(Caller& c) {
  build_value(c, "vyre_builder_binary", [&](vyre_builder* k, Building& b) {
    const auto op =
        static_cast<vyre_binary>(c.number(1 + c.random.below(24), {0, 25, 34, 200, UINT32_MAX}));
    return vyre_builder_binary(k, op, value_of(c, b), value_of(c, b));
  });
}

void unary(Caller& c) {
  build_value(c, "vyre_builder_unary", [&](vyre_builder* k, Building& b) {
    const auto op =
        static_cast<vyre_unary>(c.number(1 + c.random.below(36), {0, 37, 200, UINT32_MAX}));
    return vyre_builder_unary(k, op, value_of(c, b));
  });
}

void select(Caller& c) {
  build_value(c, "vyre_builder_select", [&](vyre_builder* k, Building& b) {
    return vyre_builder_select(k, value_of(c, b), value_of(c, b), value_of(c, b));
  });
}

void cast(Caller& c) {
  build_value(c, "vyre_builder_cast", [&](vyre_builder* k, Building& b) {
    const auto type = c.odd() ? static_cast<vyre_type>(c.random.below32(400)) : VYRE_TYPE_F32;
    return vyre_builder_cast(k, type, value_of(c, b));
  });
}

void fma(Caller& c) {
  build_value(c, "vyre_builder_fma", [&](vyre_builder* k, Building& b) {
    return vyre_builder_fma(k, value_of(c, b), value_of(c, b), value_of(c, b));
  });
}

void atomic(Caller& c) {
  build_value(c, "vyre_builder_atomic", [&](vyre_builder* k, Building& b) {
    const auto op = static_cast<vyre_atomic>(c.number(1 + c.random.below(7), {0, 8, 12, 99}));
    const auto ordering = static_cast<vyre_ordering>(c.number(c.random.below(5), {5, 6, 99}));
    return vyre_builder_atomic(k, op, ordering, array_of(c, b), value_of(c, b),
                               c.odd() ? value_of(c, b) : vyre_expr_none(), value_of(c, b));
  });
}

void subgroup(Caller& c) {
  build_value(c, "vyre_builder_subgroup", [&](vyre_builder* k, Building& b) {
    const auto op = static_cast<vyre_subgroup>(c.number(VYRE_SUBGROUP_ADD, {0, 2, 4, 10, 99}));
    return vyre_builder_subgroup(k, op, value_of(c, b),
                                 c.odd() ? value_of(c, b) : vyre_expr_none());
  });
}

void call(Caller& c) {
  build_value(c, "vyre_builder_call", [&](vyre_builder* k, Building& b) {
    const vyre_expr arguments[] = {value_of(c, b), value_of(c, b)};
    const size_t count = c.random.below(3);
    return vyre_builder_call(k, c.text("fuzz.twice"), c.odd() ? nullptr : arguments, count);
  });
}

void opaque(Caller& c) {
  build_value(c, "vyre_builder_opaque", [&](vyre_builder* k, Building&) {
    const size_t size = c.random.one_of<size_t>({0, 8, 100});
    return vyre_builder_opaque(k, c.text("vyre.literal.u64"), c.odd() ? nullptr : c.in.data(),
                               size);
  });
}

void let(Caller& c) {
  const std::string name = c.random.one_in(2) ? fresh_name(c) : "";
  build_value(c, "vyre_builder_let", [&](vyre_builder* k, Building& b) {
    return vyre_builder_let(k, c.text(name), value_of(c, b));
  });
}

void local(Caller& c) {
  Building* b = building_of(c);
  if (b == nullptr) return;
  const std::string name = c.random.one_in(2) ? fresh_name(c) : "";
  const auto made = build(c, "vyre_builder_local", [&](vyre_builder* k, Building& on) {
    return vyre_builder_local(k, c.text(name), value_of(c, on));
  });
  if (!b->broken) b->locals.push_back(made);
}

void get(Caller& c) {
  build_value(c, "vyre_builder_get",
              [&](vyre_builder* k, Building& b) { return vyre_builder_get(k, local_of(c, b)); });
}

void type(Caller& c) {
  if (building_of(c) == nullptr) return;
  struct Made {
    uint32_t id;
  };
  build(c, "vyre_builder_type", [&](vyre_builder* k, Building&) {
    const auto spelling =
        c.random.one_of<std::string_view>({"F32", "Vec<F32,4>", "U8", "Handle(7)"});
    const bool named = !spelling.starts_with("Handle");
    if (!named) c.unsound();
    return Made{vyre_builder_type(k, c.text(spelling))};
  });
}

constexpr Action kActions[] = {
    {"vyre_builder_declare", 20, declare},   {"vyre_builder_slot", 10, slot},
    {"vyre_builder_u32", 20, u32},           {"vyre_builder_i32", 10, i32},
    {"vyre_builder_f32", 10, f32},           {"vyre_builder_bool", 10, truth},
    {"vyre_builder_constant", 10, constant}, {"vyre_builder_id", 20, id},
    {"vyre_builder_length", 10, length},     {"vyre_builder_load", 20, load},
    {"vyre_builder_binary", 30, binary},     {"vyre_builder_unary", 20, unary},
    {"vyre_builder_select", 10, select},     {"vyre_builder_cast", 10, cast},
    {"vyre_builder_fma", 10, fma},           {"vyre_builder_atomic", 10, atomic},
    {"vyre_builder_subgroup", 10, subgroup}, {"vyre_builder_call", 10, call},
    {"vyre_builder_opaque", 10, opaque},     {"vyre_builder_let", 20, let},
    {"vyre_builder_local", 20, local},       {"vyre_builder_get", 20, get},
    {"vyre_builder_type", 10, type},
};

}  // namespace

std::span<const Action> value_calls() { return kActions; }

}  // namespace vyre::interface
