package vyre

// #include <vyre_driver.h>
import "C"

import "errors"

// Code says what kind of failure an error is. The codes are errors themselves, to be compared with
// errors.Is. Their numbers are append-only.
type Code int32

const (
	// scripts/generate writes: error codes
	ErrDeviceOutOfMemory    Code = C.VYRE_ERROR_DEVICE_OUT_OF_MEMORY  // the device cannot hold the buffers
	ErrUnsupportedFeature   Code = C.VYRE_ERROR_UNSUPPORTED_FEATURE   // a right program that this backend cannot run
	ErrKernelCompileFailed  Code = C.VYRE_ERROR_KERNEL_COMPILE_FAILED // the device's compiler refused the kernel
	ErrDispatchFailed       Code = C.VYRE_ERROR_DISPATCH_FAILED       // the work ran and failed: traps, device errors
	ErrInvalidProgram       Code = C.VYRE_ERROR_INVALID_PROGRAM       // breaks a rule of the IR; carries findings
	ErrCooperativeResidency Code = C.VYRE_ERROR_COOPERATIVE_RESIDENCY // a grid cannot be resident as a whole
	ErrUnknown              Code = C.VYRE_ERROR_UNKNOWN               // none of the others
	ErrInvalidArgument      Code = C.VYRE_ERROR_INVALID_ARGUMENT      // a mistake in the call
	ErrNotFound             Code = C.VYRE_ERROR_NOT_FOUND             // no such backend, device, buffer, entry
	ErrAlreadyRegistered    Code = C.VYRE_ERROR_ALREADY_REGISTERED    // a name or id is taken
	ErrOutOfHostMemory      Code = C.VYRE_ERROR_OUT_OF_HOST_MEMORY    // an allocation on the host failed
	ErrDeviceLost           Code = C.VYRE_ERROR_DEVICE_LOST           // the device is gone: recover the backend
	ErrTimedOut             Code = C.VYRE_ERROR_TIMED_OUT             // the deadline of a synchronous call passed
	ErrInputOutput          Code = C.VYRE_ERROR_INPUT_OUTPUT          // a file or a library could not be read
	ErrMalformedWire        Code = C.VYRE_ERROR_MALFORMED_WIRE        // bytes that are not a program in wire form
	ErrMalformedJSON        Code = C.VYRE_ERROR_MALFORMED_JSON        // text that is not a program in JSON form
	ErrInternal             Code = C.VYRE_ERROR_INTERNAL              // a mistake of the library; please report it
	ErrInsufficientCapacity Code = C.VYRE_ERROR_INSUFFICIENT_CAPACITY // the memory given is too small
	// scripts/generate ends
)

// String is the code's name, "INVALID_PROGRAM", or "UNKNOWN" for a number without one.
func (c Code) String() string { return text(C.vyre_error_code_name(C.int32_t(c))) }

// Error is the code's name after "vyre: ".
func (c Code) Error() string { return "vyre: " + c.String() }

// Error is why a call failed. It is a copy and holds nothing of the library.
type Error struct {
	Code       Code
	Text       string // what happened, and after "Fix: " what to do
	Findings   []Finding
	Segment    int64 // number of the program segment that failed, from 0; -1 when it was not cut
	NativeCode int64 // the backend's own number, a VkResult for Vulkan; 0 when it gave none
}

// Finding is one thing that is wrong with a program.
type Finding struct {
	Code string // the rule: "V010"
	Path string // where in the program: "body[2].if.then[0]"
	Text string // a sentence
}

// Error is the text after "vyre: ".
func (e *Error) Error() string { return "vyre: " + e.Text }

// Is makes errors.Is(err, ErrInvalidProgram) and its like work.
func (e *Error) Is(target error) bool { return target == error(e.Code) }

// take turns an error of the library, which it destroys, into one of Go; NULL is nil.
func take(e *C.vyre_error) error {
	if e == nil {
		return nil
	}
	defer C.vyre_error_destroy(e)
	return &Error{
		Code:       Code(C.vyre_error_code(e)),
		Text:       text(C.vyre_error_text(e)),
		Findings:   findings(e),
		Segment:    int64(C.vyre_error_segment(e)),
		NativeCode: int64(C.vyre_error_native_code(e)),
	}
}

func findings(e *C.vyre_error) []Finding {
	return list(C.vyre_error_finding_count(e), func(i C.size_t) Finding {
		f := C.vyre_error_finding(e, i)
		return Finding{Code: text(f.code), Path: text(f.path), Text: text(f.text)}
	})
}

// succeeded says whether a call returned no error, and ends the error that it did return.
func succeeded(e *C.vyre_error) bool { return C.vyre_error_consume(e) == C.VYRE_OK }

// mistake is an error that is found before the library is called.
func mistake(code Code, text string) error { return &Error{Code: code, Text: text, Segment: -1} }

// toC is an error for a callback to return: with the code and the text of one of the library, else
// with ErrUnknown.
func toC(err error) *C.vyre_error {
	var ours *Error
	if errors.As(err, &ours) {
		return C.vyre_error_create(C.int32_t(ours.Code), str(ours.Text))
	}
	return C.vyre_error_create(C.VYRE_ERROR_UNKNOWN, str(err.Error()))
}
