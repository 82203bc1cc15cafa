#include "ir/build/assembler.h"

#include <algorithm>

#include "base/hash/xxhash.h"
#include "ir/program/structure.h"

namespace vyre::ir {
namespace {

// A program with the memory that its records stand in.
struct Housed {
  Housed(std::pmr::memory_resource* upstream, size_t bytes)
      : memory(bytes, upstream), program(&memory) {}

  std::pmr::monotonic_buffer_resource memory;
  Program program;
};

template <typename T>
Range append_run(std::pmr::vector<T>& to, std::span<const T> run) {
  const Range range{static_cast<uint32_t>(to.size()), static_cast<uint32_t>(run.size())};
  to.insert(to.end(), run.begin(), run.end());
  return range;
}

std::shared_ptr<Program> make_program(std::pmr::memory_resource* memory, size_t bytes) {
  if (bytes == 0) {
    return std::allocate_shared<Program>(std::pmr::polymorphic_allocator<Program>(memory), memory);
  }
  const auto housed =
      std::allocate_shared<Housed>(std::pmr::polymorphic_allocator<Housed>(memory), memory, bytes);
  return {housed, &housed->program};
}

}  // namespace

Assembler::Assembler(std::pmr::memory_resource* memory, size_t bytes,
                     std::pmr::memory_resource* scratch)
    : program_(make_program(memory, bytes)), short_names_(scratch), long_names_(scratch) {}

NameId Assembler::name(std::string_view text) {
  return name(text, text.size(), [](std::string_view) { return true; });
}

NameId Assembler::find_or_add_long(std::string_view text, bool (*is_valid)(std::string_view)) {
  const NameTable& names = program_->names;
  return long_names_.find_or_add(
      hash_bytes(text), [&](NameId id) { return names[id] == text; },
      [&] { return append(text, is_valid); });
}

NameId Assembler::append(std::string_view text, bool (*is_valid)(std::string_view)) {
  return is_valid(text) ? program_->names.append(text) : kNone;
}

uint32_t Assembler::add(const ShapePredicate& predicate) {
  program_->predicates.push_back(predicate);
  return static_cast<uint32_t>(program_->predicates.size() - 1);
}

Range Assembler::list(std::span<const uint32_t> ids) { return append_run(program_->lists, ids); }

Range Assembler::payload(std::span<const uint8_t> bytes) {
  return append_run(program_->payload, bytes);
}

void Assembler::entry(std::span<const NodeId> body) {
  const auto is_region = [&](NodeId id) {
    return id < program_->nodes.size() && program_->nodes[id].kind == NodeKind::kRegion;
  };
  if (!body.empty() && std::ranges::all_of(body, is_region)) {
    program_->entry = list(body);
    return;
  }
  const NodeId root =
      add(Node{.kind = NodeKind::kRegion, .name = name(kRootRegion), .body = list(body)});
  program_->entry = list(std::span(&root, 1));
}

Result<std::shared_ptr<const Program>> Assembler::finish() {
  VYRE_RETURN_IF_ERROR(check_structure(*program_));
  return finish_unchecked();
}

std::shared_ptr<const Program> Assembler::finish_unchecked() {
  Program& program = *program_;
  program.buffer_of_name.assign(program.names.size(), kNone);
  for (uint32_t i = 0; i < program.buffers.size(); ++i) {
    uint32_t& first = program.buffer_of_name[program.buffers[i].name];
    if (first == kNone) first = i;
  }
  return std::exchange(program_, nullptr);
}

}  // namespace vyre::ir
