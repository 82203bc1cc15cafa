package vyre

// #include "all.h"
import "C"

// Format is how a program is written down.
type Format uint32

const (
	FormatAny   Format = C.VYRE_FORMAT_ANY   // loading: as the first bytes say; saving: as it was read
	FormatWire  Format = C.VYRE_FORMAT_WIRE  // bytes that begin with "VYRE" or "VIR0"
	FormatJSON  Format = C.VYRE_FORMAT_JSON  // text that begins with a brace
	FormatSPIRV Format = C.VYRE_FORMAT_SPIRV // a module, in either order of bytes
)

// WireForm is a layout of the wire form, one for each published generation that changed it.
type WireForm uint32

const (
	WireAny     WireForm = C.VYRE_WIRE_ANY       // as the bytes say, or see [SaveOptions]
	WireForm1   WireForm = C.VYRE_WIRE_FORM_1    // of 0.4.0
	WireForm4   WireForm = C.VYRE_WIRE_FORM_4    // of 0.4.1 to 0.6.3
	WireForm4Op WireForm = C.VYRE_WIRE_FORM_4_OP // of 0.6.4 and 0.6.5: form 4, with an operator in each reduction
	WireForm5   WireForm = C.VYRE_WIRE_FORM_5    // between the two; never written by a published version
	WireForm6   WireForm = C.VYRE_WIRE_FORM_6    // of 0.7
)

// Semantics is whose results a program has where published generations differ. It is a part of the
// program; saving never changes it.
type Semantics uint32

const (
	SemanticsAny    Semantics = C.VYRE_SEMANTICS_ANY    // as the form says: 1 and 4 0.6.2, 4 op 0.6.5, 5 and 6 0.7
	SemanticsV0_6_2 Semantics = C.VYRE_SEMANTICS_V0_6_2 // also JSON that does not say it
	SemanticsV0_6_5 Semantics = C.VYRE_SEMANTICS_V0_6_5 // sign extension and narrowing of casts
	SemanticsV0_7   Semantics = C.VYRE_SEMANTICS_V0_7   // also programs that are built call by call
)

// ModuleParameter is one descriptor of a SPIR-V module, seen as the caller wants it.
type ModuleParameter struct {
	Name         string // empty: what the module calls it, or "set0.binding1"
	Element      string // "F32"; empty: "Bytes"
	ElementCount uint64 // 0: known when bound
	Set          uint32 // its numbers in the module
	Binding      uint32
	Slot         uint32 // where it is bound, within Set
	Access       Access // AccessUniform of uniform blocks
}

func (m ModuleParameter) toC(l *loan) C.vyre_spirv_parameter {
	return C.vyre_spirv_parameter{
		name: pinned(m.Name, l), element: pinned(m.Element, l),
		element_count: C.uint64_t(m.ElementCount), set: C.uint32_t(m.Set), binding: C.uint32_t(m.Binding),
		slot: C.uint32_t(m.Slot), access: C.vyre_access(m.Access),
	}
}

// ProgramOptions says how bytes are read.
type ProgramOptions struct {
	Label string
	// Of a module: its entry point; empty: the only one for compute.
	Entry string
	// Of a module: all that are used; empty: as the module says.
	Parameters []ModuleParameter
	// Bounds of bytes that nobody trusts; 0: the limits of the IR.
	MaxStatements   uint64
	MaxElementBytes uint64 // of one element
	// What is insisted on. Forms 4 and 4 op look alike without it.
	Format Format
	Form   WireForm
	// What the program means whatever its form.
	Semantics Semantics
}

func (o *ProgramOptions) desc(l *loan) C.vyre_program_desc {
	o = given(o)
	desc := C.vyre_program_desc{
		struct_size:       C.sizeof_vyre_program_desc,
		label:             pinned(o.Label, l),
		entry:             pinned(o.Entry, l),
		max_statements:    C.uint64_t(o.MaxStatements),
		max_element_bytes: C.uint64_t(o.MaxElementBytes),
		format:            C.vyre_format(o.Format),
		form:              C.vyre_wire_form(o.Form),
		semantics:         C.vyre_semantics(o.Semantics),
	}
	desc.parameters, desc.parameter_count = pinnedList(o.Parameters, l, ModuleParameter.toC)
	return desc
}

// Program is one immutable program: of the IR, or a SPIR-V module.
type Program struct{ handle *handle[*C.vyre_program] }

