#pragma once

#include <string>

// Small programs for tests of the tool, in JSON.
namespace vyre::test {

// 1, 2, 3 and 4.
inline const std::string kFourWords("\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0", 16);

// out[i] = a[i] + 1; |a| and |out| have four elements.
inline constexpr char kAddOne[] = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [
    {"name": "a", "type": "U32", "count": 4},
    {"name": "out", "type": "U32", "count": 4, "output": true}
  ],
  "body": [
    {"let": "i", "value": {"invocation_id": "x"}},
    {"store": "out", "at": "i", "value": {"add": [{"load": "a", "at": "i"}, 1]}}
  ]
})";

// Adds up |in|, of any length, in |sum|; |sum| keeps what it starts with.
inline constexpr char kSum[] = R"({
  "workgroup_size": [64, 1, 1],
  "buffers": [
    {"name": "in", "type": "U32"},
    {"name": "sum", "type": "U32", "count": 1, "access": "read_write"}
  ],
  "body": [
    {"let": "i", "value": {"invocation_id": "x"}},
    {"if": {"lt": ["i", {"buf_len": "in"}]}, "then": [
      {"let": "before", "value": {"atomic": "add", "buffer": "sum", "at": 0, "value": {"load": "in", "at": "i"}}}
    ]}
  ]
})";

// out[i] = scale for "vyre.workgroup.x" invocations, of which there are four without --constant.
inline constexpr char kSpecialized[] = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [{"name": "out", "type": "F32", "count": 4, "output": true}],
  "body": [
    {"if": {"lt": [{"local_id": "x"}, {"spec": "vyre.workgroup.x", "type": "U32"}]}, "then": [
      {"store": "out", "at": {"local_id": "x"}, "value": {"spec": "scale", "type": "F32", "default": 0.5}}
    ]}
  ]
})";

// Copies |a| to |out|, neither of which declares a size.
inline constexpr char kCopy[] = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [
    {"name": "a", "type": "U8"},
    {"name": "out", "type": "U8", "access": "write_only"}
  ],
  "body": [
    {"let": "i", "value": {"invocation_id": "x"}},
    {"store": "out", "at": "i", "value": {"load": "a", "at": "i"}}
  ]
})";

// Adds one to |n|, up to three.
inline constexpr char kCountsToThree[] = R"({
  "workgroup_size": [1, 1, 1],
  "buffers": [{"name": "n", "type": "U32", "count": 1, "access": "read_write"}],
  "body": [{"store": "n", "at": 0, "value": {"min": [{"add": [{"load": "n", "at": 0}, 1]}, 3]}}]
})";

// out[i] = 0 + 1 + 2 + 3 for each of four lanes.
inline constexpr char kSubgroupSum[] = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [{"name": "out", "type": "U32", "count": 4, "output": true}],
  "body": [
    {"let": "i", "value": {"invocation_id": "x"}},
    {"store": "out", "at": "i", "value": {"subgroup_add": "i"}}
  ]
})";

// A barrier that only some invocations reach: V010.
inline constexpr char kInvalid[] = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [{"name": "out", "type": "U32", "count": 4, "output": true}],
  "body": [
    {"if": {"lt": [{"local_id": "x"}, 2]}, "then": [{"barrier": "seq_cst"}]}
  ]
})";

// Divides by zero, which the oracle refuses to do.
inline constexpr char kDivides[] = R"({
  "workgroup_size": [1, 1, 1],
  "buffers": [
    {"name": "a", "type": "I32", "count": 1},
    {"name": "out", "type": "I32", "count": 1, "output": true}
  ],
  "body": [{"store": "out", "at": 0, "value": {"div": [{"i32": 1}, {"load": "a", "at": 0}]}}]
})";

}  // namespace vyre::test
