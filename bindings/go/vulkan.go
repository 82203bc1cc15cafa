package vyre

// #include <stdlib.h>
// #include "callback_vulkan.h"
import "C"

import "unsafe"

// VulkanFeatures are features of a Vulkan device that the library requires or can use.
type VulkanFeatures uint64

const (
	// scripts/generate writes: features
	VulkanTimelineSemaphore      VulkanFeatures = C.VYRE_VULKAN_FEATURE_TIMELINE_SEMAPHORE
	VulkanMemoryModel            VulkanFeatures = C.VYRE_VULKAN_FEATURE_MEMORY_MODEL
	VulkanMemoryModelDeviceScope VulkanFeatures = C.VYRE_VULKAN_FEATURE_MEMORY_MODEL_DEVICE_SCOPE
	VulkanShaderFloat64          VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_FLOAT64
	VulkanShaderInt64            VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_INT64
	VulkanShaderInt16            VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_INT16
	VulkanShaderInt8             VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_INT8
	VulkanShaderFloat16          VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_FLOAT16
	VulkanStorageBuffer8Bit      VulkanFeatures = C.VYRE_VULKAN_FEATURE_STORAGE_BUFFER_8BIT
	VulkanStorageBuffer16Bit     VulkanFeatures = C.VYRE_VULKAN_FEATURE_STORAGE_BUFFER_16BIT
	// scripts/generate ends
)

// VulkanFeature is one feature that a device has to have enabled, or may have.
type VulkanFeature struct {
	Name          string // "vulkanMemoryModel"
	Structure     string // that has it: "VkPhysicalDeviceVulkanMemoryModelFeatures"
	CoreStructure string // of a core version: "VkPhysicalDeviceVulkan12Features"; or empty
	Bit           VulkanFeatures
	Required      bool // programs that need the others are refused without them
}

// VulkanRequirements is what the library wants of an instance and a device.
type VulkanRequirements struct {
	RequiredInstanceExtensions []string
	OptionalInstanceExtensions []string
	RequiredDeviceExtensions   []string
	OptionalDeviceExtensions   []string
	Features                   []VulkanFeature
	RequiredFeatures           VulkanFeatures
	OptionalFeatures           VulkanFeatures
	LeastAPIVersion            uint32
	RequiredQueueFlags         uint32
	BufferUsage                uint32 // that ImportVulkanBuffer needs
}

// GetVulkanRequirements tells what a host that makes its instance and device for apiVersion has to
// enable, and what it may.
func GetVulkanRequirements(apiVersion uint32) (*VulkanRequirements, error) {
	r := blank[C.vyre_vulkan_requirements]()
	if err := take(C.vyre_vulkan_get_requirements(C.uint32_t(apiVersion), &r)); err != nil {
		return nil, err
	}
	needs := &VulkanRequirements{
		RequiredInstanceExtensions: names(r.required_instance_extensions, r.required_instance_extension_count),
		OptionalInstanceExtensions: names(r.optional_instance_extensions, r.optional_instance_extension_count),
		RequiredDeviceExtensions:   names(r.required_device_extensions, r.required_device_extension_count),
		OptionalDeviceExtensions:   names(r.optional_device_extensions, r.optional_device_extension_count),
		RequiredFeatures:           VulkanFeatures(r.required_features),
		OptionalFeatures:           VulkanFeatures(r.optional_features),
		LeastAPIVersion:            uint32(r.least_api_version),
		RequiredQueueFlags:         uint32(r.required_queue_flags),
		BufferUsage:                uint32(r.buffer_usage),
	}
	for _, f := range unsafe.Slice(r.features, r.feature_count) {
		needs.Features = append(needs.Features, VulkanFeature{
			Name:          text(f.name),
			Structure:     text(f.structure),
			CoreStructure: text(f.core_structure),
			Bit:           VulkanFeatures(f.bit),
			Required:      f.required != 0,
		})
	}
	return needs, nil
}

func names(first **C.char, count C.uint32_t) []string {
	if count == 0 {
		return nil
	}
	all := unsafe.Slice(first, count)
	return list(C.size_t(count), func(i C.size_t) string { return C.GoString(all[i]) })
}

