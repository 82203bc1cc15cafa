package vyre

// #include <stdlib.h>
// #include "callback_vulkan.h"
import "C"

import "unsafe"

// VulkanDeviceDesc is a Vulkan device that the host made. Everything is Vulkan's own, in C memory,
// and stays as it is until Released is called.
type VulkanDeviceDesc struct {
	Instance            unsafe.Pointer // VkInstance
	PhysicalDevice      unsafe.Pointer // VkPhysicalDevice, of Instance
	Device              unsafe.Pointer // VkDevice, of PhysicalDevice
	GetInstanceProcAddr unsafe.Pointer // PFN_vkGetInstanceProcAddr
	APIVersion          uint32         // that instance and device were made for; at least 1.2

	// What the device was made with. Features: a chain as for [ReadVulkanFeatures], or Features when
	// it is not nil, not both; with neither only those required are used.
	EnabledFeatures     unsafe.Pointer
	Features            *VulkanFeatures
	EnabledExtensions   []string
	AllocationCallbacks unsafe.Pointer // VkAllocationCallbacks for all that is created; nil: none

	Queue       unsafe.Pointer // VkQueue; nil: that of QueueFamily, QueueIndex and QueueFlags
	QueueFamily uint32
	QueueIndex  uint32
	QueueFlags  uint32
	// Around every submission, on whichever thread makes it; both or none.
	Lock, Unlock func()
	// The library uses the device no more. May be nil.
	Released func()

	RecordOnly bool // nothing is ever submitted; work is recorded
	DebugUtils bool // the instance has VK_EXT_debug_utils
}

// desc is the C form without extensions and user data.
func (d *VulkanDeviceDesc) desc() C.vyre_vulkan_device_desc {
	desc := C.vyre_vulkan_device_desc{struct_size: C.sizeof_vyre_vulkan_device_desc}
	d = given(d)
	desc.instance, desc.physical_device, desc.device = d.Instance, d.PhysicalDevice, d.Device
	desc.get_instance_proc_addr = C.vyre_vulkan_function(d.GetInstanceProcAddr)
	desc.api_version = C.uint32_t(d.APIVersion)
	desc.enabled_features = d.EnabledFeatures
	desc.allocation_callbacks = d.AllocationCallbacks
	desc.queue = d.Queue
	desc.queue_family = C.uint32_t(d.QueueFamily)
	desc.queue_index = C.uint32_t(d.QueueIndex)
	desc.queue_flags = C.uint32_t(d.QueueFlags)
	desc.flags = flag(d.RecordOnly, C.VYRE_VULKAN_RECORD_ONLY) | flag(d.DebugUtils, C.VYRE_VULKAN_DEBUG_UTILS)
	if d.Features != nil {
		desc.flags |= C.VYRE_VULKAN_FEATURES_GIVEN
		desc.features = C.vyre_vulkan_features(*d.Features)
	}
	if d.Lock != nil {
		desc.lock = C.vyre_vulkan_lock_fn(C.vyreGoLock)
	}
	if d.Unlock != nil {
		desc.unlock = C.vyre_vulkan_lock_fn(C.vyreGoUnlock)
	}
	return desc
}

// lendExtensions puts strings of C memory into desc until the result is called.
func lendExtensions(desc *C.vyre_vulkan_device_desc, extensions []string) (free func()) {
	if len(extensions) == 0 {
		return func() {}
	}
	first := (**C.char)(C.malloc(C.size_t(len(extensions)) * C.size_t(unsafe.Sizeof(uintptr(0)))))
	list := unsafe.Slice(first, len(extensions))
	for i, extension := range extensions {
		list[i] = C.CString(extension)
	}
	desc.enabled_extensions, desc.enabled_extension_count = first, C.size_t(len(extensions))
	return func() {
		for _, extension := range list {
			C.free(unsafe.Pointer(extension))
		}
		C.free(unsafe.Pointer(first))
	}
}

