#include "kernel_programs.h"

#include <initializer_list>
#include <string_view>
#include <utility>

namespace bench {
namespace {

// |text| with each name, which begins with '$', replaced by what stands beside it.
std::string with(std::string text,
                 std::initializer_list<std::pair<std::string_view, std::string>> parts) {
  for (const auto& [name, part] : parts) {
    for (size_t at; (at = text.find(name)) != std::string::npos;) {
      text.replace(at, name.size(), part);
    }
  }
  return text;
}

// Sums of 16 words of source for each of 256 lanes, all of them in the sum of lane 0.
constexpr const char kBlockSum[] = R"JSON(
    {"let": "sum", "value": 0},
    {"loop": "k", "to": 4, "body": [
      {"let": "at", "value": {"add": ["fours", {"mul": ["k", 1024]}]}},
      {"assign": "sum", "value": {"add": ["sum", {"add": [
        {"add": [{"load": "source", "at": "at"}, {"load": "source", "at": {"add": ["at", 1]}}]},
        {"add": [{"load": "source", "at": {"add": ["at", 2]}},
          {"load": "source", "at": {"add": ["at", 3]}}]}]}]}}
    ]},
    {"store": "scratch", "at": "lane", "value": "sum"},
    "barrier",
    {"loop": "step", "to": 8, "body": [
      {"let": "half", "value": {"shr": [128, "step"]}},
      {"if": {"lt": ["lane", "half"]}, "then": [
        {"assign": "sum", "value":
          {"add": ["sum", {"load": "scratch", "at": {"add": ["lane", "half"]}}]}},
        {"store": "scratch", "at": "lane", "value": "sum"}
      ]},
      "barrier"
    ]})JSON";

// Of 256 lanes each sum becomes the sum of those up to it. An index below 0 is out of bounds and
// reads 0. Each segment has $lanes of its own: what others left there would be kept for it.
constexpr const char kScanLanes[] = R"JSON(
    {"store": "$lanes", "at": "lane", "value": "sum"},
    "barrier",
    {"loop": "step", "to": 8, "body": [
      {"let": "behind", "value":
        {"load": "$lanes", "at": {"sub": ["lane", {"shl": [1, "step"]}]}}},
      "barrier",
      {"assign": "sum", "value": {"add": ["sum", "behind"]}},
      {"store": "$lanes", "at": "lane", "value": "sum"},
      "barrier"
    ]})JSON";

// Row $k of a block is 256 times four neighbors. A lane keeps its sums of four.
constexpr const char kLoadRow[] = R"JSON(
    {"let": "row$k", "value": {"add": ["fours", {"mul": [1024, $k]}]}},
    {"let": "own$k0", "value": {"load": "source", "at": "row$k"}},
    {"let": "own$k1", "value":
      {"add": ["own$k0", {"load": "source", "at": {"add": ["row$k", 1]}}]}},
    {"let": "own$k2", "value":
      {"add": ["own$k1", {"load": "source", "at": {"add": ["row$k", 2]}}]}},
    {"let": "own$k3", "value":
      {"add": ["own$k2", {"load": "source", "at": {"add": ["row$k", 3]}}]}},
    {"store": "rows", "at": {"add": [{"mul": [256, $k]}, "lane"]}, "value": "own$k3"})JSON";

constexpr const char kStoreRow[] = R"JSON(
    {"let": "ahead$k", "value": {"load": "rows", "at": {"add": [{"mul": [256, $k]}, "lane"]}}},
    {"store": "target", "at": "row$k", "value": {"add": ["ahead$k", "own$k0"]}},
    {"store": "target", "at": {"add": ["row$k", 1]}, "value": {"add": ["ahead$k", "own$k1"]}},
    {"store": "target", "at": {"add": ["row$k", 2]}, "value": {"add": ["ahead$k", "own$k2"]}},
    {"store": "target", "at": {"add": ["row$k", 3]}, "value": {"add": ["ahead$k", "own$k3"]}})JSON";

// |text| for each $k from |first| up to |end|, as a list; $less is the one before.
std::string list_of(const char* text, uint32_t first, uint32_t end) {
  std::string all;
  for (uint32_t k = first; k < end; ++k) {
    const std::string less = std::to_string(k - 1);
    all += (k > first ? "," : "") + with(text, {{"$k", std::to_string(k)}, {"$less", less}});
  }
  return all;
}

