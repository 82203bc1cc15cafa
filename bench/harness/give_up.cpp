#include "give_up.h"

#include <cstdio>
#include <cstdlib>

namespace bench {

void give_up(const std::string& what) {
  std::fprintf(stderr, "bench: %s\n", what.c_str());
  std::exit(kFailed);
}

void cannot_run(const std::string& reason) {
  std::fprintf(stderr, "bench: %s\n", reason.c_str());
  std::exit(kCannotRun);
}

}  // namespace bench
