package vyre

// #include "all.h"
import "C"

import "unsafe"

// VulkanAccess is stages and accesses of work, as VkPipelineStageFlags2 and VkAccessFlags2.
type VulkanAccess struct{ Stages, Accesses uint64 }

func (a VulkanAccess) toC() C.vyre_vulkan_access {
	return C.vyre_vulkan_access{stages: C.uint64_t(a.Stages), accesses: C.uint64_t(a.Accesses)}
}

// RecordingOptions says how recorded work meets what the host records around it.
type RecordingOptions struct {
	Label string
	// What of the host's earlier work has to be over and visible before; nil: all. No stages: the
	// host has recorded its own barrier.
	Before *VulkanAccess
	// What comes behind and sees what was written; nil: all. No stages: the host's own barrier
	// follows, or only the host looks, after its fence.
	After *VulkanAccess
}

func (o *RecordingOptions) desc(l *loan) C.vyre_recording_desc {
	o = given(o)
	desc := C.vyre_recording_desc{struct_size: C.sizeof_vyre_recording_desc, label: pinned(o.Label, l)}
	if o.Before != nil {
		desc.flags |= C.VYRE_RECORDING_BEFORE_GIVEN
		desc.before = o.Before.toC()
	}
	if o.After != nil {
		desc.flags |= C.VYRE_RECORDING_AFTER_GIVEN
		desc.after = o.After.toC()
	}
	return desc
}

// Recording is work in a command buffer of the host, with all that it uses. What was not retired
// stays as long as the device.
type Recording struct{ handle *handle[*C.vyre_recording] }

// CreateRecording begins to record into commandBuffer: a VkCommandBuffer of the device's queue
// family, in the recording state, outside of a render pass. The device was imported.
func (d *Device) CreateRecording(commandBuffer unsafe.Pointer, options *RecordingOptions) (*Recording, error) {
	p, h := use(d)
	defer h.done(p)
	var l loan
	defer l.end()
	desc := options.desc(&l)
	var out *C.vyre_recording
	return made[Recording](C.vyre_recording_create(p, commandBuffer, &desc, &out), &out)
}

// AddDispatch records a dispatch on buffers and zeroes. After an error nothing of it is recorded.
func (r *Recording) AddDispatch(pipeline *Pipeline, bindings []Binding, options *DispatchOptions) error {
	c, h := use(r)
	defer h.done(c)
	p, ph := use(pipeline)
	defer ph.done(p)
	bound := bind(bindings)
	defer bound.end()
	desc := options.desc(&bound.loan)
	if bound.err != nil {
		return bound.err
	}
	return take(C.vyre_recording_add_dispatch(c, p, bound.first(), bound.count(), &desc))
}

// AddCopy records a copy of size bytes between buffers, or ranges of one that do not overlap.
func (r *Recording) AddCopy(from *Buffer, fromOffset uint64, to *Buffer, toOffset, size uint64) error {
	c, h := use(r)
	defer h.done(c)
	f, fh := use(from)
	defer fh.done(f)
	t, th := use(to)
	defer th.done(t)
	return take(C.vyre_recording_add_copy(c, f, C.uint64_t(fromOffset), t, C.uint64_t(toOffset), C.uint64_t(size)))
}

// AddFill records that size bytes from offset of the buffer are filled with word. Both are multiples
// of 4.
func (r *Recording) AddFill(buffer *Buffer, offset, size uint64, word uint32) error {
	c, h := use(r)
	defer h.done(c)
	b, bh := use(buffer)
	defer bh.done(b)
	return take(C.vyre_recording_add_fill(c, b, C.uint64_t(offset), C.uint64_t(size), C.uint32_t(word)))
}

// AddWrite records that data, copied now, goes to offset of the buffer.
func (r *Recording) AddWrite(buffer *Buffer, offset uint64, data []byte) error {
	c, h := use(r)
	defer h.done(c)
	b, bh := use(buffer)
	defer bh.done(b)
	return take(C.vyre_recording_add_write(c, b, C.uint64_t(offset), memory(data), C.size_t(len(data))))
}

// AddRead records that size bytes from offset of the buffer are kept, and gives the number for
// [Recording.GetBytes].
func (r *Recording) AddRead(buffer *Buffer, offset, size uint64) (uint32, error) {
	c, h := use(r)
	defer h.done(c)
	b, bh := use(buffer)
	defer bh.done(b)
	var read C.uint32_t
	err := take(C.vyre_recording_add_read(c, b, C.uint64_t(offset), C.uint64_t(size), &read))
	return uint32(read), err
}

// End ends the recording, not the command buffer, and gives stages and accesses of what was recorded.
func (r *Recording) End() (VulkanAccess, error) {
	c, h := use(r)
	defer h.done(c)
	var work C.vyre_vulkan_access
	err := take(C.vyre_recording_end(c, &work))
	return VulkanAccess{Stages: uint64(work.stages), Accesses: uint64(work.accesses)}, err
}

// Retire says that the device is done with the command buffer, or will never get it. It fails when a
// program has trapped; the recording is retired all the same.
func (r *Recording) Retire() error {
	c, h := use(r)
	defer h.done(c)
	return take(C.vyre_recording_retire(c))
}

// GetBytes copies from offset of what read kept to data, as the last run of the command buffer left
// it. The recording was retired.
func (r *Recording) GetBytes(read uint32, offset uint64, data []byte) error {
	c, h := use(r)
	defer h.done(c)
	return take(C.vyre_recording_get_bytes(c, C.uint32_t(read), C.uint64_t(offset), memory(data), C.size_t(len(data))))
}

// Close gives the recording back.
func (r *Recording) Close() { handleOf(r).close() }
