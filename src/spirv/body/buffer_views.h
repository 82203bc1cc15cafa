#pragma once

#include <array>
#include <optional>
#include <vector>

#include "launch/binding_plan.h"
#include "spirv/analysis/analysis.h"
#include "spirv/module/code_writer.h"
#include "spirv/optimize/optimizations.h"

namespace vyre::spirv {

// How wide the units are of which a storage buffer is seen as an array: 4, 2 or 1 bytes.
uint32_t unit_bytes(const Element& element);

// What a buffer takes of workgroup memory, and all of a program: elements are filled up to whole
// words.
uint64_t workgroup_bytes(const Program& program, const ir::Buffer& buffer);
uint64_t workgroup_bytes(const Program& program, const launch::BindingPlan& plan);

// A buffer as the module sees it: an array of words, half words or bytes, or of vectors of four
// words.
struct View {
  Id variable = kNoId;
  Id length = kNoId;
  uint32_t parameter = 0;         // its parameter word holds the length
  std::optional<uint32_t> count;  // elements, where every run has as many
  Element element;
  Id own_copy = kNoId;                 // in workgroup memory, of |privatized|
  std::optional<AtomicOp> privatized;  // each workgroup gathers these atomics
  uint32_t unit_bytes = 4;
  uint32_t units = 1;  // of an element
  bool shared = false;
  bool is_private = false;                         // of the one invocation of a workgroup
  InitialContents start = InitialContents::kZero;  // of workgroup memory
  bool written = false;
  // Whether what is in a buffer of f32 may be uncanonical (Value), as nothing else shows it.
  bool may_be_uncanonical = false;
  bool vector_array = false;        // an array of vectors, accessed by the element too
  bool in_vectors = false;          // an array of vectors, accessed by VectorAccess alone
  bool stored = false;              // since VectorAccess::load_vectors
  std::array<Id, kCoarsening> own;  // since then: the elements of the neighbors

  bool is_visible() const { return written && !is_private; }  // to others
  SpvStorageClass storage() const {
    if (is_private) return SpvStorageClassPrivate;
    return shared ? SpvStorageClassWorkgroup : SpvStorageClassStorageBuffer;
  }
};

struct BufferViews {
  std::vector<View> all;  // by index into Program::buffers
  uint32_t storage_buffers = 0;
  uint32_t neighbor = 0;  // to whose element a buffer in vectors gives access

  View& operator[](uint32_t buffer) { return all[buffer]; }
  const View& operator[](uint32_t buffer) const { return all[buffer]; }
};

BufferViews make_views(const Program& program, const launch::BindingPlan& plan,
                       const Analysis& analysis, const Optimizations& optimizations,
                       const launch::KnownLaunch& launch, ModuleBuilder& module);

}  // namespace vyre::spirv
