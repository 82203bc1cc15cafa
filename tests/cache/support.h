#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cache/disk_store.h"
#include "support/value_of.h"

namespace vyre::cache {

using Bytes = std::vector<uint8_t>;

inline Key key_of_number(uint64_t number) { return KeyBuilder().add("number", number).key(); }

// |size| bytes that belong to |number|.
inline Bytes artifact_of_number(uint64_t number, size_t size) {
  Bytes bytes(size);
  uint64_t state = number * 0x9E3779B97F4A7C15u + 1;
  for (uint8_t& byte : bytes) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    byte = static_cast<uint8_t>(state >> 56);
  }
  return bytes;
}

// A folder of its own for each test, gone afterwards.
class InAFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "vyre-cache-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::unique_ptr<DiskStore> opened(const DiskOptions& options = {}) const {
    return test::value_of(DiskStore::open(path(), options));
  }

  std::string path() const { return folder_ + "/store"; }
  std::string file_of(const Key& key) const {
    return path() + '/' + key_text(key).substr(0, 2) + '/' + key_text(key);
  }

  static Bytes contents(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(stream), {});
  }
  static void put(const std::string& file, const Bytes& bytes) {
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
  }

  std::string folder_;
};

inline std::optional<Bytes> hit(const std::variant<Bytes, Miss>& found) {
  const Bytes* bytes = std::get_if<Bytes>(&found);
  return bytes == nullptr ? std::nullopt : std::optional(*bytes);
}

inline std::optional<Miss> miss(const std::variant<Bytes, Miss>& found) {
  const Miss* miss = std::get_if<Miss>(&found);
  return miss == nullptr ? std::nullopt : std::optional(*miss);
}

}  // namespace vyre::cache
