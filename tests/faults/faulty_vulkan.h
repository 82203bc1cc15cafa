#pragma once

#include <cstdint>

// A Vulkan loader whose functions fail when they are told to, as a shared module. What it exports
// beside vkGetInstanceProcAddr:
extern "C" {

// Says of a call of |function|, from |caller|, whether it fails, and with what.
typedef bool (*vyre_faulty_strike)(uint32_t function, void* caller, int32_t* result);
void vyre_faulty_set(vyre_faulty_strike strike);

const char* vyre_faulty_name(uint32_t function);
// Objects that were created and not destroyed.
int64_t vyre_faulty_live(void);
}
