package vyre

// #include <vyre_driver.h>
import "C"

import (
	"math"
	"runtime"
	"sync"
	"unsafe"
)

// SpecKind is what a value of a specialization is.
type SpecKind uint32

const (
	SpecKindU32     SpecKind = C.VYRE_SPEC_U32
	SpecKindI32     SpecKind = C.VYRE_SPEC_I32
	SpecKindF32     SpecKind = C.VYRE_SPEC_F32
	SpecKindBoolean SpecKind = C.VYRE_SPEC_BOOLEAN
	SpecKindElement SpecKind = C.VYRE_SPEC_ELEMENT // an element type
)

// SpecValue is what a kernel is specialized with; made with [SpecU32] and its like.
type SpecValue struct {
	Kind    SpecKind
	Bits    uint32 // the number or its bit pattern, 0 or 1; 0 for an element type
	Element string // only of SpecKindElement: its spelling, "U32", "Vec<F32,4>"
}

// SpecU32 is an unsigned number.
func SpecU32(number uint32) SpecValue { return SpecValue{Kind: SpecKindU32, Bits: number} }

// SpecI32 is a signed number.
func SpecI32(number int32) SpecValue { return SpecValue{Kind: SpecKindI32, Bits: uint32(number)} }

// SpecF32 is a float, bit by bit: a NaN keeps its payload, -0.0 its sign.
func SpecF32(number float32) SpecValue {
	return SpecValue{Kind: SpecKindF32, Bits: math.Float32bits(number)}
}

// SpecBoolean is a boolean.
func SpecBoolean(truth bool) SpecValue {
	return SpecValue{Kind: SpecKindBoolean, Bits: uint32(flag(truth, 1))}
}

// SpecElement is the element type of that spelling.
func SpecElement(spelling string) SpecValue {
	return SpecValue{Kind: SpecKindElement, Element: spelling}
}

// toC borrows the spelling until the pinner is unpinned.
func (v SpecValue) toC(pinner *runtime.Pinner) C.vyre_spec_value {
	return C.vyre_spec_value{
		element: pinned(v.Element, pinner), bits: C.uint64_t(v.Bits), kind: C.uint32_t(v.Kind),
	}
}

func specValueOf(c C.vyre_spec_value) SpecValue {
	return SpecValue{Kind: SpecKind(c.kind), Bits: uint32(c.bits), Element: text(c.element)}
}

// Number is the value as a number, exactly; a boolean is 0 or 1, an element type its tag in the wire
// form. A value that is none is [ErrInvalidArgument] and named.
func (v SpecValue) Number() (float64, error) {
	var pinner runtime.Pinner
	defer pinner.Unpin()
	var out C.double
	err := take(C.vyre_spec_value_number(v.toC(&pinner), &out))
	return float64(out), err
}

// Contribution is what the value adds to [SpecMap.Hash]. Fails as Number.
func (v SpecValue) Contribution() (uint64, error) {
	var pinner runtime.Pinner
	defer pinner.Unpin()
	var out C.uint64_t
	err := take(C.vyre_spec_value_contribution(v.toC(&pinner), &out))
	return uint64(out), err
}

// SpecMap is values by name, in the order of the names' bytes. Safe for use by several goroutines.
type SpecMap struct{ handle *handle[*C.vyre_spec_map] }

// SpecEntry is one value of a map and its name.
type SpecEntry struct {
	Name  string
	Value SpecValue
}

// CreateSpecMap makes an empty map.
func CreateSpecMap() (*SpecMap, error) {
	var out *C.vyre_spec_map
	m, err := made[SpecMap](C.vyre_spec_map_create(&out), &out)
	if err == nil {
		m.handle.change = new(sync.RWMutex)
	}
	return m, err
}

// The two sides of a map's lock, for calls that leave it as it is and those that change it.
func reading(change *sync.RWMutex) sync.Locker  { return change.RLocker() }
func changing(change *sync.RWMutex) sync.Locker { return change }

// locked makes a call under one side of the map's lock.
func (m *SpecMap) locked(side func(*sync.RWMutex) sync.Locker, call func(*C.vyre_spec_map) *C.vyre_error) *C.vyre_error {
	c, h := use(m)
	defer h.done(c)
	if h != nil {
		lock := side(h.change)
		lock.Lock()
		defer lock.Unlock()
	}
	return call(c)
}

// Set puts value under name, in place of the one that is there. A name is UTF-8 of at most 1,048,576
// bytes. After an error, [ErrInvalidArgument], the map is as it was.
func (m *SpecMap) Set(name string, value SpecValue) error {
	var pinner runtime.Pinner
	defer pinner.Unpin()
	return take(m.locked(changing, func(c *C.vyre_spec_map) *C.vyre_error {
		return C.vyre_spec_map_set(c, str(name), value.toC(&pinner))
	}))
}

// Get is the value under name; [ErrNotFound] names it when there is none.
func (m *SpecMap) Get(name string) (value SpecValue, err error) {
	err = take(m.locked(reading, func(c *C.vyre_spec_map) *C.vyre_error {
		var out C.vyre_spec_value
		e := C.vyre_spec_map_get(c, str(name), &out)
		value = specValueOf(out)
		return e
	}))
	return value, err
}