// ImportVulkanDevice makes a device on the host's VkDevice. Its id is "vulkan:<uuid>:host".
func ImportVulkanDevice(device *VulkanDeviceDesc) (*Device, error) {
	return importVulkanDevice(nil, device)
}

// ImportVulkanDevice is [ImportVulkanDevice] in this context.
func (c *Context) ImportVulkanDevice(device *VulkanDeviceDesc) (*Device, error) {
	p, h, err := need(c, "context")
	if err != nil {
		return nil, err
	}
	defer h.done(p)
	return importVulkanDevice(p, device)
}

func importVulkanDevice(context *C.vyre_context, device *VulkanDeviceDesc) (*Device, error) {
	var out *C.vyre_device
	if device == nil {
		return made[Device](C.vyre_device_import_vulkan(context, nil, &out), &out)
	}
	desc := device.desc()
	defer lendExtensions(&desc, device.EnabledExtensions)()
	copied := *device
	desc.user, desc.destroy = newUser(&copied), C.vyre_destroy_fn(C.vyreGoVulkanReleased)
	d, err := made[Device](C.vyre_device_import_vulkan(context, &desc, &out), &out)
	if err != nil {
		freeUser(desc.user)
	}
	return d, err
}

// VulkanDevice is the Vulkan objects behind a device. They live as long as the device.
type VulkanDevice struct {
	Instance       unsafe.Pointer // VkInstance
	PhysicalDevice unsafe.Pointer // VkPhysicalDevice
	Device         unsafe.Pointer // VkDevice
	Queue          unsafe.Pointer // VkQueue; nil on a device that is not the host's, or without one
	Timeline       uint64         // VkSemaphore: each submission gives it the next number
	Submitted      uint64         // number of the newest submission
	QueueFamily    uint32
	Imported       bool // a device of the host
	RecordOnly     bool
	DebugUtils     bool
}

// Vulkan is the Vulkan objects that the device works on, the host's or its own.
func (d *Device) Vulkan() (VulkanDevice, error) {
	p, h := use(d)
	defer h.done(p)
	v := blank[C.vyre_vulkan_device]()
	err := take(C.vyre_device_get_vulkan(p, &v))
	return VulkanDevice{
		Instance:       v.instance,
		PhysicalDevice: v.physical_device,
		Device:         v.device,
		Queue:          v.queue,
		Timeline:       uint64(v.timeline),
		Submitted:      uint64(v.submitted),
		QueueFamily:    uint32(v.queue_family),
		Imported:       v.imported != 0,
		RecordOnly:     v.flags&C.VYRE_VULKAN_RECORD_ONLY != 0,
		DebugUtils:     v.flags&C.VYRE_VULKAN_DEBUG_UTILS != 0,
	}, err
}

// VulkanBuffer is where the bytes of a buffer are.
type VulkanBuffer struct {
	Buffer       uint64 // VkBuffer
	Offset       uint64
	Size         uint64
	Memory       uint64 // VkDeviceMemory; 0 when the buffer was imported
	MemoryOffset uint64 // of the bytes in Memory
	Usage        uint32 // VkBufferUsageFlags
}

// Vulkan tells where the bytes of a buffer of a Vulkan device are. It is right until the buffer is
// freed or closed, or a file is loaded into it.
func (b *Buffer) Vulkan() (VulkanBuffer, error) {
	p, h := use(b)
	defer h.done(p)
	v := blank[C.vyre_vulkan_buffer]()
	err := take(C.vyre_buffer_get_vulkan(p, &v))
	return VulkanBuffer{
		Buffer:       uint64(v.buffer),
		Offset:       uint64(v.offset),
		Size:         uint64(v.size),
		Memory:       uint64(v.memory),
		MemoryOffset: uint64(v.memory_offset),
		Usage:        uint32(v.usage),
	}, err
}

// VulkanBufferDesc is a range of a host's buffer, which stays as it is until Released is called.
type VulkanBufferDesc struct {
	Label    string
	Buffer   uint64 // VkBuffer, bound to memory
	Offset   uint64
	Size     uint64 // a multiple of 4, more than 0
	Usage    uint32 // VkBufferUsageFlags that it was made with
	Released func() // the library uses the buffer no more. May be nil
}

