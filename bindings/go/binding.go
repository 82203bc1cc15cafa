package vyre

// #include "all.h"
import "C"

import "unsafe"

// WholeSize is everything from the offset to the end of a buffer.
const WholeSize uint64 = C.VYRE_WHOLE_SIZE

// allMipLevels binds an image whole.
const allMipLevels uint32 = C.VYRE_ALL_MIP_LEVELS

// bindKind is what a binding gives.
type bindKind uint32

const (
	bindInput   bindKind = C.VYRE_BIND_INPUT
	bindOutput  bindKind = C.VYRE_BIND_OUTPUT
	bindInOut   bindKind = C.VYRE_BIND_INOUT
	bindZeros   bindKind = C.VYRE_BIND_ZEROS
	bindBuffer  bindKind = C.VYRE_BIND_BUFFER
	bindImage   bindKind = C.VYRE_BIND_IMAGE
	bindSampler bindKind = C.VYRE_BIND_SAMPLER
)

// Binding is what one parameter gets in one dispatch. It is made with In, Out, InOut, Zeros, On,
// OnRange, OnImage, OnSampledImage and OnSampler, and borrows their slice.
//
//	role             may be bound as                unbound
//	Input, Uniform   In, Zeros, On                  error
//	InputOutput      In, InOut, Out, Zeros, On      error
//	Output           Out, Zeros, On                 zeroed, not read back
//	Persistent       In, InOut, Out, Zeros, On      zeroed, not read back
//	Shared           nothing                        always
//
// Sizes: a parameter with an element count takes exactly its packed size; an output may have more
// room, and needs only the returned range where there is one. Any other takes its count from the
// size, a multiple of the element size, and cannot stay unbound.
//
// A dispatch never zeroes a buffer of the device: a program finds what was written last. Inputs may
// share bytes. What is written may not share bytes with another binding, of a buffer or of a slice.
//
// What [ParameterInfo] says is an image or a sampler, by its Resource, takes OnImage, OnSampledImage or
// OnSampler, and cannot stay unbound. What is written may not share a level of an image with another
// binding, unless the pipeline has [PipelineAllowOverlap].
type Binding struct {
	name       string
	input      unsafe.Pointer
	output     unsafe.Pointer
	buffer     *Buffer
	image      *Image
	sampler    *Sampler
	offset     uint64
	size       uint64
	slot       uint32
	arrayIndex uint32
	set        uint32
	mipLevel   uint32
	kind       bindKind
}

// In starts the parameter called name with data. Its numbers have to be of the parameter's type, for
// nothing looks at that: a float64 would be taken for two elements of F32.
func In[T Number](name string, data []T) Binding {
	return Binding{name: name, kind: bindInput, input: memory(data), size: size(data)}
}

// Out starts the parameter called name zeroed, and its result goes to data.
func Out[T Number](name string, data []T) Binding {
	return Binding{name: name, kind: bindOutput, output: memory(data), size: size(data)}
}

// InOut starts the parameter called name with data, and its result goes there.
func InOut[T Number](name string, data []T) Binding {
	at := memory(data)
	return Binding{name: name, kind: bindInOut, input: at, output: at, size: size(data)}
}

// Zeros starts the parameter called name as size zeroed bytes; it is not read back.
func Zeros(name string, size uint64) Binding {
	return Binding{name: name, kind: bindZeros, size: size}
}

// On lets the parameter called name be the whole of buffer.
func On(name string, buffer *Buffer) Binding { return OnRange(name, buffer, 0, WholeSize) }

// OnRange lets the parameter called name be size bytes from offset of buffer. The size may be
// WholeSize.
func OnRange(name string, buffer *Buffer, offset, size uint64) Binding {
	return Binding{name: name, kind: bindBuffer, buffer: buffer, offset: offset, size: size}
}

// OnImage lets the parameter called name, a storage image or a texture of a SPIR-V module, be the
// whole of image. A storage image is one level: [Binding.MipLevel] chooses it where there are more.
func OnImage(name string, image *Image) Binding {
	return Binding{name: name, kind: bindImage, image: image, mipLevel: allMipLevels}
}

// OnSampledImage lets the parameter called name, a sampled texture of a SPIR-V module, be the whole of
// image, read through sampler.
func OnSampledImage(name string, image *Image, sampler *Sampler) Binding {
	b := OnImage(name, image)
	b.sampler = sampler
	return b
}

// OnSampler lets the parameter called name of a SPIR-V module be sampler.
func OnSampler(name string, sampler *Sampler) Binding {
	return Binding{name: name, kind: bindSampler, sampler: sampler}
}

// MipLevel is the binding for one level of its image: vyre.OnImage("to", image).MipLevel(1).
func (b Binding) MipLevel(level uint32) Binding {
	b.mipLevel = level
	return b
}

// At is the binding for the parameter at slot in place of the one that it names:
// vyre.In("", data).At(3).
func (b Binding) At(slot uint32) Binding { return b.AtSet(0, slot) }

// AtSet is At for the descriptor set of a SPIR-V module.
func (b Binding) AtSet(set, slot uint32) Binding {
	b.name, b.set, b.slot = "", set, slot
	return b
}

// ArrayIndex is the binding for descriptor index of a parameter of a SPIR-V module that is an array
// of them: vyre.On("pages", page).ArrayIndex(3).
func (b Binding) ArrayIndex(index uint32) Binding {
	b.arrayIndex = index
	return b
}

// bound is bindings in their C form, and what else a dispatch borrows, until its end.
type bound struct {
	loan
	given []Binding
	list  []C.vyre_binding
}

func bind(given []Binding) *bound {
	b := &bound{given: given, list: make([]C.vyre_binding, len(given))}
	for i := range given {
		b.list[i] = given[i].toC(&b.loan)
	}
	return b
}

func (b *bound) first() *C.vyre_binding { return unsafe.SliceData(b.list) }

func (b *bound) count() C.size_t { return C.size_t(len(b.list)) }

func (b *bound) end() {
	for i := range b.given {
		handleOf(b.given[i].buffer).done(b.list[i].buffer)
		handleOf(b.given[i].image).done(b.list[i].image)
		handleOf(b.given[i].sampler).done(b.list[i].sampler)
	}
	b.loan.end()
}

// toC takes the objects for a call, whose end gives them back.
func (b *Binding) toC(l *loan) C.vyre_binding {
	if b.input != nil {
		l.pinner.Pin(b.input)
	}
	if b.output != nil && b.output != b.input {
		l.pinner.Pin(b.output)
	}
	buffer, _ := use(b.buffer)
	image, _ := use(b.image)
	sampler, _ := use(b.sampler)
	return C.vyre_binding{
		name:        pinned(b.name, l),
		input:       b.input,
		output:      b.output,
		buffer:      buffer,
		image:       image,
		sampler:     sampler,
		mip_level:   C.uint32_t(b.mipLevel),
		offset:      C.uint64_t(b.offset),
		size:        C.uint64_t(b.size),
		slot:        C.uint32_t(b.slot),
		kind:        C.vyre_bind_kind(b.kind),
		set:         C.uint32_t(b.set),
		array_index: C.uint32_t(b.arrayIndex),
	}
}
