#include "specialization/value.h"

namespace vyre::specialization {

double Value::number() const {
  switch (kind_) {
    case Kind::kI32:
      return static_cast<int32_t>(bits_);
    case Kind::kF32:
      return std::bit_cast<float>(bits_);
    case Kind::kU32:
    case Kind::kBool:
    case Kind::kElementType:
      break;
  }
  return bits_;
}

}  // namespace vyre::specialization
