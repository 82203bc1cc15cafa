#include "interface/calls/building.h"

// Statements of programs that are built, and what belongs to the whole program.
namespace vyre::interface {
namespace {

constexpr size_t kDeepest = 8;

void finish(Caller& c) { finish_building(c); }

void get_error(Caller& c) {
  Building* b = building_of(c);
  if (b == nullptr) return;
  c.begin("vyre_builder_get_error");
  Out<vyre_error*> out(c);
  if (!c.end(vyre_builder_get_error(c.object(b->handle.raw), out.place()), out) ||
      out.get() == nullptr)
    return;
  if (!b->broken)
    c.problem(std::string("a sound builder has a mistake: ") + vyre_error_text(out.get()));
  const auto wrong = wrong_with_text(vyre_error_text(out.get()));
  if (!wrong.empty()) c.problem("the text of a mistake " + wrong);
  c.world.errors.add(std::make_shared<Error>(out.get(), "vyre_error_destroy", vyre_error_destroy),
                     c.random);
}

void set_workgroup(Caller& c) {
  build_statement(c, "vyre_builder_set_workgroup", [&](vyre_builder* k, Building&) {
    vyre_builder_set_workgroup(k, static_cast<uint32_t>(c.number(64, {0, UINT32_MAX})), 1, 1);
  });
}

void set_entry(Caller& c) {
  build_statement(c, "vyre_builder_set_entry", [&](vyre_builder* k, Building&) {
    vyre_builder_set_entry(k, c.text("math.add"));
  });
}

void set_label(Caller& c) {
  build_statement(c, "vyre_builder_set_label",
                  [&](vyre_builder* k, Building&) { vyre_builder_set_label(k, c.label()); });
}

void assign(Caller& c) {
  build_statement(c, "vyre_builder_assign", [&](vyre_builder* k, Building& b) {
    vyre_builder_assign(k, local_of(c, b), value_of(c, b));
  });
}

void store(Caller& c) {
  build_statement(c, "vyre_builder_store", [&](vyre_builder* k, Building& b) {
    vyre_builder_store(k, array_of(c, b), value_of(c, b), value_of(c, b));
  });
}

// Begins a block, unless there are many open.
template <typename Begin>
void open(Caller& c, const char* function, bool may_have_else, Begin begin) {
  Building* b = building_of(c);
  if (b == nullptr || b->open.size() >= kDeepest) return;
  const Building::Open mark{b->values.size(), b->locals.size(), may_have_else};
  build_statement(c, function, begin);
  b->open.push_back(mark);
}

void begin_if(Caller& c) {
  open(c, "vyre_builder_begin_if", true,
       [&](vyre_builder* k, Building& b) { vyre_builder_begin_if(k, value_of(c, b)); });
}

void begin_else(Caller& c) {
  Building* b = building_of(c);
  if (b == nullptr) return;
  if (!b->broken && (b->open.empty() || !b->open.back().may_have_else) && !c.random.one_in(50))
    return;
  c.begin("vyre_builder_begin_else");
  if (b->broken || b->open.empty() || !b->open.back().may_have_else) {
    c.unsound();
    b->broken = true;
  } else {
    b->values.resize(b->open.back().values);
    b->locals.resize(b->open.back().locals);
    b->open.back().may_have_else = false;
  }
  vyre_builder_begin_else(b->handle.raw);
  c.end();
}

void begin_loop(Caller& c) {
  Building* b = building_of(c);
  if (b == nullptr || b->open.size() >= kDeepest) return;
  const Building::Open mark{b->values.size(), b->locals.size(), false};
  const std::string name = c.random.one_in(2) ? "loop" + std::to_string(c.world.names++) : "";
  build_value(c, "vyre_builder_begin_loop", [&](vyre_builder* k, Building& on) {
    return vyre_builder_begin_loop(k, c.text(name), value_of(c, on), value_of(c, on));
  });
  if (c.building.get() == b) b->open.push_back(mark);
}

void begin_block(Caller& c) {
  open(c, "vyre_builder_begin_block", false,
       [&](vyre_builder* k, Building&) { vyre_builder_begin_block(k); });
}

void begin_region(Caller& c) {
  open(c, "vyre_builder_begin_region", false,
       [&](vyre_builder* k, Building&) { vyre_builder_begin_region(k, c.text("math.add")); });
}

void end(Caller& c) {
  Building* b = building_of(c);
  if (b == nullptr || (b->open.empty() && !c.random.one_in(50))) return;
  c.begin("vyre_builder_end");
  if (b->open.empty() || b->broken) {
    c.unsound();
    b->broken = true;
  } else {
    b->close();
  }
  vyre_builder_end(b->handle.raw);
  ++b->calls;
  c.end();
}

void leave(Caller& c) {
  build_statement(c, "vyre_builder_return",
                  [&](vyre_builder* k, Building&) { vyre_builder_return(k); });
  end(c);
}

void barrier(Caller& c) {
  build_statement(c, "vyre_builder_barrier", [&](vyre_builder* k, Building&) {
    vyre_builder_barrier(k, static_cast<vyre_ordering>(c.number(4, {0, 5, 6, 99})));
  });
}

void trap(Caller& c) {
  build_statement(c, "vyre_builder_trap", [&](vyre_builder* k, Building& b) {
    vyre_builder_trap(k, value_of(c, b), c.text("why"));
  });
}

void resume(Caller& c) {
  build_statement(c, "vyre_builder_resume",
                  [&](vyre_builder* k, Building&) { vyre_builder_resume(k, c.text("tag")); });
}

void indirect(Caller& c) {
  build_statement(c, "vyre_builder_indirect_dispatch", [&](vyre_builder* k, Building& b) {
    vyre_builder_indirect_dispatch(k, array_of(c, b), c.size(4));
  });
}

void async_load(Caller& c) {
  build_statement(c, "vyre_builder_async_load", [&](vyre_builder* k, Building& b) {
    vyre_builder_async_load(k, array_of(c, b), array_of(c, b), value_of(c, b), value_of(c, b),
                            c.text("copy"));
  });
}

void async_store(Caller& c) {
  build_statement(c, "vyre_builder_async_store", [&](vyre_builder* k, Building& b) {
    vyre_builder_async_store(k, array_of(c, b), array_of(c, b), value_of(c, b), value_of(c, b),
                             c.text("copy"));
  });
}

void async_wait(Caller& c) {
  build_statement(c, "vyre_builder_async_wait",
                  [&](vyre_builder* k, Building&) { vyre_builder_async_wait(k, c.text("copy")); });
}

void collective(Caller& c) {
  build_statement(c, "vyre_builder_collective", [&](vyre_builder* k, Building& b) {
    c.unsound();  // a program of the first generation has none
    const auto kind = static_cast<vyre_collective>(c.number(1, {0, 2, 3, 4, 99}));
    vyre_builder_collective(k, kind, static_cast<vyre_reduce>(c.number(1, {0, 7, 99})),
                            array_of(c, b), vyre_parameter{0}, 0, 0);
  });
}

void opaque(Caller& c) {
  build_statement(c, "vyre_builder_opaque_statement", [&](vyre_builder* k, Building&) {
    vyre_builder_opaque_statement(k, c.text("fuzz.kind"), c.odd() ? nullptr : c.in.data(), 16);
  });
}

constexpr Action kActions[] = {
    {"vyre_builder_create", 5, finish},
    {"vyre_builder_finish", 10, finish},
    {"vyre_builder_get_error", 20, get_error},
    {"vyre_builder_set_workgroup", 5, set_workgroup},
    {"vyre_builder_set_entry", 5, set_entry},
    {"vyre_builder_set_label", 5, set_label},
    {"vyre_builder_assign", 20, assign},
    {"vyre_builder_store", 30, store},
    {"vyre_builder_begin_if", 10, begin_if},
    {"vyre_builder_begin_else", 20, begin_else},
    {"vyre_builder_begin_loop", 10, begin_loop},
    {"vyre_builder_begin_block", 10, begin_block},
    {"vyre_builder_begin_region", 10, begin_region},
    {"vyre_builder_end", 30, end},
    {"vyre_builder_return", 5, leave},
    {"vyre_builder_barrier", 5, barrier},
    {"vyre_builder_trap", 5, trap},
    {"vyre_builder_resume", 5, resume},
    {"vyre_builder_indirect_dispatch", 5, indirect},
    {"vyre_builder_async_load", 5, async_load},
    {"vyre_builder_async_store", 5, async_store},
    {"vyre_builder_async_wait", 5, async_wait},
    {"vyre_builder_collective", 5, collective},
    {"vyre_builder_opaque_statement", 5, opaque},
};

}  // namespace

std::span<const Action> statement_calls() { return kActions; }

}  // namespace vyre::interface
