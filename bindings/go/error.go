package vyre

// #include "all.h"
import "C"

import (
	"errors"
	"runtime"
	"strconv"
	"strings"
)

// Code says what kind of failure an error is. The codes are errors themselves, to be compared with
// errors.Is. Their numbers are append-only.
type Code uint32

const (
	// scripts/generate writes: error codes
	ErrDeviceOutOfMemory    Code = C.VYRE_ERROR_DEVICE_OUT_OF_MEMORY  // the device cannot hold the buffers
	ErrUnsupportedFeature   Code = C.VYRE_ERROR_UNSUPPORTED_FEATURE   // right, but this device or build cannot do it
	ErrKernelCompileFailed  Code = C.VYRE_ERROR_KERNEL_COMPILE_FAILED // the device's compiler refused the kernel
	ErrDispatchFailed       Code = C.VYRE_ERROR_DISPATCH_FAILED       // the work ran and failed: traps, device errors
	ErrInvalidProgram       Code = C.VYRE_ERROR_INVALID_PROGRAM       // breaks a rule of the IR or of SPIR-V
	ErrCooperativeResidency Code = C.VYRE_ERROR_COOPERATIVE_RESIDENCY // a grid cannot be resident as a whole
	ErrUnknown              Code = C.VYRE_ERROR_UNKNOWN               // none of the others: mostly, a driver fails
	ErrInvalidArgument      Code = C.VYRE_ERROR_INVALID_ARGUMENT      // a mistake in the call
	ErrNotFound             Code = C.VYRE_ERROR_NOT_FOUND             // no such device, parameter, constant, file
	ErrAlreadyRegistered    Code = C.VYRE_ERROR_ALREADY_REGISTERED    // a name or id is taken
	ErrOutOfHostMemory      Code = C.VYRE_ERROR_OUT_OF_HOST_MEMORY    // an allocation on the host failed
	ErrDeviceLost           Code = C.VYRE_ERROR_DEVICE_LOST           // the device is gone: see vyre_device_recover
	ErrTimedOut             Code = C.VYRE_ERROR_TIMED_OUT             // TimeoutNS of a description has passed
	ErrInputOutput          Code = C.VYRE_ERROR_INPUT_OUTPUT          // a file or a library could not be read or written
	ErrMalformedWire        Code = C.VYRE_ERROR_MALFORMED_WIRE        // bytes that are no program in wire form
	ErrMalformedJSON        Code = C.VYRE_ERROR_MALFORMED_JSON        // text that is no program in JSON form
	ErrInternal             Code = C.VYRE_ERROR_INTERNAL              // a mistake of the library; please report it
	ErrOutputTooSmall       Code = C.VYRE_ERROR_OUTPUT_TOO_SMALL      // the memory for a result is too small
	ErrCancelled            Code = C.VYRE_ERROR_CANCELLED             // somebody cancelled the work
	ErrNotReady             Code = C.VYRE_ERROR_NOT_READY             // not made yet, or no room now: ask again later
	ErrMalformedModule      Code = C.VYRE_ERROR_MALFORMED_MODULE      // bytes that are no SPIR-V module
	// scripts/generate ends
)

// String is the code's name, "INVALID_PROGRAM", or its number when it has none.
func (c Code) String() string {
	if name := text(C.vyre_error_code_name(C.vyre_error_code(c))); name != "" {
		return name
	}
	return strconv.FormatUint(uint64(c), 10)
}

// Error is the code's name after "vyre: ".
func (c Code) Error() string { return "vyre: " + c.String() }

// Error is why a call failed. It may outlive everything else, and be given back by a callback.
type Error struct {
	Code Code
	Text string // all of it, ready to print: message, "Fix: ", label and a line for each finding
	Info ErrorInfo
	raw  *handle[*C.vyre_error] // nil: no error of the library
}