// The last segment.
constexpr const char kWriteRows[] = R"JSON(
    $load_rows,
    "barrier",
    {"let": "sum0", "value": {"load": "rows", "at": "four"}},
    {"let": "sum1", "value": {"add": ["sum0", {"load": "rows", "at": {"add": ["four", 1]}}]}},
    {"let": "sum2", "value": {"add": ["sum1", {"load": "rows", "at": {"add": ["four", 2]}}]}},
    {"let": "sum3", "value": {"add": ["sum2", {"load": "rows", "at": {"add": ["four", 3]}}]}},
    {"let": "sum", "value": "sum3"},
    $scan_lanes,
    {"let": "before", "value": {"sub": [{"add": [{"load": "sums", "at": "group"}, "sum"]}, "sum3"]}},
    {"store": "rows", "at": "four", "value": "before"},
    {"store": "rows", "at": {"add": ["four", 1]}, "value": {"add": ["before", "sum0"]}},
    {"store": "rows", "at": {"add": ["four", 2]}, "value": {"add": ["before", "sum1"]}},
    {"store": "rows", "at": {"add": ["four", 3]}, "value": {"add": ["before", "sum2"]}},
    "barrier",
    $store_rows)JSON";

constexpr const char kWriteNeighbors[] = R"JSON(
    {"let": "first", "value": {"add": [{"mul": ["group", 4096]}, {"mul": ["lane", 16]}]}},
    {"let": "own0", "value": {"load": "source", "at": "first"}},
    $own_sums,
    {"let": "sum", "value": "own15"},
    $scan_lanes,
    {"let": "before", "value":
      {"sub": [{"add": [{"load": "sums", "at": "group"}, "sum"]}, "own15"]}},
    $stores)JSON";

constexpr const char kOwnSum[] = R"JSON(
    {"let": "own$k", "value": {"add": ["own$less", {"load": "source", "at": {"add": ["first", $k]}}]}})JSON";

constexpr const char kOwnStore[] = R"JSON(
    {"store": "target", "at": {"add": ["first", $k]}, "value": {"add": ["before", "own$k"]}})JSON";

constexpr const char kScan[] = R"JSON({
  "workgroup_size": [256, 1, 1],
  "buffers": [
    {"name": "source", "type": "U32", "count": $words},
    {"name": "sums", "type": "U32", "count": $blocks, "access": "read_write"},
    {"name": "target", "type": "U32", "count": $words, "access": "write_only"},
    {"name": "scratch", "type": "U32", "count": 256, "access": "workgroup"},
    {"name": "lanes", "type": "U32", "count": 256, "access": "workgroup"},
    {"name": "last_lanes", "type": "U32", "count": 256, "access": "workgroup"},
    {"name": "rows", "type": "U32", "count": 1024, "access": "workgroup"}
  ],
  "body": [
    {"let": "lane", "value": {"local_id": "x"}},
    {"let": "group", "value": {"workgroup_id": "x"}},
    {"let": "four", "value": {"mul": ["lane", 4]}},
    {"let": "fours", "value": {"add": [{"mul": ["group", 4096]}, "four"]}},
    {"block": [$block_sum,
      {"if": {"eq": ["lane", 0]}, "then": [{"store": "sums", "at": "group", "value": "sum"}]}
    ]},
    {"barrier": "grid_sync"},
    {"if": {"eq": ["group", 0]}, "then": [
      {"let": "sum", "value": 0},
      {"loop": "k", "to": $each, "body": [
        {"assign": "sum", "value": {"add": ["sum",
          {"load": "sums", "at": {"add": [{"mul": ["lane", $each]}, "k"]}}]}}
      ]},
      {"let": "all", "value": "sum"},
      $scan_sums,
      {"let": "before", "value": {"sub": ["sum", "all"]}},
      {"loop": "k", "to": $each, "body": [
        {"let": "at", "value": {"add": [{"mul": ["lane", $each]}, "k"]}},
        {"let": "own", "value": {"load": "sums", "at": "at"}},
        {"store": "sums", "at": "at", "value": "before"},
        {"assign": "before", "value": {"add": ["before", "own"]}}
      ]}
    ]},
    {"barrier": "grid_sync"},
    $write
  ]
})JSON";

std::string scan_program(uint32_t blocks, const std::string& write) {
  return with(kScan, {{"$write", write},
                      {"$words", std::to_string(blocks * 4096)},
                      {"$blocks", std::to_string(blocks)},
                      {"$each", std::to_string(blocks / 256)},
                      {"$block_sum", kBlockSum},
                      {"$scan_sums", with(kScanLanes, {{"$lanes", "lanes"}})},
                      {"$scan_lanes", with(kScanLanes, {{"$lanes", "last_lanes"}})}});
}

}  // namespace

// The count is left open: one program serves every size.
std::string xor_program() {
  return R"JSON({
  "workgroup_size": [256, 1, 1],
  "buffers": [
    {"name": "a", "type": "U32"},
    {"name": "b", "type": "U32"},
    {"name": "out", "type": "U32", "access": "write_only"}
  ],
  "body": [
    {"let": "i", "value": {"invocation_id": "x"}},
    {"store": "out", "at": "i",
     "value": {"bit_xor": [{"load": "a", "at": "i"}, {"load": "b", "at": "i"}]}}
  ]
})JSON";
}

