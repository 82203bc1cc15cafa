#pragma once

#include <string>
#include <vector>

#include "give_up.h"
#include "samples.h"

namespace bench {

// What every program of this folder is told:
//   PROGRAM [DEVICE] [--json FILE] [--rounds N] [--quick] [--only TEXT]
struct Arguments {
  std::string backend;  // empty: the preferred one
  std::string json;     // a line for each comparison goes to the end of this file
  std::string only;     // comparisons that have this in their title
  int rounds = 0;       // 0: as many as the program thinks right
  bool quick = false;   // a tenth of them
};

// Ends the process with a line about |program| when an argument is not known.
Arguments parse_arguments(const char* program, int argc, char** argv);

// The comparisons of one program, told as they come.
class Report {
 public:
  // |bench|: the program's name in the lines of JSON.
  Report(std::string bench, const Arguments& arguments) : bench_(bench), arguments_(arguments) {}

  void on(const std::string& device) { device_ = device; }
  bool wants(const std::string& title) const { return title.find(arguments_.only) != title.npos; }
  // |usual|: the rounds unless they are named; |least| at any rate.
  int rounds(int usual, int least = 3) const;
  void add(Comparison comparison);

  // The table; the exit code of the program: 1 when a comparison misses its goal.
  int finish() const;

 private:
  const std::string bench_;
  const Arguments arguments_;
  std::string device_;
  std::vector<Comparison> rows_;
};

}  // namespace bench
