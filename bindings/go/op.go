package vyre

// #include <vyre_driver.h>
import "C"

import (
	"runtime"
	"unsafe"
)

// OpID is the number of an op id: the same in every registry of the process, but not the same from
// run to run. 0 is none.
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

// Category says where the ops of a dialect come from.
type Category int32

const (
	CategoryComposite Category = C.VYRE_CATEGORY_COMPOSITE // made of other ops
	CategoryExtension Category = C.VYRE_CATEGORY_EXTENSION // comes from outside
	CategoryIntrinsic Category = C.VYRE_CATEGORY_INTRINSIC // needs a backend that knows it
)

// OpFlags are bits about an op.
type OpFlags uint64

const (
	OpBytesExtraction OpFlags = C.VYRE_OP_BYTES_EXTRACTION // it also works on raw bytes
	OpReference       OpFlags = C.VYRE_OP_REFERENCE        // it has a reference function
	OpComposition     OpFlags = C.VYRE_OP_COMPOSITION      // it has a composition
	OpExtern          OpFlags = C.VYRE_OP_EXTERN           // its dialect comes from outside
)

// LoweringKind is what an op is for a target.
type LoweringKind int32

const (
	LoweringNone        LoweringKind = C.VYRE_LOWERING_NONE        // nothing is registered
	LoweringSentinel    LoweringKind = C.VYRE_LOWERING_SENTINEL    // the oracle cannot run it
	LoweringReference   LoweringKind = C.VYRE_LOWERING_REFERENCE   // the oracle calls a function
	LoweringComposition LoweringKind = C.VYRE_LOWERING_COMPOSITION // the oracle runs a program
	LoweringBuilder     LoweringKind = C.VYRE_LOWERING_BUILDER     // a function makes the bytes
	LoweringData        LoweringKind = C.VYRE_LOWERING_DATA        // bytes are registered
)

// Parameter is an argument or result of an op.
type Parameter struct {
	Name string
	Type string // its spelling: "u32", "vec2<u32>", "GpuBufferHandle"
}

// Attribute is an attribute of an op.
type Attribute struct {
	Name         string
	Type         string
	DefaultValue string // as text; empty: it has to be given
}

// OpInfo is what an op is.
type OpInfo struct {
	ID         string
	Dialect    string // who registered it
	Source     string // absolute path of its manifest; empty: registered by a call
	Flags      OpFlags
	Category   Category
	Number     OpID
	Inputs     []Parameter
	Outputs    []Parameter
	Attributes []Attribute
	Laws       []string
	Targets    []Target // those it has lowerings for
}

// Op is one op of a registry, which it keeps from being given back. The zero value is none.
type Op struct {
	pointer  *C.vyre_op
	registry *Registry
}

// use gives the op for one call, which ends with the returned function. The op of a closed registry
// is nil, which the library refuses by name.
func (o Op) use() (*C.vyre_op, func()) {
	p, h := use(o.registry)
	if p == nil {
		return nil, func() {}
	}
	return o.pointer, func() { h.done(p) }
}

// Found says whether there is an op.
func (o Op) Found() bool { return o.pointer != nil }

// Info is what the op is.
func (o Op) Info() (OpInfo, error) {
	p, done := o.use()
	defer done()
	info := blank[C.vyre_op_info]()
	if err := take(C.vyre_op_get_info(p, &info)); err != nil {
		return OpInfo{}, err
	}
	return OpInfo{
		ID:         text(info.id),
		Dialect:    text(info.dialect),
		Source:     text(info.source),
		Flags:      OpFlags(info.flags),
		Category:   Category(info.category),
		Number:     OpID(info.number),
		Inputs:     list(info.input_count, func(i C.size_t) Parameter { return parameter(C.vyre_op_input(p, i)) }),
		Outputs:    list(info.output_count, func(i C.size_t) Parameter { return parameter(C.vyre_op_output(p, i)) }),
		Attributes: list(info.attribute_count, func(i C.size_t) Attribute { return attribute(C.vyre_op_attribute(p, i)) }),
		Laws:       list(info.law_count, func(i C.size_t) string { return text(C.vyre_op_law(p, i)) }),
		Targets:    list(info.lowering_count, func(i C.size_t) Target { return targetOf(C.vyre_op_target(p, i)) }),
	}, nil
}

func parameter(c C.vyre_parameter) Parameter {
	return Parameter{Name: text(c.name), Type: text(c._type)}
}

func attribute(c C.vyre_attribute) Attribute {
	return Attribute{Name: text(c.name), Type: text(c._type), DefaultValue: text(c.default_value)}
}

// LoweringKind is what the op is for a target.
func (o Op) LoweringKind(target Target) LoweringKind {
	p, done := o.use()
	defer done()
	var pinner runtime.Pinner
	defer pinner.Unpin()
	return LoweringKind(C.vyre_op_lowering(p, target.toC(&pinner)))
}

// Lowering gives the bytes for a target; makes them when they are asked for the first time.
// [ErrNotFound] when the op has none.
func (o Op) Lowering(target Target) ([]byte, error) {
	p, done := o.use()
	defer done()
	var pinner runtime.Pinner
	defer pinner.Unpin()
	c := target.toC(&pinner)
	return sized(func(data unsafe.Pointer, capacity C.size_t, out *C.size_t) *C.vyre_error {
		return C.vyre_op_get_lowering(p, c, data, capacity, out)
	})
}

// RunReference calls the reference function, which gives at most capacity bytes.
// [ErrUnsupportedFeature] when the op has none.
func (o Op) RunReference(arguments []byte, capacity int) ([]byte, error) {
	p, done := o.use()
	defer done()
	result := make([]byte, capacity+1) // never empty, so that there is always memory to pass
	var size C.size_t
	err := take(C.vyre_op_run_reference(p, memory(arguments), C.size_t(len(arguments)),
		memory(result), C.size_t(capacity), &size))
	if err != nil {
		return nil, err
	}
	return result[:size], nil
}

// Composition is the program that stands in for calls of the op, as a program of the context.
// [ErrNotFound] when it has none.
func (o Op) Composition(c *Context) (*Program, error) {
	op, done := o.use()
	defer done()
	p, h := use(c)
	defer h.done(p)
	var out *C.vyre_program
	return made[Program](C.vyre_op_get_composition(op, p, &out), &out)
}
