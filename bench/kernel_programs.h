#pragma once

#include <cstdint>
#include <string>

namespace bench {

// Ordinary vyre programs, as JSON.
std::string xor_program();
// c = a * b for matrices of |n| x |n|, by tiles of 16 in workgroup memory.
std::string matrix_product_program(uint32_t n);
// total += the sum of all words of source. A workgroup of 256 takes 4,096 of them.
std::string sum_program();
// Prefix sums of |blocks| blocks of 4,096 words, in three segments with grid barriers between.
std::string scan_program(uint32_t blocks);
// counts[v] += how many bytes of source are v. A workgroup of 256 takes 16,384 words.
std::string histogram_program();
// The same with a counter of a byte for each value and invocation, in words that no two share. A
// workgroup of 64 takes 16,128 words.
std::string histogram_bytes_program();

}  // namespace bench
