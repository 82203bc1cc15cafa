package vyre

// #include <vyre_driver.h>
import "C"

import (
	"runtime"
	"unsafe"
)

// WholeSize is everything from the offset to the end of a buffer.
const WholeSize uint64 = C.VYRE_WHOLE_SIZE

// Binding is what one buffer of a program gets in one dispatch. It is made with Input, Output,
// InOut, Zeros, BindBuffer and BindBufferRange, and borrows their slice.
//
//	role             may be bound as                        unbound
//	Input, Uniform   Input, Zeros, BindBuffer               error
//	InputOutput      Input, InOut, Output, Zeros, BindBuffer error
//	Output           Output, Zeros, BindBuffer              zeroed, not read back
//	Persistent       all                                    zeroed, not read back
//	Shared           nothing                                always
//
// Sizes: a buffer with a declared count takes exactly its packed size (an output may have more
// room, and needs only the returned range when one is declared). A buffer without one takes its
// element count from the size, which must be a multiple of the element size; such an output cannot
// stay unbound.
//
// Buffers that stay on the device are never cleared by a dispatch: a program finds what the last
// writer left. Two bindings of one buffer may not overlap when either is written.
type Binding struct {
	name   string
	input  unsafe.Pointer
	output unsafe.Pointer
	buffer *Buffer
	offset uint64
	size   uint64
	slot   uint32
	kind   uint16
}

// Input starts the buffer at slot with data.
func Input[T Number](slot uint32, data []T) Binding {
	return Binding{slot: slot, kind: C.VYRE_BIND_INPUT, input: memory(data), size: size(data)}
}

// Output starts the buffer at slot zeroed and writes it to data.
func Output[T Number](slot uint32, data []T) Binding {
	return Binding{slot: slot, kind: C.VYRE_BIND_OUTPUT, output: memory(data), size: size(data)}
}

// InOut starts the buffer at slot with data and writes it back there.
func InOut[T Number](slot uint32, data []T) Binding {
	at := memory(data)
	return Binding{slot: slot, kind: C.VYRE_BIND_INOUT, input: at, output: at, size: size(data)}
}

// Zeros starts the buffer at slot as size zeroed bytes; it is not read back.
func Zeros(slot uint32, size uint64) Binding {
	return Binding{slot: slot, kind: C.VYRE_BIND_ZEROS, size: size}
}

// BindBuffer lets the buffer at slot be the whole of buffer.
func BindBuffer(slot uint32, buffer *Buffer) Binding {
	return BindBufferRange(slot, buffer, 0, WholeSize)
}

// BindBufferRange lets the buffer at slot be size bytes from offset of buffer. The size may be
// WholeSize.
func BindBufferRange(slot uint32, buffer *Buffer, offset, size uint64) Binding {
	return Binding{slot: slot, kind: C.VYRE_BIND_BUFFER, buffer: buffer, offset: offset, size: size}
}

// Named is the binding for the buffer called name instead of its slot:
// vyre.Input(0, data).Named("text").
func (b Binding) Named(name string) Binding {
	b.name, b.slot = name, 0
	return b
}

// bound is bindings in their C form, borrowed until release.
type bound struct {
	given  []Binding
	list   []C.vyre_binding
	pinner runtime.Pinner
}

func bind(given []Binding) *bound {
	b := &bound{given: given, list: make([]C.vyre_binding, len(given))}
	for i := range given {
		b.list[i] = given[i].toC(&b.pinner)
	}
	return b
}

func (b *bound) first() *C.vyre_binding { return unsafe.SliceData(b.list) }

func (b *bound) count() C.size_t { return C.size_t(len(b.list)) }

func (b *bound) release() {
	for i := range b.given {
		handleOf(b.given[i].buffer).done(b.list[i].buffer)
	}
	b.pinner.Unpin()
}

func (b *Binding) toC(pinner *runtime.Pinner) C.vyre_binding {
	if b.input != nil {
		pinner.Pin(b.input)
	}
	if b.output != nil && b.output != b.input {
		pinner.Pin(b.output)
	}
	return C.vyre_binding{
		name:   pinned(b.name, pinner),
		input:  b.input,
		output: b.output,
		buffer: handleOf(b.buffer).use(),
		offset: C.uint64_t(b.offset),
		size:   C.uint64_t(b.size),
		slot:   C.uint32_t(b.slot),
		kind:   C.uint16_t(b.kind),
	}
}
