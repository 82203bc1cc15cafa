package vyre

// #include <vyre_driver_vulkan.h>
import "C"

import "unsafe"

// VulkanAccess is stages and accesses of work, as VkPipelineStageFlags and VkAccessFlags.
type VulkanAccess struct{ Stages, Accesses uint32 }

func (a VulkanAccess) toC() C.vyre_vulkan_access {
	return C.vyre_vulkan_access{stages: C.uint32_t(a.Stages), accesses: C.uint32_t(a.Accesses)}
}

// RecordingOptions says how recorded work meets what the host records around it.
type RecordingOptions struct {
	// What of the host's earlier work has to be over and visible before; nil: all. No stages: the
	// host has recorded its own barrier.
	Before *VulkanAccess
	// What comes behind and sees what was written; nil: all. No stages: the host alone.
	After *VulkanAccess
}

func (o *RecordingOptions) desc() C.vyre_recording_desc {
	desc := C.vyre_recording_desc{struct_size: C.sizeof_vyre_recording_desc}
	o = given(o)
	if o.Before != nil {
		desc.set |= C.VYRE_RECORDING_SET_BEFORE
		desc.before = o.Before.toC()
	}
	if o.After != nil {
		desc.set |= C.VYRE_RECORDING_SET_AFTER
		desc.after = o.After.toC()
	}
	return desc
}

// Recording is work in a command buffer of the host, with all that it uses. What was not retired
// stays as long as the backend.
type Recording struct{ handle *handle[*C.vyre_recording] }

// CreateRecording begins to record into commandBuffer, a VkCommandBuffer of the backend's device and
// queue family in the recording state, outside of a render pass.
func (b *Backend) CreateRecording(commandBuffer unsafe.Pointer, options *RecordingOptions) (*Recording, error) {
	p, h := use(b)
	defer h.done(p)
	desc := options.desc()
	var out *C.vyre_recording
	return made[Recording](C.vyre_recording_create(p, commandBuffer, &desc, &out), &out)
}

// Dispatch records a dispatch on buffers and zeroes.
func (r *Recording) Dispatch(pipeline *Pipeline, bindings []Binding, options *DispatchOptions) error {
	c, h := use(r)
	defer h.done(c)
	p, ph := use(pipeline)
	defer ph.done(p)
	bound := bind(bindings)
	defer bound.release()
	desc := options.desc(&bound.pinner)
	return take(C.vyre_record_dispatch(c, p, bound.first(), bound.count(), &desc))
}

// Write records that data, copied now, goes to offset of the buffer.
func (r *Recording) Write(buffer *Buffer, offset uint64, data []byte) error {
	c, h := use(r)
	defer h.done(c)
	b, bh := use(buffer)
	defer bh.done(b)
	return take(C.vyre_record_write(c, b, C.uint64_t(offset), memory(data), C.uint64_t(len(data))))
}

// Read records that size bytes from offset of the buffer are kept, and gives the number for GetRead.
func (r *Recording) Read(buffer *Buffer, offset, size uint64) (uint32, error) {
	c, h := use(r)
	defer h.done(c)
	b, bh := use(buffer)
	defer bh.done(b)
	var read C.uint32_t
	err := take(C.vyre_record_read(c, b, C.uint64_t(offset), C.uint64_t(size), &read))
	return uint32(read), err
}

// End ends the recording, not the command buffer, and gives stages and accesses of what it does.
func (r *Recording) End() (VulkanAccess, error) {
	c, h := use(r)
	defer h.done(c)
	var work C.vyre_vulkan_access
	err := take(C.vyre_recording_end(c, &work))
	return VulkanAccess{Stages: uint32(work.stages), Accesses: uint32(work.accesses)}, err
}

// Retire says that the device is done with the command buffer, or will never get it. It fails when a
// program has trapped; the recording is retired all the same.
func (r *Recording) Retire() error {
	c, h := use(r)
	defer h.done(c)
	return take(C.vyre_recording_retire(c))
}

// GetRead copies what read kept, all of it.
func (r *Recording) GetRead(read uint32, data []byte) error {
	c, h := use(r)
	defer h.done(c)
	return take(C.vyre_recording_get_read(c, C.uint32_t(read), memory(data), C.uint64_t(len(data))))
}

// Close gives the recording back.
func (r *Recording) Close() { handleOf(r).close() }
