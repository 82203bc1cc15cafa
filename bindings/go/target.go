package vyre

// #include "all.h"
import "C"

// TargetKind is what a lowering is for.
type TargetKind uint32

const (
	TargetNone          TargetKind = C.VYRE_TARGET_NONE           // no target
	TargetPTX           TargetKind = C.VYRE_TARGET_PTX            // PTX text
	TargetSPIRV         TargetKind = C.VYRE_TARGET_SPIRV          // a SPIR-V module: words in this machine's byte order
	TargetPrimaryText   TargetKind = C.VYRE_TARGET_PRIMARY_TEXT   // a text, that of the published "primary_text"
	TargetPrimaryBinary TargetKind = C.VYRE_TARGET_PRIMARY_BINARY // bytes, those of the published "primary_binary"
	TargetSecondaryText TargetKind = C.VYRE_TARGET_SECONDARY_TEXT // a text, that of the published "secondary_text"
	TargetNativeModule  TargetKind = C.VYRE_TARGET_NATIVE_MODULE  // a module of the device's own
	TargetReference     TargetKind = C.VYRE_TARGET_REFERENCE      // the oracle
	TargetExtension     TargetKind = C.VYRE_TARGET_EXTENSION      // a backend from outside
)

// Target is what a lowering is for.
type Target struct {
	Kind      TargetKind
	Extension string // only of TargetExtension: the id of the backend
}

// ExtensionTarget is the target of the backend id.
func ExtensionTarget(id string) Target { return Target{Kind: TargetExtension, Extension: id} }

func (t Target) toC(l *loan) C.vyre_target {
	return C.vyre_target{extension: pinned(t.Extension, l), kind: C.vyre_target_kind(t.Kind)}
}

func targetOf(c C.vyre_target) Target {
	return Target{Kind: TargetKind(c.kind), Extension: text(c.extension)}
}

func targetAt(c *C.vyre_target) Target { return targetOf(*c) }

// AOTID is the id of the target among emitters of code ahead of time, also the file extension of
// what they write. TargetPTX and TargetSecondaryText share one. Empty for a target that is none.
func (t Target) AOTID() string {
	var l loan
	defer l.end()
	return text(C.vyre_target_aot_id(t.toC(&l)))
}

// Save writes what LoadTarget reads: "ptx", "spirv", "primary_text", "primary_binary",
// "secondary_text", "native_module", "reference_backend" or "extension:<id>".
func (t Target) Save() (string, error) {
	var l loan
	defer l.end()
	var out *C.vyre_blob
	text, err := written(C.vyre_target_save(t.toC(&l), &out), &out)
	return string(text), err
}

// LoadTarget reads such a text, and "spv" for TargetSPIRV.
func LoadTarget(name string) (Target, error) {
	var l loan
	defer l.end()
	var out C.vyre_target
	err := take(C.vyre_target_load(pinned(name, &l), &out)) // out has a part of name
	return targetOf(out), err
}
