#pragma once

#include <gtest/gtest.h>

#include <stdexcept>

#include "base/status/status.h"

namespace vyre::test {

// What |result| holds; an error is a failure that ends the test.
template <typename T>
T value_of(Result<T> result) {
  if (result.ok()) return result.take();
  ADD_FAILURE() << result.error().text();
  throw std::runtime_error("no value to go on with");
}

}  // namespace vyre::test
