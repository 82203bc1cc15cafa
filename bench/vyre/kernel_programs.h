#pragma once

#include <cstdint>
#include <string>

namespace bench {

// Ordinary vyre programs, as JSON.
std::string xor_program();
// c = a * b for matrices of |n| x |n|, by tiles of 16 in workgroup memory.
std::string matrix_product_program(uint32_t n);
// total += the sum of |count| words of source. A workgroup of 256 takes 4,096 of them.
std::string sum_program(uint32_t count);
// Prefix sums of |blocks| blocks of 4,096 words, in three segments with grid barriers between.
// Each invocation keeps 16 words. In rows: four neighbors of each of four rows, so that what
// neighboring invocations load lies together. Else 16 neighbors: fewer accesses to workgroup
// memory.
std::string scan_rows_program(uint32_t blocks);
std::string scan_neighbors_program(uint32_t blocks);
// counts[v] += how many bytes of |count| words of source are v. A workgroup of 256 takes 16,384.
std::string histogram_program(uint32_t count);

}  // namespace bench
