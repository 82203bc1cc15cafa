#pragma once

#include <gmock/gmock.h>

#include <string>

#include "base/status/status.h"

namespace vyre::test {

inline const ErrorInfo& info_of(const Status& status) { return status.info(); }
template <typename T>
const ErrorInfo& info_of(const Result<T>& result) {
  return result.error().info();
}

MATCHER_P2(refuses, code, text, "") {
  if (arg.ok()) {
    *result_listener << "it succeeds";
    return false;
  }
  const ErrorInfo& info = info_of(arg);
  *result_listener << static_cast<int>(info.code) << ": " << info.text;
  return info.code == code && info.text.find(text) != std::string::npos &&
         info.text.find("Fix: ") != std::string::npos;
}

}  // namespace vyre::test
