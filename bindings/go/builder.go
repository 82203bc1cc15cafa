package vyre

// #include "all.h"
import "C"

// Builder is a program under construction. Expressions are values with methods, statements follow
// one another, and what has a begin and an end takes a function that makes its inside:
//
//	k := vyre.NewBuilder()
//	a, out := k.Input("a", vyre.F32), k.Output("out", vyre.F32)
//	i := k.Index()
//	k.If(i.Lt(a.Length()), func() {
//		out.Store(i, a.Load(i).Mul(k.F32(2)))
//	})
//	program, err := k.Finish()
//
// Mistakes: the first one (an expression of another builder, two parameters of one name) is kept with
// the call and the place in the program. From then on calls do nothing and give zero values. Err has
// it at any time, Finish at the end; no other method has to be checked. The rules of the IR are
// checked later, by [Program.Validate] or when a pipeline is made: types, barriers, what may be
// written.
//
// Nothing is converted silently: both operands of an operator have one type. Indices and sizes are
// U32. Every access is checked: beyond the end of an array a load gives 0, a store does nothing, an
// atomic gives 0 and does nothing.
type Builder struct{ handle *handle[*C.vyre_builder] }

// NewBuilder makes an empty builder.
func NewBuilder() *Builder { return newBuilder(nil) }

// NewBuilder is [NewBuilder] in this context.
func (c *Context) NewBuilder() *Builder {
	p, h, err := need(c, "context")
	if err != nil {
		return failedBuilder(err)
	}
	defer h.done(p)
	return newBuilder(p)
}

func newBuilder(context *C.vyre_context) *Builder {
	var out *C.vyre_builder
	b, err := made[Builder](C.vyre_builder_create(context, &out), &out)
	if err != nil {
		return failedBuilder(err)
	}
	return b
}

// failedBuilder is one that could not be made; Err and Finish say why.
func failedBuilder(err error) *Builder {
	h := &handle[*C.vyre_builder]{failure: err}
	h.closed.Store(true)
	return &Builder{h}
}

// failure is why there is no builder; nil when there is one.
func (b *Builder) failure() error {
	if h := handleOf(b); h != nil {
		return h.failure
	}
	return nil
}

// Err is the first mistake so far; nil when there is none.
func (b *Builder) Err() error {
	if err := b.failure(); err != nil {
		return err
	}
	p, h := use(b)
	defer h.done(p)
	var out *C.vyre_error
	if err := take(C.vyre_builder_get_error(p, &out)); err != nil {
		return err
	}
	return take(out)
}

// Finish hands the program out, equal to one that was loaded. After a mistake there is none, and the
// mistake is returned. Either way the builder is empty afterwards, as if new, and using what it gave
// before is a mistake. What stands in no region goes into one, "vyre.program.root". Does not
// validate.
func (b *Builder) Finish() (*Program, error) {
	if err := b.failure(); err != nil {
		return nil, err
	}
	p, h := use(b)
	defer h.done(p)
	var out *C.vyre_program
	return made[Program](C.vyre_builder_finish(p, &out), &out)
}

// Close gives the builder back, with what was built and not handed out.
func (b *Builder) Close() { handleOf(b).close() }

// SetWorkgroup declares how many invocations a workgroup has on each axis. 1 x 1 x 1, as without it,
// means that nobody chose: where the program cannot observe its workgroup size, the device picks one,
// and exactly the invocations of the shape exist. A declared size runs in whole workgroups, unless
// the dispatch has a shape.
func (b *Builder) SetWorkgroup(x, y, z uint32) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_set_workgroup(p, C.uint32_t(x), C.uint32_t(y), C.uint32_t(z))
}

// SetEntry says which op the program stands for, such as "math.add".
func (b *Builder) SetEntry(opID string) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_set_entry(p, str(opID))
}

// SetLabel gives the program a label, which errors and traces have.
func (b *Builder) SetLabel(label string) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_set_label(p, str(label))
}

// Type is the element type of a spelling, as in the JSON form: "F32", "Vec<F32,4>". One with
// parameters belongs to this builder, until Finish.
func (b *Builder) Type(spelling string) Type {
	p, h := use(b)
	defer h.done(p)
	return Type(C.vyre_builder_type(p, str(spelling)))
}
