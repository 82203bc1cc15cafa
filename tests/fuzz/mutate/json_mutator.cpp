// Mutates programs in JSON form: as programs half of the time, as text otherwise.
#include <cstring>

#include "ir/json/read.h"
#include "ir/json/write.h"
#include "program_mutator.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);

namespace vyre::fuzz {
namespace {

std::string with_other_program(std::string_view text, Random& random) {
  const auto program = ir::read_json(text);
  if (!program.ok()) return {};
  return ir::write_json(mutated(*program.value(), *program.value(), random));
}

}  // namespace
}  // namespace vyre::fuzz

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned int seed) {
  vyre::fuzz::Random random(seed);
  if (vyre::fuzz::below(random, 2) == 0) {
    const std::string text =
        vyre::fuzz::with_other_program({reinterpret_cast<const char*>(data), size}, random);
    if (!text.empty() && text.size() <= max_size) {
      std::memcpy(data, text.data(), text.size());
      return text.size();
    }
  }
  return LLVMFuzzerMutate(data, size, max_size);
}
