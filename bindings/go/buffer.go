package vyre

// #include "all.h"
import "C"

import "unsafe"

// BufferFlags are bits of how a buffer is made.
type BufferFlags uint64

const (
	// What the host writes is kept in host memory, as much again as the buffer. After
	// [Device.Recover] the buffer has it; what programs wrote is lost.
	BufferRestorable BufferFlags = C.VYRE_BUFFER_RESTORABLE
	// A memory object of its own, at offset 0: other interfaces may want that.
	BufferDedicated BufferFlags = C.VYRE_BUFFER_DEDICATED
)

// BufferOptions says how a buffer is made.
type BufferOptions struct {
	Flags   BufferFlags
	Label   string
	Exports HandleTypes // that it can be exported as; implies BufferDedicated
}

func (o *BufferOptions) desc(l *loan) C.vyre_buffer_desc {
	o = given(o)
	return C.vyre_buffer_desc{
		struct_size: C.sizeof_vyre_buffer_desc, flags: C.vyre_buffer_flags(o.Flags),
		label: pinned(o.Label, l), exports: C.vyre_handle_types(o.Exports),
	}
}

// Buffer is bytes on a device. Each call here sees what work submitted earlier wrote, and work
// submitted later sees what it writes.
type Buffer struct{ handle *handle[*C.vyre_buffer] }

// CreateBuffer makes a buffer of size bytes (more than 0), zeroed. It keeps the device alive.
func (d *Device) CreateBuffer(size uint64, options *BufferOptions) (*Buffer, error) {
	p, h := use(d)
	defer h.done(p)
	var l loan
	defer l.end()
	desc := options.desc(&l)
	var out *C.vyre_buffer
	return made[Buffer](C.vyre_buffer_create(p, C.uint64_t(size), &desc, &out), &out)
}

// BufferInfo is what a buffer is.
type BufferInfo struct {
	Label   string
	Size    uint64 // that it was made with, also after Free
	Flags   BufferFlags
	Exports HandleTypes
}

// Info is what the buffer is.
func (b *Buffer) Info() BufferInfo {
	p, h := use(b)
	defer h.done(p)
	i := C.vyre_buffer_get_info(p)
	return BufferInfo{
		Label: text(i.label), Size: uint64(i.size), Flags: BufferFlags(i.flags), Exports: HandleTypes(i.exports),
	}
}

// Device is another owner of the buffer's device; close it like any device.
func (b *Buffer) Device() (*Device, error) {
	p, h := use(b)
	defer h.done(p)
	var out *C.vyre_device
	return made[Device](C.vyre_buffer_get_device(p, &out), &out)
}

// Address is that of the buffer's first byte on its device, for SPIR-V modules that take addresses,
// in push constants or in memory. It stays until the buffer is freed or closed or its device
// recovered. From then on every dispatch of such a module uses the buffer. [ErrUnsupportedFeature]
// without [FeatureBufferAddresses].
func (b *Buffer) Address() (uint64, error) {
	p, h := use(b)
	defer h.done(p)
	var out C.uint64_t
	err := take(C.vyre_buffer_get_address(p, &out))
	return uint64(out), err
}

// Write copies data to offset of the buffer. The bytes are there on return. Blocks. [BytesOf] gives
// the bytes of other slices.
func (b *Buffer) Write(offset uint64, data []byte) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_buffer_write(p, C.uint64_t(offset), memory(data), C.size_t(len(data))))
}

// Read copies from offset of the buffer to data. Blocks.
func (b *Buffer) Read(offset uint64, data []byte) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_buffer_read(p, C.uint64_t(offset), memory(data), C.size_t(len(data))))
}

// Free gives the memory back before the object is closed. Work under way keeps it until it ends. Any
// later use of the buffer, a second Free included, is refused by name.
func (b *Buffer) Free() error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_buffer_free(p))
}

// Close gives the buffer back.
func (b *Buffer) Close() { handleOf(b).close() }

// Number is what buffers are made of on the host's side. Truths of a program have 4 bytes: use
// uint32.
type Number interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

// BytesOf is the memory of data, not a copy: buffer.Read(0, vyre.BytesOf(numbers)).
func BytesOf[T Number](data []T) []byte {
	return unsafe.Slice((*byte)(memory(data)), size(data))
}

// size is the number of bytes of data.
func size[T Number](data []T) uint64 {
	var element T
	return uint64(len(data)) * uint64(unsafe.Sizeof(element))
}
