#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "base/encoding/hex.h"
#include "cache/entry.h"
#include "cached_kernels.h"

namespace vyre::runtime {
namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<uint8_t>;

// A folder with one kernel in two files, each of which gets damaged in every way: the driver is
// given what it was given before or nothing, the miss is counted, and the results stay.
class DamagedCode : public CachedKernels {
 protected:
  void SetUp() override {
    CachedKernels::SetUp();
    EXPECT_EQ(origin(pipeline(backend(disk()), adds(1))), Origin::kCompiled);
    pipeline(backend(disk()), adds(1));  // the driver gets what it kept
    modules_ = Driver::modules;
    data_ = Driver::data;
    for (const auto& entry : fs::recursive_directory_iterator(path())) {
      if (entry.path().filename().string().size() == 64) files_[entry.path()] = read(entry.path());
    }
    ASSERT_EQ(files_.size(), 2u);
  }

  static Bytes read(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(stream), {});
  }
  static void write(const fs::path& file, const Bytes& bytes) {
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream.write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
  }
  void restore() const {
    for (const auto& [file, bytes] : files_) {
      fs::remove_all(file);
      write(file, bytes);
    }
  }

  // Makes and runs the kernel from the folder as it is; how many misses were counted.
  uint64_t misses(std::string_view damage) {
    Driver::forget();
    const auto kept = disk();
    EXPECT_TRUE(adds_right(pipeline(backend(kept), adds(1)), 1)) << damage;
    EXPECT_EQ(Driver::modules, modules_) << damage;
    for (const Bytes& data : Driver::data) EXPECT_TRUE(data_.contains(data)) << damage;
    uint64_t misses = 0;
    for (const uint64_t count : kept->counters().misses) misses += count;
    return misses;
  }

  void expect_miss(const fs::path& file, const Bytes& damaged, std::string_view damage) {
    restore();
    write(file, damaged);
    EXPECT_EQ(misses(damage), 1u) << damage;
  }

  std::map<fs::path, Bytes> files_;
  std::set<Bytes> modules_, data_;
};

TEST_F(DamagedCode, AnyBitOfAHeader) {
  for (const auto& [file, bytes] : files_) {
    for (size_t bit = 0; bit < cache::kHeaderBytes * 8; ++bit) {
      Bytes damaged = bytes;
      damaged[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
      expect_miss(file, damaged, concat("bit ", bit, " of the header"));
    }
  }
}

TEST_F(DamagedCode, BitsAllOverTheBytes) {
  for (const auto& [file, bytes] : files_) {
    for (size_t bit = cache::kHeaderBytes * 8; bit < bytes.size() * 8; bit += 61) {
      Bytes damaged = bytes;
      damaged[bit / 8] ^= static_cast<uint8_t>(1u << bit % 8);
      expect_miss(file, damaged, concat("bit ", bit));
    }
  }
}

TEST_F(DamagedCode, Truncations) {
  for (const auto& [file, bytes] : files_) {
    for (size_t size = 0; size < bytes.size(); size += size < 2 * cache::kHeaderBytes ? 1 : 37) {
      expect_miss(file, Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)),
                  concat(size, " bytes left"));
    }
  }
}

TEST_F(DamagedCode, OneByteTooMany) {
  for (const auto& [file, bytes] : files_) {
    Bytes damaged = bytes;
    damaged.push_back(0);
    expect_miss(file, damaged, "a byte more");
  }
}

TEST_F(DamagedCode, SwappedEntries) {
  auto one = files_.begin();
  const auto& [first, first_bytes] = *one++;
  const auto& [second, second_bytes] = *one;
  write(first, second_bytes);
  write(second, first_bytes);
  EXPECT_EQ(misses("swapped"), 2u);
}

TEST_F(DamagedCode, SymbolicLinks) {
  for (const auto& [file, bytes] : files_) {
    restore();
    write(folder_.path("elsewhere"), bytes);
    fs::remove(file);
    fs::create_symlink(folder_.path("elsewhere"), file);
    EXPECT_EQ(misses("a link"), 1u);
  }
}

TEST_F(DamagedCode, AFileOfFourGigabytes) {
  for (const auto& [file, bytes] : files_) {
    restore();
    ASSERT_EQ(::truncate(file.c_str(), off_t{4} << 30), 0);
    EXPECT_EQ(misses("4 GiB"), 1u);
  }
}

TEST_F(DamagedCode, AFolderInPlaceOfAFile) {
  for (const auto& [file, bytes] : files_) {
    restore();
    fs::remove(file);
    fs::create_directory(file);
    EXPECT_EQ(misses("a folder"), 1u);
  }
}

// Digests vouch for the bytes, not for what they mean.
TEST_F(DamagedCode, WholeEntriesThatMeanNothing) {
  const auto kept = disk();
  for (const auto& [file, bytes] : files_) {
    restore();
    cache::Key key;
    const auto digits = hex_decode(file.filename().string());
    std::copy(digits->begin(), digits->end(), key.begin());
    for (const size_t size : {size_t{0}, size_t{1}, size_t{7}, size_t{4096}}) {
      ASSERT_TRUE(kept->write(key, Bytes(size, 0xFF)));
      EXPECT_EQ(misses("nonsense"), 0u);
    }
  }
}

}  // namespace
}  // namespace vyre::runtime
