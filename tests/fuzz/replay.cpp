// replay FOLDER...: the program around a fuzz target where there is no libFuzzer: gives it every
// file of the folders. Fails when there is none.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "fuzz/mutate/fuzz.h"

namespace {

std::vector<uint8_t> content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int argc, char** argv) {
  size_t count = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
      const std::vector<uint8_t> bytes = content(entry.path());
      std::printf("%s\n", entry.path().filename().c_str());
      std::fflush(stdout);  // the last line names the input that ended the program
      LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
      ++count;
    }
  }
  std::printf("replay: %zu inputs\n", count);
  return count > 0 ? 0 : 1;
}
