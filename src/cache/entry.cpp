#include "cache/entry.h"

#include <algorithm>
#include <optional>

#include "base/encoding/little_endian.h"

namespace vyre::cache {
namespace {

constexpr std::array<uint8_t, 8> kMagic = {'V', 'Y', 'R', 'E', 'A', 'R', 'T', '\n'};
constexpr size_t kFormAt = 8, kKeyAt = 16, kLengthAt = 48, kDigestAt = 56, kHeaderDigestAt = 88;
static_assert(kHeaderDigestAt + sizeof(Digest) == kHeaderBytes);

void put(Header& header, size_t at, std::span<const uint8_t> bytes) {
  std::copy(bytes.begin(), bytes.end(), header.begin() + static_cast<std::ptrdiff_t>(at));
}

bool has(std::span<const uint8_t> file, size_t at, std::span<const uint8_t> bytes) {
  return std::ranges::equal(file.subspan(at, bytes.size()), bytes);
}

// The form is looked at before the digest: what another form digests is not known.
std::optional<Miss> header_miss(std::span<const uint8_t> file) {
  if (file.size() < kMagic.size()) return Miss::kTruncated;
  if (!has(file, 0, kMagic)) return Miss::kNotAnEntry;
  if (file.size() < kHeaderBytes) return Miss::kTruncated;
  const auto form = load_little_endian<uint32_t>(file.data() + kFormAt);
  if (form != kForm) return form < kForm ? Miss::kOlderForm : Miss::kNewerForm;
  if (has(file, kHeaderDigestAt, blake3(file.first(kHeaderDigestAt)))) return std::nullopt;
  return Miss::kDamagedHeader;
}

}  // namespace

std::string_view miss_name(Miss miss) {
  constexpr std::array<std::string_view, kMissCount> kNames = {
      "absent",     "unreadable", "not a file",     "foreign owner", "too large", "not an entry",
      "older form", "newer form", "damaged header", "other key",     "truncated", "damaged bytes"};
  return kNames[static_cast<size_t>(miss)];
}

Header make_header(const Key& key, std::span<const uint8_t> artifact) {
  Header header = {};
  put(header, 0, kMagic);
  store_little_endian(header.data() + kFormAt, kForm);
  put(header, kKeyAt, key);
  store_little_endian(header.data() + kLengthAt, uint64_t{artifact.size()});
  put(header, kDigestAt, blake3(artifact));
  put(header, kHeaderDigestAt, blake3(std::span(header).first(kHeaderDigestAt)));
  return header;
}

std::variant<std::span<const uint8_t>, Miss> artifact_of(const Key& key,
                                                         std::span<const uint8_t> file) {
  if (const auto miss = header_miss(file)) return *miss;
  if (!has(file, kKeyAt, key)) return Miss::kOtherKey;
  const auto artifact = file.subspan(kHeaderBytes);
  const auto length = load_little_endian<uint64_t>(file.data() + kLengthAt);
  if (artifact.size() < length) return Miss::kTruncated;
  if (artifact.size() > length || !has(file, kDigestAt, blake3(artifact))) {
    return Miss::kDamagedBytes;
  }
  return artifact;
}

}  // namespace vyre::cache
