#pragma once

#include "interface/calls/all_calls.h"

namespace vyre::interface {

// A place for the work of a twin, which may be left out.
struct Started {
  explicit Started(Caller& c) : out(Out<vyre_work*>::optional(c)) {}
  void keep(Caller& c, DeviceFacts& facts, uint64_t read_bytes = 0) const {
    if (!out.is_given()) return;
    auto work = std::make_shared<Work>(out.get(), facts);
    work->read_bytes = read_bytes;
    c.world.works.add(std::move(work), c.random);
  }
  Out<vyre_work*> out;
};

}  // namespace vyre::interface
