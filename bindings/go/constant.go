package vyre

// #include "all.h"
import "C"

import (
	"maps"
	"math"
	"slices"
)

// ConstantKind is what a constant is.
type ConstantKind uint32

const (
	ConstantKindU32   ConstantKind = C.VYRE_CONSTANT_U32   // unsigned, 32 bits
	ConstantKindI32   ConstantKind = C.VYRE_CONSTANT_I32   // signed, 32 bits
	ConstantKindF32   ConstantKind = C.VYRE_CONSTANT_F32   // IEEE single
	ConstantKindBool  ConstantKind = C.VYRE_CONSTANT_BOOL  // a truth
	ConstantKindType  ConstantKind = C.VYRE_CONSTANT_TYPE  // an element type
	ConstantKindOther ConstantKind = C.VYRE_CONSTANT_OTHER // of a module, a type that keeps its default
)

// Constant is a value that a pipeline is specialized with; made with [ConstantU32] and its like.
type Constant struct {
	Kind    ConstantKind
	Bits    uint64 // the number or its bit pattern; a truth is 0 or 1; 0 for an element type
	Element string // of ConstantKindType alone: its spelling, "U32", "Vec<F32,4>"
}

// ConstantU32 is an unsigned number.
func ConstantU32(number uint32) Constant {
	return Constant{Kind: ConstantKindU32, Bits: uint64(number)}
}

// ConstantI32 is a signed number.
func ConstantI32(number int32) Constant {
	return Constant{Kind: ConstantKindI32, Bits: uint64(uint32(number))}
}

// ConstantF32 is a float, bit by bit: a NaN keeps its payload, -0.0 its sign.
func ConstantF32(number float32) Constant {
	return Constant{Kind: ConstantKindF32, Bits: uint64(math.Float32bits(number))}
}

// ConstantBool is a truth.
func ConstantBool(truth bool) Constant {
	return Constant{Kind: ConstantKindBool, Bits: uint64(flag(truth, 1))}
}

// ConstantType is the element type of that spelling.
func ConstantType(spelling string) Constant {
	return Constant{Kind: ConstantKindType, Element: spelling}
}

// toC is the C form, under a name.
func (c Constant) toC(name string, l *loan) C.vyre_constant {
	return C.vyre_constant{
		name: pinned(name, l), element: pinned(c.Element, l),
		bits: C.uint64_t(c.Bits), kind: C.vyre_constant_kind(c.Kind),
	}
}

func constantOf(c C.vyre_constant) Constant {
	return Constant{Kind: ConstantKind(c.kind), Bits: uint64(c.bits), Element: text(c.element)}
}

// Number is the value as a number, exactly; a truth is 0 or 1, an element type its number in the
// wire form. A value that is none is [ErrInvalidArgument] and named.
func (c Constant) Number() (float64, error) {
	var l loan
	defer l.end()
	var out C.double
	err := take(C.vyre_constant_get_number(c.toC("", &l), &out))
	return float64(out), err
}

// Contribution is what the value adds to [Constants.Hash]. Fails as Number.
func (c Constant) Contribution() (uint64, error) {
	var l loan
	defer l.end()
	var out C.uint64_t
	err := take(C.vyre_constant_get_contribution(c.toC("", &l), &out))
	return uint64(out), err
}

// Constants are values by name: "n"; of a module also by number, "#7". Nil is none.
type Constants map[string]Constant

// toC is the C form, in the order of the names.
func (c Constants) toC(l *loan) (*C.vyre_constant, C.size_t) {
	names := slices.Sorted(maps.Keys(c))
	return pinnedList(names, l, func(name string, l *loan) C.vyre_constant { return c[name].toC(name, l) })
}

// Hash is the number that every implementation of the vyre driver computes for these values.
// Different constants can have one hash: what must tell them apart uses Encode.
func (c Constants) Hash() (uint64, error) {
	var l loan
	defer l.end()
	list, count := c.toC(&l)
	var out C.uint64_t
	err := take(C.vyre_constants_hash(list, count, &out))
	return uint64(out), err
}

// Encode writes the canonical form: equal for equal constants only.
func (c Constants) Encode() ([]byte, error) {
	var l loan
	defer l.end()
	list, count := c.toC(&l)
	var out *C.vyre_blob
	return written(C.vyre_constants_encode(list, count, &out), &out)
}

// Key is 128 bits that stand for a program and its constants.
type Key struct {
	High uint64 // the first 8 bytes of the program's fingerprint, little-endian
	Low  uint64 // the hash of the constants, with its collisions
}

// Key is the key of the program with these constants. Fails like Fingerprint.
func (p *Program) Key(constants Constants) (Key, error) {
	c, h := use(p)
	defer h.done(c)
	var l loan
	defer l.end()
	list, count := constants.toC(&l)
	var out C.vyre_key
	err := take(C.vyre_program_get_key(c, list, count, &out))
	return Key{High: uint64(out.high), Low: uint64(out.low)}, err
}

// ArtifactKey is the name of a stored kernel, 64 lowercase hexadecimal digits: BLAKE3 of the version
// and the two texts, each with its length.
func ArtifactKey(version uint32, specHash, backendFingerprint string) (string, error) {
	var digits [64]byte
	err := take(C.vyre_artifact_get_key(C.uint32_t(version), str(specHash), str(backendFingerprint), (*C.char)(memory(digits[:]))))
	if err != nil {
		return "", err
	}
	return string(digits[:]), nil
}
