package vyre

// #include <vyre_driver.h>
import "C"

import "unsafe"

// Buffer is bytes that stay on a device.
type Buffer struct{ handle *handle[*C.vyre_buffer] }

// CreateBuffer makes size bytes (more than 0) on the backend's device, zeroed. The buffer keeps the
// backend alive.
func (b *Backend) CreateBuffer(size uint64) (*Buffer, error) {
	p, h := use(b)
	defer h.done(p)
	var out *C.vyre_buffer
	return made[Buffer](C.vyre_buffer_create(p, C.uint64_t(size), &out), &out)
}

// BufferOptionFlags are bits of how a buffer is made.
type BufferOptionFlags uint64

// BufferRestorable has the library keep what the host writes to the buffer, as many bytes again as
// it has. After [Backend.Recover] the buffer has these bytes; what programs wrote to it is lost.
const BufferRestorable BufferOptionFlags = C.VYRE_BUFFER_OPTION_RESTORABLE

// BufferOptions says how a buffer is made.
type BufferOptions struct {
	Flags BufferOptionFlags
}

func (o *BufferOptions) desc() C.vyre_buffer_options {
	return C.vyre_buffer_options{struct_size: C.sizeof_vyre_buffer_options, flags: C.uint64_t(given(o).Flags)}
}

// CreateBufferWith is [Backend.CreateBuffer] with options, which may be nil.
func (b *Backend) CreateBufferWith(size uint64, options *BufferOptions) (*Buffer, error) {
	p, h := use(b)
	defer h.done(p)
	desc := options.desc()
	var out *C.vyre_buffer
	return made[Buffer](C.vyre_buffer_create_with(p, C.uint64_t(size), &desc, &out), &out)
}

// Size is the size it was made with, also after Free.
func (b *Buffer) Size() uint64 {
	p, h := use(b)
	defer h.done(p)
	return uint64(C.vyre_buffer_size(p))
}

// Write copies data to offset of the buffer, after all work submitted earlier that uses it. Blocks
// until that is done. [Bytes] gives the bytes of other slices.
func (b *Buffer) Write(offset uint64, data []byte) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_buffer_write(p, C.uint64_t(offset), memory(data), C.uint64_t(len(data))))
}

// Read copies from offset of the buffer to data, after all work submitted earlier that uses it.
// Blocks until that is done.
func (b *Buffer) Read(offset uint64, data []byte) error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_buffer_read(p, C.uint64_t(offset), memory(data), C.uint64_t(len(data))))
}

// Free gives the device memory back before the object is closed. What is still running keeps it
// until it ends. Every later use of the buffer, a second Free included, is refused by name.
func (b *Buffer) Free() error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_buffer_free(p))
}

// Close gives the buffer back.
func (b *Buffer) Close() { handleOf(b).close() }

// Number is what buffers are made of on the host's side. Booleans of a program have 4 bytes: use
// uint32.
type Number interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~float32 | ~float64
}

// Bytes is the memory of data, not a copy: buffer.Read(0, vyre.Bytes(numbers)).
func Bytes[T Number](data []T) []byte {
	return unsafe.Slice((*byte)(memory(data)), size(data))
}

// size is the number of bytes of data.
func size[T Number](data []T) uint64 {
	var element T
	return uint64(len(data)) * uint64(unsafe.Sizeof(element))
}
