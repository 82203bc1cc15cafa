#pragma once

#include <unordered_map>

#include "spirv/body/buffers.h"
#include "spirv/body/locals.h"

namespace vyre::spirv {

// Four elements at once, one beside the other.
//
// A buffer in vectors (Coarsening::own) is accessed by load_vectors() and store_vectors() alone; in
// between loads and stores work on what is loaded.
//
// A vector is four elements of a buffer of vectors (UnrolledLoads, VectorGroups). Vectors begin at
// multiples of four, and so many elements there are: a vector that is within bounds at its
// beginning is so at its end, and one that is not lies outside as a whole.
class VectorAccess {
 public:
  VectorAccess(BufferViews& views, Buffers& buffers, const Optimizations& optimizations,
               Locals& locals, CodeWriter& code)
      : views_(views),
        buffers_(buffers),
        optimizations_(optimizations),
        locals_(locals),
        code_(code),
        open_groups_(optimizations.vector_groups.all.size()) {}

  // Four elements from |first| on, a multiple of four, of each buffer in vectors; |become| says to
  // which of the four neighbors loads and stores belong, whatever their index is.
  void load_vectors(Id first);
  void become(uint32_t neighbor) { views_.neighbor = neighbor; }
  void store_vectors(Id first);

  // The element of a load that is part of an unrolled loop or of a group.
  std::optional<Id> load(ExprId load, uint32_t buffer);
  // Until close_unrolled_loads() the loads that have a vector give the element that take_unrolled()
  // says.
  void open_unrolled_load(ExprId load, uint32_t buffer, Id index) {
    if (const auto vector = load_vector(buffer, index)) unrolled_.emplace(load, *vector);
  }
  void take_unrolled(uint32_t place) { unrolled_place_ = place; }
  void close_unrolled_loads() { unrolled_.clear(); }

  Id first_of(const VectorGroups::Group& group) {  // its index
    const Id local = locals_.read_local(group.local).word;
    return group.offset == 0 ? local : code_.word(SpvOpIAdd, local, code_.constant(group.offset));
  }
  // Whether the vector from |index| on can be stored at once.
  bool is_vector(uint32_t buffer, Id index) const {
    return views_[buffer].vector_array && code_.ranges().zeros(index) >= 2;
  }
  using Vector = std::array<Id, kCoarsening>;
  void store_vector(uint32_t buffer, Id index, const Vector& words) {
    code_.when(buffers_.in_bounds(buffer, index), [&] { store_at(views_[buffer], index, words); });
  }

 private:
  // None unless the index is known to be a multiple of four and, in workgroup memory, within
  // bounds.
  std::optional<Vector> load_vector(uint32_t buffer, Id index);
  Vector load_from(const View& view, Id pointer);
  Id vector_at(const View& view, Id index);
  void store_at(const View& view, Id index, const Vector& words);
  std::optional<Id> load_of_group(ExprId load, uint32_t buffer);

  // What has been loaded of a group, for as long as |region| is open and its local is |local|.
  struct OpenGroup {
    Id local = kNoId;
    uint32_t region = 0;
    std::optional<Vector> elements;  // none: it is no vector of the memory
  };

  BufferViews& views_;
  Buffers& buffers_;
  const Optimizations& optimizations_;
  Locals& locals_;
  CodeWriter& code_;
  std::unordered_map<ExprId, Vector> unrolled_;  // by load
  uint32_t unrolled_place_ = 0;
  std::vector<OpenGroup> open_groups_;  // as VectorGroups::all
};

}  // namespace vyre::spirv
