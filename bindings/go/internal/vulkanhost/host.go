// Package vulkanhost is a host with a Vulkan device of its own, for tests. Nothing else uses it; it
// needs the Vulkan headers.
package vulkanhost

/*
#cgo pkg-config: vyre_driver
#cgo LDFLAGS: -ldl
#include <stdlib.h>
#include "host.h"
*/
import "C"

import (
	"errors"
	"unsafe"
)

// APIVersion is Vulkan 1.2.
const APIVersion = 1<<22 | 2<<12

// Host has a device of features that the library named, and one queue of family 0.
type Host struct{ c *C.vulkan_host }

// New makes the machine's first device.
func New(features uint64) (*Host, error) {
	h := &Host{(*C.vulkan_host)(C.calloc(1, C.sizeof_vulkan_host))}
	if C.vulkan_host_create(h.c, C.uint64_t(features)) == 0 {
		return nil, errors.New("no Vulkan device of its own")
	}
	return h, nil
}

func (h *Host) GetInstanceProcAddr() unsafe.Pointer { return h.c.get_address }
func (h *Host) Instance() unsafe.Pointer            { return h.c.instance }
func (h *Host) PhysicalDevice() unsafe.Pointer      { return h.c.physical }
func (h *Host) Device() unsafe.Pointer              { return h.c.device }
func (h *Host) Queue() unsafe.Pointer               { return h.c.queue }

// Timeline is a semaphore with a value, which is 0 at first.
func (h *Host) Timeline() uint64 { return uint64(h.c.timeline) }

// Signal sets the value of Timeline.
func (h *Host) Signal(value uint64) bool {
	return C.vulkan_host_signal(h.c, C.uint64_t(value)) != 0
}

// Begin gives a command buffer in the recording state.
func (h *Host) Begin() unsafe.Pointer { return C.vulkan_host_begin(h.c) }

// Submit ends and submits a command buffer and waits for its end.
func (h *Host) Submit(commands unsafe.Pointer) bool {
	return C.vulkan_host_submit(h.c, commands) != 0
}

// Close destroys the device and the instance.
func (h *Host) Close() {
	C.vulkan_host_destroy(h.c)
	C.free(unsafe.Pointer(h.c))
}

// Chain is an empty VkPhysicalDeviceFeatures2.
func Chain() unsafe.Pointer { return C.vulkan_host_chain() }
