package vyre

// #include "all.h"
import "C"

// Memory is where a parameter lives.
type Memory uint32

const (
	MemoryGlobal     Memory = C.VYRE_MEMORY_GLOBAL     // memory of the device
	MemoryShared     Memory = C.VYRE_MEMORY_SHARED     // one copy for each workgroup, zeroed when it starts
	MemoryUniform    Memory = C.VYRE_MEMORY_UNIFORM    // small, only read, the same for all invocations
	MemoryLocal      Memory = C.VYRE_MEMORY_LOCAL      // a kind of the wire form; bound as its access says
	MemoryReadonly   Memory = C.VYRE_MEMORY_READONLY   // memory of the device that is only read
	MemoryPush       Memory = C.VYRE_MEMORY_PUSH       // a kind of the wire form; bound as its access says
	MemoryPersistent Memory = C.VYRE_MEMORY_PERSISTENT // memory of the device that the caller keeps between dispatches
)

// ParameterDesc is a parameter to declare. [Builder.Input] and its like serve the common cases.
type ParameterDesc struct {
	// ParameterReturned: a dispatch gives it back. ParameterReturnsRange: only the bytes from
	// ReturnStart up to ReturnEnd. The two marks are for those who write the wire form; each makes the
	// parameter returned.
	Flags        ParameterFlags
	Name         string // of its own in the program; bindings find the parameter by it
	ReturnStart  uint64 // bytes; both 0 without ParameterReturnsRange
	ReturnEnd    uint64
	Slot         *uint32 // of its own; nil: the next free one. Not of workgroup memory
	Type         Type    // of one element
	ElementCount uint32  // 0: known when bound; workgroup memory needs a count
	Access       Access
	Memory       Memory // MemoryShared and AccessWorkgroup go together
}

func (d *ParameterDesc) desc(l *loan) C.vyre_parameter_desc {
	slot := UnknownU32
	if d.Slot != nil {
		slot = *d.Slot
	}
	return C.vyre_parameter_desc{
		struct_size:   C.sizeof_vyre_parameter_desc,
		flags:         C.vyre_parameter_flags(d.Flags),
		name:          pinned(d.Name, l),
		return_start:  C.uint64_t(d.ReturnStart),
		return_end:    C.uint64_t(d.ReturnEnd),
		slot:          C.uint32_t(slot),
		_type:         C.vyre_type(d.Type),
		element_count: C.uint32_t(d.ElementCount),
		access:        C.vyre_access(d.Access),
		memory:        C.vyre_memory_kind(d.Memory),
	}
}

// Parameter is a declared parameter of one builder, or workgroup memory; the zero value is none.
type Parameter struct {
	builder *Builder
	id      uint64
}

func (p Parameter) c() C.vyre_parameter { return C.vyre_parameter{id: C.uint64_t(p.id)} }

// Declare declares a parameter, or workgroup memory, before it is used.
func (b *Builder) Declare(parameter ParameterDesc) Parameter {
	p, h := use(b)
	defer h.done(p)
	var l loan
	defer l.end()
	desc := parameter.desc(&l)
	if made := C.vyre_builder_declare(p, &desc); made.id != 0 {
		return Parameter{b, uint64(made.id)}
	}
	return Parameter{}
}

// Input declares an array that is only read. Its slot is the next free one; it has as many elements
// as what is bound.
func (b *Builder) Input(name string, element Type) Parameter {
	return b.Declare(ParameterDesc{Name: name, Type: element, Access: AccessReadOnly, Memory: MemoryReadonly})
}

// Output declares an array that the program writes and a dispatch returns. There may be several. It
// may be read too. In the caller's slices it starts zeroed; a buffer keeps the bytes that it has.
func (b *Builder) Output(name string, element Type) Parameter {
	return b.Declare(ParameterDesc{Name: name, Type: element, Flags: ParameterReturned, Access: AccessReadWrite})
}

// InOut declares an array that starts with the caller's bytes, is read and written, and comes back.
func (b *Builder) InOut(name string, element Type) Parameter {
	return b.Declare(ParameterDesc{Name: name, Type: element, Access: AccessReadWrite})
}

// Shared declares elementCount elements of workgroup memory, at least 1. Each workgroup has its own,
// zeroed when it starts.
func (b *Builder) Shared(name string, element Type, elementCount uint32) Parameter {
	return b.Declare(ParameterDesc{
		Name: name, Type: element, ElementCount: elementCount, Access: AccessWorkgroup, Memory: MemoryShared,
	})
}

// Uniform declares one value that is the same for all invocations, such as the width of an image.
// Load it at index 0, bind it as an input of one element.
func (b *Builder) Uniform(name string, element Type) Parameter {
	return b.Declare(ParameterDesc{
		Name: name, Type: element, ElementCount: 1, Access: AccessUniform, Memory: MemoryUniform,
	})
}

// Slot is the slot of the parameter, for bindings; [UnknownU32] for workgroup memory and for what is
// no parameter. Ask before Finish.
func (p Parameter) Slot() uint32 {
	b, h := use(p.builder)
	defer h.done(b)
	return uint32(C.vyre_builder_slot(b, p.c()))
}

// Length is how many elements the array has, a U32.
func (p Parameter) Length() Expr {
	b, h := use(p.builder)
	defer h.done(b)
	return p.builder.expr(C.vyre_builder_length(b, p.c()))
}

// Load is element index of the array as it is at this place; 0 beyond its end.
func (p Parameter) Load(index Expr) Expr {
	b, h := use(p.builder)
	defer h.done(b)
	return p.builder.expr(C.vyre_builder_load(b, p.c(), index.c()))
}

// Store puts value into element index of the array; nothing happens beyond its end.
func (p Parameter) Store(index, value Expr) {
	b, h := use(p.builder)
	defer h.done(b)
	C.vyre_builder_store(b, p.c(), index.c(), value.c())
}

// Atomic changes element index of the array in one step and gives what it was before, a U32. The
// array is an AccessReadWrite one of U32. Expected is an expression for AtomicCompareExchange and
// Expr{} for all others. It happens at this place, whether its result is used or not.
func (p Parameter) Atomic(op AtomicOp, ordering Ordering, index, expected, value Expr) Expr {
	b, h := use(p.builder)
	defer h.done(b)
	return p.builder.expr(C.vyre_builder_atomic(b, C.vyre_atomic(op), C.vyre_ordering(ordering), p.c(), index.c(), expected.c(), value.c()))
}