// ReadVulkanFeatures tells which of our features are on in chain, a VkPhysicalDeviceFeatures2 in C
// memory with what hangs on it.
func ReadVulkanFeatures(chain unsafe.Pointer) (VulkanFeatures, error) {
	var on C.uint64_t
	err := take(C.vyre_vulkan_read_features(chain, &on))
	return VulkanFeatures(on), err
}

// EnableVulkanFeatures switches features on wherever chain, a VkPhysicalDeviceFeatures2 in C memory,
// has them, and gives those for which it has no structure.
func EnableVulkanFeatures(chain unsafe.Pointer, features VulkanFeatures) (missing VulkanFeatures, err error) {
	var none C.uint64_t
	err = take(C.vyre_vulkan_enable_features(chain, C.uint64_t(features), &none))
	return VulkanFeatures(none), err
}

// VulkanDevice is a Vulkan device that the host made. Everything is Vulkan's own, in C memory, and
// stays as it is until Released is called.
type VulkanDevice struct {
	Instance            unsafe.Pointer // VkInstance
	PhysicalDevice      unsafe.Pointer // VkPhysicalDevice
	Device              unsafe.Pointer // VkDevice
	GetInstanceProcAddr unsafe.Pointer // PFN_vkGetInstanceProcAddr
	APIVersion          uint32         // that instance and device were made for; at least 1.2

	// What the device was made with. Features: a VkPhysicalDeviceFeatures2, or Features when it is
	// not nil, or neither: unknown, then only those required are used.
	EnabledFeatures     unsafe.Pointer
	Features            *VulkanFeatures
	EnabledExtensions   []string
	AllocationCallbacks unsafe.Pointer // VkAllocationCallbacks

	Queue       unsafe.Pointer // VkQueue; nil: that of QueueFamily, QueueIndex and QueueFlags
	QueueFamily uint32
	QueueIndex  uint32
	QueueFlags  uint32
	// Around every submission, on whichever goroutine makes it; both or none.
	Lock, Unlock func()
	// The library uses the device no more. May be nil.
	Released func()

	RecordOnly bool // nothing is ever submitted; work is recorded
	DebugUtils bool // the instance has VK_EXT_debug_utils
}

// desc is the C form without extensions and user data.
func (d *VulkanDevice) desc() C.vyre_vulkan_device_desc {
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
	if d.Features != nil {
		desc.set, desc.features = C.VYRE_VULKAN_SET_FEATURES, C.uint64_t(*d.Features)
	}
	desc.flags = flag(d.RecordOnly, C.VYRE_VULKAN_RECORD_ONLY) | flag(d.DebugUtils, C.VYRE_VULKAN_DEBUG_UTILS)
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

// ImportVulkan makes a backend on the host's device.
func (c *Context) ImportVulkan(device *VulkanDevice) (*Backend, error) {
	p, h := use(c)
	defer h.done(p)
	desc := device.desc()
	if device != nil {
		defer lendExtensions(&desc, device.EnabledExtensions)()
		copied := *device
		desc.user, desc.destroy = newUser(&copied), C.vyre_destroy_fn(C.vyreGoVulkanReleased)
	}
	var out *C.vyre_backend
	b, err := made[Backend](C.vyre_backend_import_vulkan(p, &desc, &out), &out)
	if err != nil {
		freeUser(desc.user)
	}
	return b, err
}

// VulkanHandles are the Vulkan objects behind a backend. They live as long as the backend.
type VulkanHandles struct {
	Instance       unsafe.Pointer // VkInstance
	PhysicalDevice unsafe.Pointer // VkPhysicalDevice
	Device         unsafe.Pointer // VkDevice
	Queue          unsafe.Pointer // VkQueue; nil on a device that is not the host's, or without one
	Timeline       uint64         // VkSemaphore: each submission gives it a number
	Submitted      uint64         // number of the newest submission
	QueueFamily    uint32
	Imported       bool
	RecordOnly     bool
}

// Vulkan is what a Vulkan backend works on.
func (b *Backend) Vulkan() (VulkanHandles, error) {
	p, h := use(b)
	defer h.done(p)
	v := blank[C.vyre_vulkan_handles]()
	err := take(C.vyre_backend_get_vulkan(p, &v))
	return VulkanHandles{
		Instance:       v.instance,
		PhysicalDevice: v.physical_device,
		Device:         v.device,
		Queue:          v.queue,
		Timeline:       uint64(v.timeline),
		Submitted:      uint64(v.submitted),
		QueueFamily:    uint32(v.queue_family),
		Imported:       v.flags&C.VYRE_VULKAN_HANDLES_IMPORTED != 0,
		RecordOnly:     v.flags&C.VYRE_VULKAN_HANDLES_RECORD_ONLY != 0,
	}, err
}

// WaitVulkan lets what is submitted from now on begin when semaphore, a VkSemaphore of the timeline
// type, has value. It must live until work submitted later is over.
func (b *Backend) WaitVulkan(semaphore, value uint64) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_backend_wait_vulkan(p, C.uint64_t(semaphore), C.uint64_t(value)))
}