// Count is how many values there are.
func (m *SpecMap) Count() int {
	c, h := use(m)
	defer h.done(c)
	return int(C.vyre_spec_map_count(c))
}

// Entry is name and value index, in the order of the names' bytes.
func (m *SpecMap) Entry(index int) (entry SpecEntry, err error) {
	err = take(m.locked(reading, func(c *C.vyre_spec_map) *C.vyre_error {
		var out C.vyre_spec_entry
		e := C.vyre_spec_map_get_entry(c, C.size_t(index), &out)
		entry = SpecEntry{Name: text(out.name), Value: specValueOf(out.value)}
		return e
	}))
	return entry, err
}

// Remove takes the value under name away; [ErrNotFound] names it when there is none.
func (m *SpecMap) Remove(name string) error {
	return take(m.locked(changing, func(c *C.vyre_spec_map) *C.vyre_error {
		return C.vyre_spec_map_remove(c, str(name))
	}))
}

// Clear takes all values away.
func (m *SpecMap) Clear() error {
	return take(m.locked(changing, func(c *C.vyre_spec_map) *C.vyre_error {
		return C.vyre_spec_map_clear(c)
	}))
}

// Hash is the number that every implementation of the vyre driver computes for these values. Different
// maps can have one hash: what must tell them apart uses Encode. A closed map counts as empty.
func (m *SpecMap) Hash() uint64 {
	c, h := use(m)
	defer h.done(c)
	return uint64(C.vyre_spec_map_hash(c))
}

// Encode writes the canonical form: equal for equal maps only.
func (m *SpecMap) Encode() (bytes []byte, err error) {
	c, h := use(m)
	defer h.done(c)
	if h != nil {
		h.change.RLock()
		defer h.change.RUnlock()
	}
	return sized(func(data unsafe.Pointer, capacity C.size_t, out *C.size_t) *C.vyre_error {
		return C.vyre_spec_map_encode(c, data, capacity, out)
	})
}

// Close gives the map back.
func (m *SpecMap) Close() { handleOf(m).close() }

func errClosedMap() error {
	return mistake(ErrInvalidArgument, "the specialization map is closed. Fix: close it after its last use")
}

// SpecInfo is a value that a program names.
type SpecInfo struct {
	Name    string
	Kind    SpecKind
	Initial *SpecValue // what it is when a pipeline says nothing; nil: each pipeline must say it
}

// Specs are the values that the program names, each once, in the order of the names' bytes. Those
// that only the compositions of called ops name are not among them.
func (p *Program) Specs() ([]SpecInfo, error) {
	c, h := use(p)
	defer h.done(c)
	var count C.size_t
	if err := take(C.vyre_program_get_spec_count(c, &count)); err != nil {
		return nil, err
	}
	return each(count, func(i C.size_t) (SpecInfo, error) { return p.Spec(int(i)) })
}

// Spec is the value with this index, in the order of the names' bytes.
func (p *Program) Spec(index int) (SpecInfo, error) {
	c, h := use(p)
	defer h.done(c)
	info := blank[C.vyre_spec_info]()
	err := take(C.vyre_program_get_spec(c, C.size_t(index), &info))
	spec := SpecInfo{Name: text(info.name), Kind: SpecKind(info.kind)}
	if info.has_initial != 0 {
		initial := specValueOf(info.initial)
		spec.Initial = &initial
	}
	return spec, err
}

// SpecKey is 128 bits that stand for a program and what it is specialized with.
type SpecKey struct {
	High uint64 // the first 8 bytes of the program's fingerprint, little-endian
	Low  uint64 // the map's hash, with its collisions
}

// SpecKey is the key of the program with that map; nil when nothing is specialized. Fails like
// Fingerprint.
func (p *Program) SpecKey(m *SpecMap) (SpecKey, error) {
	program, programs := use(p)
	defer programs.done(program)
	values, maps := use(m)
	defer maps.done(values)
	if m != nil && values == nil {
		return SpecKey{}, errClosedMap()
	}
	var out C.vyre_spec_key
	err := take(C.vyre_program_get_spec_key(program, values, &out))
	return SpecKey{High: uint64(out.high), Low: uint64(out.low)}, err
}

// SpecArtifactKey is the name of a stored kernel, 64 hexadecimal digits: BLAKE3 of the version and the
// two texts, each with its length.
func SpecArtifactKey(version uint32, specHash, backendFingerprint string) (string, error) {
	var pinner runtime.Pinner
	defer pinner.Unpin()
	hash, fingerprint := pinned(specHash, &pinner), pinned(backendFingerprint, &pinner)
	digits, err := sized(func(data unsafe.Pointer, capacity C.size_t, out *C.size_t) *C.vyre_error {
		return C.vyre_spec_artifact_key(C.uint32_t(version), hash, fingerprint, (*C.char)(data), capacity, out)
	})
	return string(digits), err
}