// LoadProgram reads a program: wire bytes, JSON or the words of a SPIR-V module, told apart by the
// first bytes. Does not validate, and needs no device. Broken bytes give [ErrMalformedWire],
// [ErrMalformedJSON] or [ErrMalformedModule], and no partial program.
func LoadProgram(bytes []byte, options *ProgramOptions) (*Program, error) {
	return loadProgram(nil, bytes, options)
}

// LoadProgram is [LoadProgram] in this context.
func (c *Context) LoadProgram(bytes []byte, options *ProgramOptions) (*Program, error) {
	p, h, err := need(c, "context")
	if err != nil {
		return nil, err
	}
	defer h.done(p)
	return loadProgram(p, bytes, options)
}

func loadProgram(context *C.vyre_context, bytes []byte, options *ProgramOptions) (*Program, error) {
	var l loan
	defer l.end()
	desc := options.desc(&l)
	var out *C.vyre_program
	return made[Program](C.vyre_program_load(context, memory(bytes), C.size_t(len(bytes)), &desc, &out), &out)
}

// SaveOptions says how a program is saved.
type SaveOptions struct {
	Format Format // FormatAny: as it was read; of a program that was built FormatWire
	// WireAny: as it was read; else form 4 where that has one reading and the same meaning, and form
	// 6 where it has not.
	Form WireForm
}

func (o *SaveOptions) desc() C.vyre_save_desc {
	o = given(o)
	return C.vyre_save_desc{
		struct_size: C.sizeof_vyre_save_desc, format: C.vyre_format(o.Format), form: C.vyre_wire_form(o.Form),
	}
}

// Save writes the program; reading it again gives an equal one. A module gives its words.
// [ErrInvalidProgram] names what the form cannot carry.
func (p *Program) Save(options *SaveOptions) ([]byte, error) {
	c, h := use(p)
	defer h.done(c)
	desc := options.desc()
	var out *C.vyre_blob
	return written(C.vyre_program_save(c, &desc, &out), &out)
}

// Fingerprint identifies the program, in any process: BLAKE3 of its canonical wire form. WireAny is
// form 4 where that says all of it, else form 6. Of a module: BLAKE3 of its words in little-endian
// order, for WireAny alone.
func (p *Program) Fingerprint(form WireForm) (fingerprint [32]byte, err error) {
	c, h := use(p)
	defer h.done(c)
	err = take(C.vyre_program_get_fingerprint(c, C.vyre_wire_form(form), (*C.uint8_t)(&fingerprint[0])))
	return fingerprint, err
}

// ValidateFlags are bits of what a program may count on.
type ValidateFlags uint64

const (
	ValidateSubgroup       ValidateFlags = C.VYRE_VALIDATE_SUBGROUP        // devices have subgroup operations
	ValidateCollectives    ValidateFlags = C.VYRE_VALIDATE_COLLECTIVES     // devices have collectives
	ValidateAllowShadowing ValidateFlags = C.VYRE_VALIDATE_ALLOW_SHADOWING // locals may have names of outer ones
	ValidateUncheckedCalls ValidateFlags = C.VYRE_VALIDATE_UNCHECKED_CALLS // called ops are not looked up
)

// ValidateOptions says what surrounds a program that is validated. The default is the strictest.
type ValidateOptions struct {
	Flags    ValidateFlags
	Registry *Registry // nil: the one that the program's context publishes now
}

func (o *ValidateOptions) desc(l *loan) C.vyre_validate_desc {
	o = given(o)
	return C.vyre_validate_desc{
		struct_size: C.sizeof_vyre_validate_desc, flags: C.vyre_validate_flags(o.Flags),
		registry: borrow(l, o.Registry, "registry"),
	}
}

// Validate checks the program against the rules of the IR, a module with the validator of
// SPIRV-Tools. [ErrInvalidProgram] has a finding for each broken rule, in the order of the rules;
// warnings go to the log. Making a pipeline validates too.
func (p *Program) Validate(options *ValidateOptions) error {
	c, h := use(p)
	defer h.done(c)
	var l loan
	defer l.end()
	desc := options.desc(&l)
	if l.err != nil {
		return l.err
	}
	return take(C.vyre_program_validate(c, &desc))
}

// Close gives the program back.
func (p *Program) Close() { handleOf(p).close() }