std::string matrix_product_program(uint32_t n) {
  constexpr const char kText[] = R"JSON({
  "workgroup_size": [16, 16, 1],
  "buffers": [
    {"name": "a", "type": "F32", "count": $elements},
    {"name": "b", "type": "F32", "count": $elements},
    {"name": "c", "type": "F32", "count": $elements, "output": true},
    {"name": "tile_a", "type": "F32", "count": 256, "access": "workgroup"},
    {"name": "tile_b", "type": "F32", "count": 256, "access": "workgroup"}
  ],
  "body": [
    {"let": "x", "value": {"invocation_id": "x"}},
    {"let": "y", "value": {"invocation_id": "y"}},
    {"let": "in_x", "value": {"local_id": "x"}},
    {"let": "in_y", "value": {"local_id": "y"}},
    {"let": "own", "value": {"add": [{"mul": ["in_y", 16]}, "in_x"]}},
    {"let": "sum", "value": {"f32": 0}},
    {"loop": "t", "to": $tiles, "body": [
      {"let": "corner", "value": {"mul": ["t", 16]}},
      {"store": "tile_a", "at": "own", "value": {"load": "a", "at":
        {"add": [{"mul": ["y", $n]}, {"add": ["corner", "in_x"]}]}}},
      {"store": "tile_b", "at": "own", "value": {"load": "b", "at":
        {"add": [{"mul": [{"add": ["corner", "in_y"]}, $n]}, "x"]}}},
      "barrier",
      {"loop": "k", "to": 16, "body": [
        {"assign": "sum", "value": {"add": ["sum", {"mul": [
          {"load": "tile_a", "at": {"add": [{"mul": ["in_y", 16]}, "k"]}},
          {"load": "tile_b", "at": {"add": [{"mul": ["k", 16]}, "in_x"]}}]}]}}
      ]},
      "barrier"
    ]},
    {"store": "c", "at": {"add": [{"mul": ["y", $n]}, "x"]}, "value": "sum"}
  ]
})JSON";
  return with(kText, {{"$elements", std::to_string(n * n)},
                      {"$tiles", std::to_string(n / 16)},
                      {"$n", std::to_string(n)}});
}

std::string sum_program(uint32_t count) {
  constexpr const char kText[] = R"JSON({
  "workgroup_size": [256, 1, 1],
  "buffers": [
    {"name": "source", "type": "U32", "count": $words},
    {"name": "total", "type": "U32", "count": 1, "access": "read_write"},
    {"name": "scratch", "type": "U32", "count": 256, "access": "workgroup"}
  ],
  "body": [
    {"let": "lane", "value": {"local_id": "x"}},
    {"let": "fours", "value":
      {"add": [{"mul": [{"workgroup_id": "x"}, 4096]}, {"mul": ["lane", 4]}]}},
    $block_sum,
    {"if": {"eq": ["lane", 0]}, "then": [
      {"let": "old", "value": {"atomic": "add", "buffer": "total", "at": 0,
        "value": "sum", "ordering": "relaxed"}}]}
  ]
})JSON";
  return with(kText, {{"$words", std::to_string(count)}, {"$block_sum", kBlockSum}});
}

std::string scan_rows_program(uint32_t blocks) {
  return scan_program(blocks, with(kWriteRows, {{"$load_rows", list_of(kLoadRow, 0, 4)},
                                                {"$store_rows", list_of(kStoreRow, 0, 4)}}));
}

std::string scan_neighbors_program(uint32_t blocks) {
  return scan_program(blocks, with(kWriteNeighbors, {{"$own_sums", list_of(kOwnSum, 1, 16)},
                                                     {"$stores", list_of(kOwnStore, 0, 16)}}));
}

std::string histogram_program(uint32_t count) {
  constexpr const char kCount[] = R"JSON(
      {"let": "old$k", "value": {"atomic": "add", "buffer": "counts", "ordering": "relaxed",
        "at": {"bit_and": [{"shr": ["word", {"mul": [8, $k]}]}, 255]}, "value": 1}})JSON";
  constexpr const char kText[] = R"JSON({
  "workgroup_size": [256, 1, 1],
  "buffers": [
    {"name": "source", "type": "U32", "count": $words},
    {"name": "counts", "type": "U32", "count": 256, "access": "read_write"}
  ],
  "body": [
    {"let": "lane", "value": {"local_id": "x"}},
    {"let": "first", "value": {"add": [{"mul": [{"workgroup_id": "x"}, 16384]}, "lane"]}},
    {"loop": "k", "to": 64, "body": [
      {"let": "word", "value":
        {"load": "source", "at": {"add": ["first", {"mul": ["k", 256]}]}}},
      $counts
    ]}
  ]
})JSON";
  return with(kText, {{"$words", std::to_string(count)}, {"$counts", list_of(kCount, 0, 4)}});
}

}  // namespace bench
