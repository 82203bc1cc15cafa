#pragma once

#include <vyre_driver.h>

// What without_exceptions.cpp makes of vyre_driver.hpp, which is compiled without exceptions there.
namespace hpp {

// Adds the elements of |x| on the device |id|. Fails with a code; else 0.
vyre_error_code sum_without_exceptions(const char* id, const float* x, size_t count, float* sum);

// Opens a device that is not there, without a place for the error.
void open_without_exceptions();

// The error goes from one mode to the other in C.
vyre_error* fail_without_exceptions();

}  // namespace hpp