// ErrorInfo is an error as data. Numbers that it does not have are [Unknown].
type ErrorInfo struct {
	Message     string // what happened
	Fix         string // what to do
	Label       string // the nearest one: of the step, dispatch, pipeline or program
	Path        string // of a trap: the statement as its author wrote it
	TrapTag     string // of a trap
	Findings    []Finding
	NativeCode  int64  // a VkResult, an errno; 0: none
	Segment     uint64 // that failed, of a program that was cut at grid barriers; of equal ones the first
	Step        uint64 // of a sequence
	TrapAddress uint64 // of a trap
	TrapLane    uint64 // the id on x of the invocation that failed, unless it has one on another axis
	Limit       uint64 // that was passed, or memory that there was
	Requested   uint64 // what was asked for
}

// Finding is one thing that is wrong, or missing.
type Finding struct {
	Code  string // the rule "V010", or the fact "F64"
	Path  string // where: "body[2].if.then[0]", "op 'math.add'", "parameter 'out'"
	Other string // the second place where there are two, as the first owner of an id
	Text  string // a sentence
	Fix   string // what to do
	Label string // the nearest one
}

// Error is the text after "vyre: ".
func (e *Error) Error() string { return "vyre: " + e.Text }

// Is makes errors.Is(err, ErrInvalidProgram) and its like work.
func (e *Error) Is(target error) bool { return target == error(e.Code) }

// Must is value, where err is nil; else it panics with err. It is for programs that cannot go on,
// and for tests.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// take turns an error of the library into one of Go, which owns it; NULL is nil.
func take(e *C.vyre_error) error {
	if e == nil {
		return nil
	}
	err := &Error{
		Code: Code(C.vyre_error_get_code(e)),
		Text: C.GoString(C.vyre_error_text(e)),
		Info: errorInfo(C.vyre_error_get_info(e)),
		raw:  newHandle(e, nil),
	}
	runtime.AddCleanup(err, (*handle[*C.vyre_error]).close, err.raw)
	return err
}

func errorInfo(info *C.vyre_error_info) ErrorInfo {
	return ErrorInfo{
		Message:     text(info.message),
		Fix:         text(info.fix),
		Label:       text(info.label),
		Path:        text(info.path),
		TrapTag:     text(info.trap_tag),
		Findings:    each(info.findings, info.finding_count, finding),
		NativeCode:  int64(info.native_code),
		Segment:     uint64(info.segment),
		Step:        uint64(info.step),
		TrapAddress: uint64(info.trap_address),
		TrapLane:    uint64(info.trap_lane),
		Limit:       uint64(info.limit),
		Requested:   uint64(info.requested),
	}
}

func finding(f *C.vyre_finding) Finding {
	return Finding{
		Code: text(f.code), Path: text(f.path), Other: text(f.other),
		Text: text(f.text), Fix: text(f.fix), Label: text(f.label),
	}
}

// mistake is an error that is found before the library is called. text has a "Fix: ".
func mistake(code Code, text string) error {
	message, fix, _ := strings.Cut(text, ". Fix: ")
	return &Error{Code: code, Text: text, Info: ErrorInfo{
		Message: message, Fix: fix, Segment: Unknown, Step: Unknown,
		TrapAddress: Unknown, TrapLane: Unknown, Limit: Unknown, Requested: Unknown,
	}}
}

// toC is an error for a callback to return. One of the library is passed on as it is, findings
// included; of one that was wrapped or written by hand its code and text, of any other its text.
func toC(err error) *C.vyre_error {
	var ours *Error
	if !errors.As(err, &ours) {
		return C.vyre_error_create(C.VYRE_ERROR_UNKNOWN, 0, str(err.Error()))
	}
	if ours == nil {
		said := "a callback returned a nil *Error as an error. Fix: return nil itself"
		return C.vyre_error_create(C.VYRE_ERROR_INVALID_ARGUMENT, 0, str(said))
	}
	if raw := ours.raw.use(); raw != nil {
		defer ours.raw.done(raw)
		if err == error(ours) && ours.Text == C.GoString(C.vyre_error_text(raw)) {
			return C.vyre_error_share(raw)
		}
	}
	said := ours.Text
	if err != error(ours) {
		said = err.Error()
	}
	return C.vyre_error_create(C.vyre_error_code(ours.Code), C.int64_t(ours.Info.NativeCode), str(said))
}