func (b *VulkanBufferDesc) desc(l *loan) C.vyre_vulkan_buffer_desc {
	b = given(b)
	return C.vyre_vulkan_buffer_desc{
		struct_size: C.sizeof_vyre_vulkan_buffer_desc, label: pinned(b.Label, l),
		buffer: C.uint64_t(b.Buffer), offset: C.uint64_t(b.Offset),
		size: C.uint64_t(b.Size), usage: C.uint32_t(b.Usage),
	}
}

// ImportVulkanBuffer makes a buffer of the host's bytes, which stay as they are.
func (d *Device) ImportVulkanBuffer(buffer *VulkanBufferDesc) (*Buffer, error) {
	p, h := use(d)
	defer h.done(p)
	var l loan
	defer l.end()
	desc := buffer.desc(&l)
	if buffer != nil {
		desc.user, desc.destroy = releasing(buffer.Released)
	}
	var out *C.vyre_buffer
	imported, err := made[Buffer](C.vyre_buffer_import_vulkan(p, &desc, &out), &out)
	if err != nil {
		freeUser(desc.user)
	}
	return imported, err
}

// VulkanSemaphoreDesc is a semaphore of the host, which stays until Released is called.
type VulkanSemaphoreDesc struct {
	Label     string
	Semaphore uint64 // VkSemaphore of the timeline type
	Released  func() // the library uses the semaphore no more. May be nil
}

func (s *VulkanSemaphoreDesc) desc(l *loan) C.vyre_vulkan_semaphore_desc {
	s = given(s)
	return C.vyre_vulkan_semaphore_desc{
		struct_size: C.sizeof_vyre_vulkan_semaphore_desc, label: pinned(s.Label, l),
		semaphore: C.uint64_t(s.Semaphore),
	}
}

// ImportVulkanSemaphore makes a semaphore of the host's, for WaitPoints, SignalPoints and
// [Device.OrderAfter] of this device. Only timelines go; Vulkan cannot tell, so a binary semaphore is
// not noticed.
func (d *Device) ImportVulkanSemaphore(semaphore *VulkanSemaphoreDesc) (*Semaphore, error) {
	p, h := use(d)
	defer h.done(p)
	var l loan
	defer l.end()
	desc := semaphore.desc(&l)
	if semaphore != nil {
		desc.user, desc.destroy = releasing(semaphore.Released)
	}
	var out *C.vyre_semaphore
	imported, err := made[Semaphore](C.vyre_semaphore_import_vulkan(p, &desc, &out), &out)
	if err != nil {
		freeUser(desc.user)
	}
	return imported, err
}

// Vulkan is the VkSemaphore of a semaphore, which lives as long.
func (s *Semaphore) Vulkan() (semaphore uint64, err error) {
	p, h := use(s)
	defer h.done(p)
	var out C.uint64_t
	err = take(C.vyre_semaphore_get_vulkan(p, &out))
	return uint64(out), err
}

// releasing is user data whose end calls released, and nothing for nil.
func releasing(released func()) (unsafe.Pointer, C.vyre_destroy_fn) {
	if released == nil {
		return nil, nil
	}
	return newUser(&VulkanDeviceDesc{Released: released}), C.vyre_destroy_fn(C.vyreGoVulkanReleased)
}

//export vyreGoLock
func vyreGoLock(user unsafe.Pointer) {
	defer stopPanic()
	userOf[*VulkanDeviceDesc](user).Lock()
}

//export vyreGoUnlock
func vyreGoUnlock(user unsafe.Pointer) {
	defer stopPanic()
	userOf[*VulkanDeviceDesc](user).Unlock()
}

//export vyreGoVulkanReleased
func vyreGoVulkanReleased(user unsafe.Pointer) {
	defer stopPanic()
	released := userOf[*VulkanDeviceDesc](user).Released
	freeUser(user)
	if released != nil {
		released()
	}
}
