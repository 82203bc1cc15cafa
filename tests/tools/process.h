#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/temporary_folder.h"

namespace vyre::test {

// What a program that has ended left behind.
struct Finished {
  int exit_code = -1;  // -1: ended by a signal
  std::string out;
  std::string err;
};

// Runs the tool under test with |arguments|, |input| as its standard input.
Finished run_tool(const std::vector<std::string>& arguments, const std::string& input = {});

// The same for the judge of vectors that says how kernels are lowered.
Finished run_conform(const std::vector<std::string>& arguments);

// What |end| wrote to standard output; that it ended with |exit_code| is expected.
std::string output_of(const Finished& end, int exit_code = 0);

// Expects that nothing but an error came out of |end|, with its name and number, each of |parts|
// and how to mend it.
void expect_refusal(const Finished& end, const std::vector<std::string>& parts, int exit_code = 2);

// For suites with a test for each backend.
inline std::string name_of_backend(const ::testing::TestParamInfo<const char*>& given) {
  return std::string(given.param) == "vulkan" ? "Vulkan" : "Oracle";
}

// Runs it with a terminal as its standard error; what appeared there.
std::string run_tool_on_terminal(const std::vector<std::string>& arguments);

// A file's bytes; empty when there is no such file.
std::string content_of(const std::string& path);

}  // namespace vyre::test
