package vyre

// #include "all.h"
import "C"

// OpID is the number of an op id: the same in every registry of the process and never reused, but
// another one in the next process. 0 is none.
type OpID uint32

// InternOpID gives the number of id, a new one when the process has none yet. Numbers are never
// given back: for ids that come from outside use FindOpID.
func InternOpID(id string) (OpID, error) {
	var out C.vyre_op_id
	err := take(C.vyre_op_id_intern(str(id), &out))
	return OpID(out), err
}

// FindOpID gives the number of id, or 0 when it has none. It remembers nothing.
func FindOpID(id string) OpID { return OpID(C.vyre_op_id_find(str(id))) }

// Name is the id of the number, empty when it was not given out.
func (n OpID) Name() string { return text(C.vyre_op_id_name(C.vyre_op_id(n))) }

// Category is what an op is made of.
type Category uint32

const (
	CategoryDefault   Category = C.VYRE_CATEGORY_DEFAULT   // the library chooses, see [OpDesc]; never in an info
	CategoryComposite Category = C.VYRE_CATEGORY_COMPOSITE // of other ops
	CategoryExtension Category = C.VYRE_CATEGORY_EXTENSION // it comes from outside
	CategoryIntrinsic Category = C.VYRE_CATEGORY_INTRINSIC // only a device that knows it carries it out
)

// OpFlags are bits of what an op is.
type OpFlags uint64

const (
	OpBytesExtraction OpFlags = C.VYRE_OP_BYTES_EXTRACTION // it also works on raw bytes
	OpReference       OpFlags = C.VYRE_OP_REFERENCE        // it has a reference function
	OpComposition     OpFlags = C.VYRE_OP_COMPOSITION      // it has a composition
	OpExtern          OpFlags = C.VYRE_OP_EXTERN           // its dialect comes from outside
)

// LoweringKind is what an op has for a target.
type LoweringKind uint32

const (
	LoweringNone        LoweringKind = C.VYRE_LOWERING_NONE        // nothing
	LoweringSentinel    LoweringKind = C.VYRE_LOWERING_SENTINEL    // the oracle cannot run the op
	LoweringReference   LoweringKind = C.VYRE_LOWERING_REFERENCE   // the oracle calls the reference function
	LoweringComposition LoweringKind = C.VYRE_LOWERING_COMPOSITION // the oracle runs the composition
	LoweringBuilder     LoweringKind = C.VYRE_LOWERING_BUILDER     // a function makes the bytes
	LoweringData        LoweringKind = C.VYRE_LOWERING_DATA        // bytes
)

// Operand is an argument or result of an op.
type Operand struct {
	Name string
	Type string // its spelling: "u32", "vec2<u32>", "GpuBufferHandle"
}

// Attribute is an attribute of an op.
type Attribute struct {
	Name         string
	Type         string
	DefaultValue string // as text; empty: it has to be given
}

// OpInfo is what is known about an op.
type OpInfo struct {
	ID         string
	Dialect    string // who registered it
	Source     string // absolute path of its manifest; empty: registered by a call
	Flags      OpFlags
	Category   Category
	Number     OpID
	Inputs     []Operand
	Outputs    []Operand
	Attributes []Attribute
	Laws       []string
	Targets    []Target // of its lowerings
}

// Op is one op of a registry, which it keeps from being given back. The zero value is none.
type Op struct {
	pointer  *C.vyre_op
	registry *Registry
}

// use gives the op for one call, which ends with the returned function. The op of a closed registry
// is nil, which the library takes for none.
func (o Op) use() (*C.vyre_op, func()) {
	p, h := use(o.registry)
	if p == nil {
		return nil, func() {}
	}
	return o.pointer, func() { h.done(p) }
}

// Found says whether there is an op.
func (o Op) Found() bool { return o.pointer != nil }

// Info is what the op is; empty for none, as that of a closed registry.
func (o Op) Info() OpInfo {
	p, done := o.use()
	defer done()
	i := C.vyre_op_get_info(p)
	return OpInfo{
		ID:         text(i.id),
		Dialect:    text(i.dialect),
		Source:     text(i.source),
		Flags:      OpFlags(i.flags),
		Category:   Category(i.category),
		Number:     OpID(i.number),
		Inputs:     each(i.inputs, i.input_count, operand),
		Outputs:    each(i.outputs, i.output_count, operand),
		Attributes: each(i.attributes, i.attribute_count, attribute),
		Laws:       each(i.laws, i.law_count, textAt),
		Targets:    each(i.targets, i.target_count, targetAt),
	}
}

func operand(c *C.vyre_operand) Operand {
	return Operand{Name: text(c.name), Type: text(c._type)}
}

func attribute(c *C.vyre_attribute) Attribute {
	return Attribute{Name: text(c.name), Type: text(c._type), DefaultValue: text(c.default_value)}
}

// FindLowering is what the op has for a target.
func (o Op) FindLowering(target Target) LoweringKind {
	p, done := o.use()
	defer done()
	var l loan
	defer l.end()
	return LoweringKind(C.vyre_op_find_lowering(p, target.toC(&l)))
}

// Lowering gives the bytes for a target; makes them when they are asked for the first time.
// [ErrNotFound] when the op has none.
func (o Op) Lowering(target Target) ([]byte, error) {
	p, done := o.use()
	defer done()
	var l loan
	defer l.end()
	var out *C.vyre_blob
	return written(C.vyre_op_get_lowering(p, target.toC(&l), &out), &out)
}

// RunReference calls the reference function. [ErrUnsupportedFeature] when the op has none.
func (o Op) RunReference(arguments []byte) ([]byte, error) {
	p, done := o.use()
	defer done()
	var out *C.vyre_blob
	return written(C.vyre_op_run_reference(p, memory(arguments), C.size_t(len(arguments)), &out), &out)
}

// CheckOp says whether programs that call the op run on the device: [ErrUnsupportedFeature] has a
// finding for each fact that is missing.
func (d *Device) CheckOp(op Op) error {
	device, h := use(d)
	defer h.done(device)
	p, done := op.use()
	defer done()
	return take(C.vyre_device_check_op(device, p))
}

// Composition is the program that stands in for calls of the op, as a program of the context; nil is
// the shared one. [ErrNotFound] when it has none.
func (o Op) Composition(context *Context) (*Program, error) {
	op, done := o.use()
	defer done()
	var l loan
	defer l.end()
	c := borrow(&l, context, "context")
	if l.err != nil {
		return nil, l.err
	}
	var out *C.vyre_program
	return made[Program](C.vyre_op_get_composition(op, c, &out), &out)
}