// Vulkan is the timeline semaphore, and the number that it has when the dispatch is over.
func (p *Pending) Vulkan() (semaphore, value uint64, err error) {
	c, h := use(p)
	defer h.done(c)
	point := blank[C.vyre_vulkan_point]()
	err = take(C.vyre_pending_get_vulkan(c, &point))
	return uint64(point.semaphore), uint64(point.value), err
}

// VulkanBuffer is where a buffer's bytes are.
type VulkanBuffer struct {
	Buffer       uint64 // VkBuffer
	Offset       uint64
	Size         uint64
	Memory       uint64 // VkDeviceMemory; 0 when the buffer was imported
	MemoryOffset uint64
	Usage        uint32 // VkBufferUsageFlags
}

// Vulkan tells the Vulkan objects behind a buffer of a Vulkan backend. They are right until the
// buffer is freed, closed, or a file is read into it.
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
	Buffer   uint64 // VkBuffer, bound to memory
	Offset   uint64
	Size     uint64 // multiple of 4
	Usage    uint32 // VkBufferUsageFlags that it was made with
	Released func() // the library uses the buffer no more. May be nil
}

func (d *VulkanBufferDesc) desc() C.vyre_vulkan_buffer_desc {
	d = given(d)
	return C.vyre_vulkan_buffer_desc{
		struct_size: C.sizeof_vyre_vulkan_buffer_desc,
		buffer:      C.uint64_t(d.Buffer), offset: C.uint64_t(d.Offset),
		size: C.uint64_t(d.Size), usage: C.uint32_t(d.Usage),
	}
}

// ImportVulkanBuffer makes a buffer of the host's bytes, which stay as they are.
func (b *Backend) ImportVulkanBuffer(buffer *VulkanBufferDesc) (*Buffer, error) {
	p, h := use(b)
	defer h.done(p)
	desc := buffer.desc()
	if buffer != nil && buffer.Released != nil {
		desc.user = newUser(&VulkanDevice{Released: buffer.Released})
		desc.destroy = C.vyre_destroy_fn(C.vyreGoVulkanReleased)
	}
	var out *C.vyre_buffer
	imported, err := made[Buffer](C.vyre_buffer_import_vulkan(p, &desc, &out), &out)
	if err != nil {
		freeUser(desc.user)
	}
	return imported, err
}

//export vyreGoLock
func vyreGoLock(user unsafe.Pointer) {
	defer stopPanic()
	userOf[*VulkanDevice](user).Lock()
}

//export vyreGoUnlock
func vyreGoUnlock(user unsafe.Pointer) {
	defer stopPanic()
	userOf[*VulkanDevice](user).Unlock()
}

//export vyreGoVulkanReleased
func vyreGoVulkanReleased(user unsafe.Pointer) {
	defer stopPanic()
	released := userOf[*VulkanDevice](user).Released
	freeUser(user)
	if released != nil {
		released()
	}
}
