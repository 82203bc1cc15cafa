package vyre

// #include <vyre_driver.h>
import "C"

import (
	"unsafe"
)

// Program is one immutable program.
type Program struct{ handle *handle[*C.vyre_program] }

// DecodeProgram reads a program in wire form. Truncated, mutated or oversized bytes give
// [ErrMalformedWire] and no partial program. Does not validate.
func (c *Context) DecodeProgram(wire []byte) (*Program, error) {
	p, h := use(c)
	defer h.done(p)
	var out *C.vyre_program
	return made[Program](C.vyre_program_decode(p, memory(wire), C.size_t(len(wire)), &out), &out)
}

// ProgramFromJSON reads a program in JSON form. Does not validate.
func (c *Context) ProgramFromJSON(json string) (*Program, error) {
	p, h := use(c)
	defer h.done(p)
	var out *C.vyre_program
	return made[Program](C.vyre_program_from_json(p, str(json), &out), &out)
}

// LoadProgram reads a program in either form, told apart by its first bytes. Does not validate.
func (c *Context) LoadProgram(bytes []byte) (*Program, error) {
	p, h := use(c)
	defer h.done(p)
	var out *C.vyre_program
	return made[Program](C.vyre_program_load(p, memory(bytes), C.size_t(len(bytes)), &out), &out)
}

// Encode writes the wire form; decoding it gives an equal program. [ErrInvalidProgram] names what
// the wire form cannot carry.
func (p *Program) Encode() ([]byte, error) {
	c, h := use(p)
	defer h.done(c)
	return sized(func(data unsafe.Pointer, capacity C.size_t, out *C.size_t) *C.vyre_error {
		return C.vyre_program_encode(c, data, capacity, out)
	})
}

// ToJSON writes the JSON form.
func (p *Program) ToJSON() (string, error) {
	c, h := use(p)
	defer h.done(c)
	json, err := sized(func(data unsafe.Pointer, capacity C.size_t, out *C.size_t) *C.vyre_error {
		return C.vyre_program_to_json(c, (*C.char)(data), capacity, out)
	})
	return string(json), err
}

// sized calls write twice: for the size of its result, and for the result.
func sized(write func(unsafe.Pointer, C.size_t, *C.size_t) *C.vyre_error) ([]byte, error) {
	var size C.size_t
	if err := take(write(nil, 0, &size)); err != nil {
		return nil, err
	}
	bytes := make([]byte, size)
	if err := take(write(memory(bytes), size, &size)); err != nil {
		return nil, err
	}
	return bytes, nil
}

// Fingerprint identifies the program's structure: BLAKE3 of its canonical wire form. Equal programs
// have equal fingerprints, in any process. Fails like Encode.
func (p *Program) Fingerprint() (fingerprint [32]byte, err error) {
	c, h := use(p)
	defer h.done(c)
	err = take(C.vyre_program_fingerprint(c, (*C.uint8_t)(&fingerprint[0])))
	return fingerprint, err
}

// ValidateFlags say what the device of a program offers, and what is let pass.
type ValidateFlags uint64

const (
	ValidateSubgroup       ValidateFlags = C.VYRE_VALIDATE_SUBGROUP        // subgroup operations
	ValidateCollectives    ValidateFlags = C.VYRE_VALIDATE_COLLECTIVES     // distributed collectives
	ValidateAllowShadowing ValidateFlags = C.VYRE_VALIDATE_ALLOW_SHADOWING // of locals
	ValidateUncheckedCalls ValidateFlags = C.VYRE_VALIDATE_UNCHECKED_CALLS // in no registry
)

// ValidateOptions says what surrounds a program that is validated. The default is the strictest.
type ValidateOptions struct {
	Flags    ValidateFlags
	Registry *Registry // nil: the one that the program's context publishes now
}

// validate calls the library and gives its error.
func (p *Program) validate(options *ValidateOptions) *C.vyre_error {
	options = given(options)
	c, h := use(p)
	defer h.done(c)
	registry, registries := use(options.Registry)
	defer registries.done(registry)
	desc := options.desc()
	desc.registry = registry
	return C.vyre_program_validate(c, &desc)
}

func (o *ValidateOptions) desc() C.vyre_validate_desc {
	return C.vyre_validate_desc{struct_size: C.sizeof_vyre_validate_desc, flags: C.uint64_t(o.Flags)}
}

// Validate checks the program against the rules of the IR; nil options are the strictest.
// [ErrInvalidProgram] carries every finding, in the order of the rules; warnings go to the log.
// Pipelines check by themselves, and what their device lacks is then [ErrUnsupportedFeature].
func (p *Program) Validate(options *ValidateOptions) error { return take(p.validate(options)) }

// Valid says whether Validate finds nothing.
func (p *Program) Valid(options *ValidateOptions) bool { return succeeded(p.validate(options)) }

// Close gives the program back.
func (p *Program) Close() { handleOf(p).close() }
