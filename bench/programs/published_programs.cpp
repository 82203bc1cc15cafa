#include "published_programs.h"

#include <cjson/cJSON.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

#include "harness/give_up.h"

namespace bench {
namespace {

namespace fs = std::filesystem;

fs::path file_of_programs() {
  const auto beside = fs::read_symlink("/proc/self/exe").parent_path() / "programs.json";
  return fs::exists(beside) ? beside : fs::path(VYRE_VECTORS "/programs.json");
}

Bytes unhex(const std::string& digits) {
  Bytes bytes;
  for (size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

std::string text_of(const cJSON* item, const char* key) {
  return cJSON_GetStringValue(cJSON_GetObjectItem(item, key));
}

}  // namespace

std::vector<Bytes> published_programs(const std::string& name) {
  const fs::path path = file_of_programs();
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::unique_ptr<cJSON, void (*)(cJSON*)> root(cJSON_Parse(text.c_str()), cJSON_Delete);
  if (root == nullptr) give_up(path.string() + " cannot be read");
  std::vector<Bytes> programs;
  const cJSON* item = nullptr;
  cJSON_ArrayForEach(item, cJSON_GetObjectItem(root.get(), "cases")) {
    if (!name.empty() && text_of(item, "name") != name) continue;
    programs.push_back(unhex(text_of(item, "wire")));
  }
  if (programs.empty()) give_up("programs.json has no " + name);
  return programs;
}

}  // namespace bench
