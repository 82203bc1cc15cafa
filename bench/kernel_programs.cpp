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

// The sum of 16 words of source for each of 256 lanes, all of them in scratch[0].
constexpr const char kBlockSum[] = R"JSON(
    {"let": "sum", "value": 0},
    {"loop": "k", "to": 16, "body": [
      {"assign": "sum", "value": {"add": ["sum",
        {"load": "source", "at": {"add": ["first", {"mul": ["k", 256]}]}}]}}
    ]},
    {"store": "scratch", "at": "lane", "value": "sum"},
    "barrier",
    {"loop": "step", "to": 8, "body": [
      {"let": "half", "value": {"shr": [128, "step"]}},
      {"if": {"lt": ["lane", "half"]}, "then": [
        {"store": "scratch", "at": "lane", "value": {"add": [{"load": "scratch", "at": "lane"},
          {"load": "scratch", "at": {"add": ["lane", "half"]}}]}}
      ]},
      "barrier"
    ]})JSON";

// Prefix sums of the 256 words of $scratch. An index below 0 is out of bounds and reads 0.
constexpr const char kScanLanes[] = R"JSON(
    {"loop": "step", "to": 8, "body": [
      {"let": "behind", "value":
        {"load": "$scratch", "at": {"sub": ["lane", {"shl": [1, "step"]}]}}},
      "barrier",
      {"store": "$scratch", "at": "lane", "value":
        {"add": [{"load": "$scratch", "at": "lane"}, "behind"]}},
      "barrier"
    ]})JSON";

constexpr const char kScan[] = R"JSON({
  "workgroup_size": [256, 1, 1],
  "buffers": [
    {"name": "source", "type": "U32", "count": $words},
    {"name": "sums", "type": "U32", "count": $blocks, "access": "read_write"},
    {"name": "target", "type": "U32", "count": $words, "access": "write_only"},
    {"name": "scratch", "type": "U32", "count": 256, "access": "workgroup"},
    {"name": "lanes", "type": "U32", "count": 256, "access": "workgroup"},
    {"name": "rows", "type": "U32", "count": 256, "access": "workgroup"},
    {"name": "tile", "type": "U32", "count": 4352, "access": "workgroup"}
  ],
  "body": [
    {"let": "lane", "value": {"local_id": "x"}},
    {"let": "group", "value": {"workgroup_id": "x"}},
    {"let": "first", "value": {"add": [{"mul": ["group", 4096]}, "lane"]}},
    {"block": [$block_sum,
      {"if": {"eq": ["lane", 0]}, "then": [
        {"store": "sums", "at": "group", "value": {"load": "scratch", "at": 0}}]}
    ]},
    {"barrier": "grid_sync"},
    {"if": {"eq": ["group", 0]}, "then": [
      {"let": "sum", "value": 0},
      {"loop": "k", "to": $each, "body": [
        {"assign": "sum", "value": {"add": ["sum",
          {"load": "sums", "at": {"add": [{"mul": ["lane", $each]}, "k"]}}]}}
      ]},
      {"store": "lanes", "at": "lane", "value": "sum"},
      "barrier",
      $scan_sums,
      {"let": "before", "value": {"sub": [{"load": "lanes", "at": "lane"}, "sum"]}},
      {"loop": "k", "to": $each, "body": [
        {"let": "at", "value": {"add": [{"mul": ["lane", $each]}, "k"]}},
        {"let": "own", "value": {"load": "sums", "at": "at"}},
        {"store": "sums", "at": "at", "value": "before"},
        {"assign": "before", "value": {"add": ["before", "own"]}}
      ]}
    ]},
    {"barrier": "grid_sync"},
    {"loop": "k", "to": 16, "body": [
      {"let": "at", "value": {"add": [{"mul": ["k", 256]}, "lane"]}},
      {"store": "tile", "at": {"add": ["at", {"shr": ["at", 4]}]}, "value":
        {"load": "source", "at": {"add": ["first", {"mul": ["k", 256]}]}}}
    ]},
    "barrier",
    {"let": "sum", "value": 0},
    {"loop": "k", "to": 16, "body": [
      {"let": "at", "value": {"add": [{"mul": ["lane", 17]}, "k"]}},
      {"assign": "sum", "value": {"add": ["sum", {"load": "tile", "at": "at"}]}},
      {"store": "tile", "at": "at", "value": "sum"}
    ]},
    {"store": "rows", "at": "lane", "value": "sum"},
    "barrier",
    $scan_rows,
    {"let": "offset", "value": {"load": "sums", "at": "group"}},
    {"loop": "k", "to": 16, "body": [
      {"let": "at", "value": {"add": [{"mul": ["k", 256]}, "lane"]}},
      {"let": "row", "value": {"shr": ["at", 4]}},
      {"store": "target", "at": {"add": ["first", {"mul": ["k", 256]}]}, "value": {"add": [
        {"add": ["offset", {"load": "rows", "at": {"sub": ["row", 1]}}]},
        {"load": "tile", "at": {"add": ["at", "row"]}}]}}
    ]}
  ]
})JSON";

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
    {"let": "first", "value": {"add": [{"mul": [{"workgroup_id": "x"}, 4096]}, "lane"]}},
    $block_sum,
    {"if": {"eq": ["lane", 0]}, "then": [
      {"let": "old", "value": {"atomic": "add", "buffer": "total", "at": 0,
        "value": {"load": "scratch", "at": 0}, "ordering": "relaxed"}}]}
  ]
})JSON";
  return with(kText, {{"$words", std::to_string(count)}, {"$block_sum", kBlockSum}});
}

std::string scan_program(uint32_t blocks) {
  return with(kScan, {{"$words", std::to_string(blocks * 4096)},
                      {"$blocks", std::to_string(blocks)},
                      {"$each", std::to_string(blocks / 256)},
                      {"$block_sum", kBlockSum},
                      {"$scan_sums", with(kScanLanes, {{"$scratch", "lanes"}})},
                      {"$scan_rows", with(kScanLanes, {{"$scratch", "rows"}})}});
}

std::string histogram_program(uint32_t count) {
  constexpr const char kCount[] = R"JSON(
      {"let": "old$i", "value": {"atomic": "add", "buffer": "counts", "ordering": "relaxed",
        "at": {"bit_and": [{"shr": ["word", {"mul": [8, $i]}]}, 255]}, "value": 1}})JSON";
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
      $count0, $count1, $count2, $count3
    ]}
  ]
})JSON";
  return with(kText, {{"$words", std::to_string(count)},
                      {"$count0", with(kCount, {{"$i", "0"}})},
                      {"$count1", with(kCount, {{"$i", "1"}})},
                      {"$count2", with(kCount, {{"$i", "2"}})},
                      {"$count3", with(kCount, {{"$i", "3"}})}});
}

}  // namespace bench
