#include "spirv/body/buffer_views.h"

#include "spirv/module/module.h"

namespace vyre::spirv {
namespace {

class ViewMaker {
 public:
  ViewMaker(const Program& program, const Analysis& analysis, const Optimizations& optimizations,
            ModuleBuilder& module)
      : program_(program), analysis_(analysis), optimizations_(optimizations), module_(module) {
    views_.all.resize(program.buffers.size());
  }

  void add(const launch::PlannedBinding& binding, std::optional<uint64_t> bytes) {
    View& view = views_[binding.buffer];
    view.element = ir::element_of(program_.types, program_.buffers[binding.buffer].element,
                                  program_.semantics);
    if (binding.role == launch::Role::kShared) return add_shared(view, binding.buffer);
    add_storage(view, binding, bytes);
    privatize(view, binding.buffer);
  }

  BufferViews take() { return std::move(views_); }

 private:
  void add_storage(View& view, const launch::PlannedBinding& binding,
                   std::optional<uint64_t> bytes) {
    view.written = analysis_.written[binding.buffer];
    view.in_vectors =
        optimizations_.coarsening.possible && optimizations_.coarsening.own[binding.buffer];
    view.vector_array = !view.in_vectors && is_vector_array(binding.buffer);
    view.unit_bytes = unit_bytes(view.element);
    view.units = binding.element_bytes / view.unit_bytes;
    if (bytes) view.count = element_count(view.element, *bytes);
    view.parameter = views_.storage_buffers++;
    const bool by_group = view.in_vectors || view.vector_array;
    const uint32_t block_bytes = by_group ? kCoarsening * kElementBytes : view.unit_bytes;
    const Id block = module_.storage_block(block_bytes, !view.written);
    view.variable = module_.global(SpvStorageClassStorageBuffer, block);
    module_.bind(view.variable, view.parameter);
  }

  // There is a place for each element of the buffer, so an index within its bounds has one.
  void privatize(View& view, uint32_t buffer) {
    const auto& privatized = optimizations_.privatized;
    if (privatized.empty() || !view.count || optimizations_.coarsening.possible) return;
    view.privatized = privatized[buffer];
    if (!view.privatized) return;
    view.own_copy = module_.global(SpvStorageClassWorkgroup, module_.u32_array(*view.count));
  }

  // Elements are filled up to whole words in workgroup memory.
  void add_shared(View& view, uint32_t buffer) {
    const uint32_t count = program_.buffers[buffer].count;
    view.shared = view.written = true;
    view.is_private = optimizations_.private_memory;
    view.may_be_uncanonical = view.element.repr == Element::Repr::kF32 &&
                              optimizations_.uncanonical_floats && analysis_.copies.empty();
    view.count = count;
    view.units = static_cast<uint32_t>((view.element.stride + 3) / 4);
    const auto& starts = optimizations_.initial_contents;
    view.start = starts.empty() ? InitialContents::kZero : starts[buffer];
    if (view.units == 0 || view.start == InitialContents::kUnused) return;
    view.vector_array = is_vector_array(buffer);
    const Id type = view.vector_array
                        ? module_.array(module_.u32_vector(kCoarsening), count / kCoarsening)
                        : module_.u32_array(count * view.units);
    const bool is_zeroed = view.is_private && view.start == InitialContents::kZero;
    view.variable = module_.global(view.storage(), type, is_zeroed ? module_.null(type) : kNoId);
  }

  bool is_vector_array(uint32_t buffer) const {
    const auto has = [buffer](const std::vector<bool>& some) {
      return !some.empty() && some[buffer];
    };
    return has(optimizations_.unrolled_loads.buffers) || has(optimizations_.vector_groups.buffers);
  }

  const Program& program_;
  const Analysis& analysis_;
  const Optimizations& optimizations_;
  ModuleBuilder& module_;
  BufferViews views_;
};

}  // namespace

uint32_t unit_bytes(const Element& element) {
  if (element.stride % 4 == 0) return 4;
  return element.stride % 2 == 0 ? 2 : 1;
}

uint64_t workgroup_bytes(const Program& program, const ir::Buffer& buffer) {
  return buffer.count *
         ((ir::element_of(program.types, buffer.element, program.semantics).stride + 3) / 4 * 4);
}

uint64_t workgroup_bytes(const Program& program, const launch::BindingPlan& plan) {
  uint64_t bytes = 0;
  for (const launch::PlannedBinding& binding : plan.bindings) {
    if (binding.role != launch::Role::kShared) continue;
    bytes += workgroup_bytes(program, program.buffers[binding.buffer]);
  }
  return bytes;
}

BufferViews make_views(const Program& program, const launch::BindingPlan& plan,
                       const Analysis& analysis, const Optimizations& optimizations,
                       const launch::KnownLaunch& launch, ModuleBuilder& module) {
  ViewMaker maker(program, analysis, optimizations, module);
  for (size_t i = 0; i < plan.bindings.size(); ++i) {
    maker.add(plan.bindings[i], launch.bytes_of(i));
  }
  return maker.take();
}

}  // namespace vyre::spirv
