package vyre

// #include <vyre_driver.h>
import "C"

import (
	"runtime"
	"unsafe"
)

// TargetKind is the kind of a target.
type TargetKind int32

const (
	TargetPTX           TargetKind = C.VYRE_TARGET_PTX
	TargetSPIRV         TargetKind = C.VYRE_TARGET_SPIRV
	TargetPrimaryText   TargetKind = C.VYRE_TARGET_PRIMARY_TEXT
	TargetPrimaryBinary TargetKind = C.VYRE_TARGET_PRIMARY_BINARY
	TargetSecondaryText TargetKind = C.VYRE_TARGET_SECONDARY_TEXT
	TargetNativeModule  TargetKind = C.VYRE_TARGET_NATIVE_MODULE
	TargetReference     TargetKind = C.VYRE_TARGET_REFERENCE // the CPU oracle
	TargetExtension     TargetKind = C.VYRE_TARGET_EXTENSION // a backend from outside
)

// Target is what a lowering is for.
type Target struct {
	Kind      TargetKind
	Extension string // only of TargetExtension
}

// ExtensionTarget is the target of the backend id.
func ExtensionTarget(id string) Target { return Target{Kind: TargetExtension, Extension: id} }

// toC borrows the extension until the pinner is unpinned.
func (t Target) toC(pinner *runtime.Pinner) C.vyre_target {
	return C.vyre_target{extension: pinned(t.Extension, pinner), kind: C.int32_t(t.Kind)}
}

func targetOf(c C.vyre_target) Target {
	return Target{Kind: TargetKind(c.kind), Extension: text(c.extension)}
}

// AOTID is the id of the target among ahead-of-time emitters, also the file extension of their
// output. TargetPTX and TargetSecondaryText share one. Empty for a target that is none.
func (t Target) AOTID() string {
	var pinner runtime.Pinner
	defer pinner.Unpin()
	return text(C.vyre_target_aot_id(t.toC(&pinner)))
}

// Text is what ParseTarget turns into an equal target: "ptx", "spirv", "primary_text",
// "primary_binary", "secondary_text", "native_module", "reference_backend" or "extension:<id>".
func (t Target) Text() (string, error) {
	var pinner runtime.Pinner
	defer pinner.Unpin()
	target := t.toC(&pinner)
	bytes, err := sized(func(data unsafe.Pointer, capacity C.size_t, out *C.size_t) *C.vyre_error {
		return C.vyre_target_text(target, (*C.char)(data), capacity, out)
	})
	return string(bytes), err
}

// ParseTarget reads such a text, and "spv" for TargetSPIRV.
func ParseTarget(name string) (Target, error) {
	var pinner runtime.Pinner
	defer pinner.Unpin()
	var out C.vyre_target
	err := take(C.vyre_target_parse(pinned(name, &pinner), &out))
	return targetOf(out), err
}
