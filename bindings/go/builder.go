package vyre

// #include <vyre_driver.h>
import "C"

import "runtime"

// Builder is a program under construction. Expressions are values, statements follow one another,
// and what has a begin and an end takes a function that makes its inside:
//
//	b.DeclareInput(0, "a", "F32")
//	b.DeclareOutput(1, "out", "F32")
//	i := b.InvocationID(0)
//	b.If(b.Lt(i, b.Length("a")), func() {
//		b.Store("out", i, b.Mul(b.Load("a", i), b.F32(2)))
//	})
//	program, err := b.Finish()
//
// Mistakes: the first one (a name that nothing declares, an expression used twice) is kept with the
// call and the place in the program where it was made. From then on calls do nothing. Status
// answers at any time, Finish at the end; no other method has to be checked. The rules of the IR
// are checked later, by [Program.Validate] or when a pipeline is made.
type Builder struct{ handle *handle[*C.vyre_builder] }

// Expr is an expression of one builder; the zero value is none. Literals, ids, lengths and locals
// may be used any number of times. Every other expression is evaluated where it is used and may be
// used once: bind it with [Builder.Let] to use its value again.
type Expr struct{ number uint32 }

func expr(number C.vyre_expr) Expr { return Expr{uint32(number)} }

func (e Expr) c() C.vyre_expr { return C.vyre_expr(e.number) }

// CreateBuilder makes an empty builder.
func (c *Context) CreateBuilder() (*Builder, error) {
	p, h := use(c)
	defer h.done(p)
	var out *C.vyre_builder
	return made[Builder](C.vyre_builder_create(p, &out), &out)
}

// Status is the first mistake so far; nil when there is none.
func (b *Builder) Status() error {
	p, h := use(b)
	defer h.done(p)
	return take(C.vyre_builder_status(p))
}

// Finish hands the program out, equal to one that was read from its wire or JSON form. The builder
// is empty afterwards, as if new, also after a mistake, which is returned ([ErrInvalidArgument]).
// What is not in regions goes into one region, "vyre.program.root", as the published builders do
// it. Does not validate.
func (b *Builder) Finish() (*Program, error) {
	p, h := use(b)
	defer h.done(p)
	var out *C.vyre_program
	return made[Program](C.vyre_builder_finish(p, &out), &out)
}

// Close gives the builder back.
func (b *Builder) Close() { handleOf(b).close() }

// SetWorkgroup declares the workgroup size; 1 x 1 x 1 unless set.
func (b *Builder) SetWorkgroup(x, y, z uint32) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_set_workgroup(p, C.uint32_t(x), C.uint32_t(y), C.uint32_t(z))
}

// SetEntry names the op that the program stands for, such as "math.add".
func (b *Builder) SetEntry(opID string) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_set_entry(p, str(opID))
}

// Memory is where a buffer lives.
type Memory uint32

const (
	MemoryGlobal     Memory = C.VYRE_MEMORY_GLOBAL
	MemoryShared     Memory = C.VYRE_MEMORY_SHARED // one copy per workgroup
	MemoryUniform    Memory = C.VYRE_MEMORY_UNIFORM
	MemoryLocal      Memory = C.VYRE_MEMORY_LOCAL
	MemoryReadonly   Memory = C.VYRE_MEMORY_READONLY
	MemoryPush       Memory = C.VYRE_MEMORY_PUSH
	MemoryPersistent Memory = C.VYRE_MEMORY_PERSISTENT
)

// BufferDesc is a buffer to declare.
type BufferDesc struct {
	Flags        BufferFlags // BufferIsOutput, BufferLiveOut and BufferOutputRange
	Name         string
	Element      string // spelling of the element type, as in the JSON form; empty: "U32"
	OutputStart  uint64 // bytes; both 0 without BufferOutputRange
	OutputEnd    uint64
	Slot         uint32
	ElementCount uint32 // 0: taken from what is bound
	Access       Access
	Memory       Memory
}

// desc is the C form, which borrows memory until the pinner is unpinned.
func (d *BufferDesc) desc(pinner *runtime.Pinner) C.vyre_buffer_desc {
	return C.vyre_buffer_desc{
		struct_size:   C.sizeof_vyre_buffer_desc,
		flags:         C.uint64_t(d.Flags),
		name:          pinned(d.Name, pinner),
		element:       pinned(d.Element, pinner),
		output_start:  C.uint64_t(d.OutputStart),
		output_end:    C.uint64_t(d.OutputEnd),
		slot:          C.uint32_t(d.Slot),
		element_count: C.uint32_t(d.ElementCount),
		access:        C.uint32_t(d.Access),
		memory:        C.uint32_t(d.Memory),
	}
}

// Declare declares a buffer; names are unique.
func (b *Builder) Declare(buffer BufferDesc) {
	p, h := use(b)
	defer h.done(p)
	var pinner runtime.Pinner
	defer pinner.Unpin()
	desc := buffer.desc(&pinner)
	C.vyre_builder_declare(p, &desc)
}

// DeclareInput declares a buffer that is only read and takes its length from what is bound.
func (b *Builder) DeclareInput(slot uint32, name, element string) {
	b.Declare(BufferDesc{
		Name: name, Element: element, Slot: slot, Access: AccessReadOnly, Memory: MemoryReadonly,
	})
}

// DeclareOutput declares the output, which takes its length from what is bound.
func (b *Builder) DeclareOutput(slot uint32, name, element string) {
	b.Declare(BufferDesc{
		Flags: BufferIsOutput,
		Name:  name, Element: element, Slot: slot, Access: AccessReadWrite, Memory: MemoryGlobal,
	})
}

// DeclareShared declares elementCount elements of workgroup memory.
func (b *Builder) DeclareShared(name, element string, elementCount uint32) {
	b.Declare(BufferDesc{
		Name: name, Element: element, ElementCount: elementCount,
		Access: AccessWorkgroup, Memory: MemoryShared,
	})
}
