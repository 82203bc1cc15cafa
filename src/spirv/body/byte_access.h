#pragma once

#include "spirv/body/buffers.h"

namespace vyre::spirv {

// The four bytes from |byte| on, of the words that hold it and the byte three behind it.
Id join_bytes(CodeWriter& code, Id low, Id high, Id byte);

// Buffers as bytes, for copies that know nothing of elements; only of elements with a size.
// Elements of workgroup memory are filled up to whole words, those of storage lie close together.
class ByteAccess {
 public:
  ByteAccess(const BufferViews& views, Buffers& buffers, CodeWriter& code)
      : views_(views), buffers_(buffers), code_(code) {}

  Id length(uint32_t buffer) {
    const Id stride = code_.constant(static_cast<uint32_t>(views_[buffer].element.stride));
    return code_.word(SpvOpIMul, buffers_.accessible(buffer), stride);
  }
  Id load(uint32_t buffer, Id byte);  // four from there on; beyond the end they are 0
  // Those of bytes 4 * |number| and on that |mask| has; they lie within the buffer.
  void store(uint32_t buffer, Id number, Id word, Id mask);

 private:
  struct Place {
    Id unit;
    Id shift;  // by bits
  };
  Place place_of(const View& view, Id byte);
  Id load_word(uint32_t buffer, Id byte);
  Id load_byte(uint32_t buffer, Id byte);
  void store_byte(const View& view, Id byte, Id value);
  void store_masked(const View& view, Id unit, Id word, Id mask);

  const BufferViews& views_;
  Buffers& buffers_;
  CodeWriter& code_;
};

}  // namespace vyre::spirv
