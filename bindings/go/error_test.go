package vyre

import (
	"errors"
	"fmt"
	"testing"
)

func TestTellsItsVersion(t *testing.T) {
	wantEqual(t, ABIVersion(), HeaderABIVersion)
	var major, minor, patch int
	if n, _ := fmt.Sscanf(Version(), "%d.%d.%d", &major, &minor, &patch); n != 3 {
		t.Errorf("version is %q", Version())
	}
}

func TestErrorsCarryWhatHappened(t *testing.T) {
	c := must(DefaultContext())(t)
	p, err := c.DecodeProgram([]byte("nonsense"))
	c.Close()
	if p != nil {
		t.Error("an error came with a program")
	}
	wantError(t, err, ErrMalformedWire, "")
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%T is not an *Error", err)
	}
	wantEqual(t, e.Code, ErrMalformedWire)
	wantEqual(t, e.Segment, -1)
	wantEqual(t, e.NativeCode, 0)
	wantEqual(t, len(e.Findings), 0)
	if errors.Is(err, ErrMalformedJSON) {
		t.Error("the error is of two codes")
	}
}

func TestErrorsCarryFindings(t *testing.T) {
	program := load(t, invalid)
	err := program.Validate(nil)
	wantError(t, err, ErrInvalidProgram, "absent")
	var e *Error
	if !errors.As(err, &e) || len(e.Findings) == 0 {
		t.Fatalf("no findings in %v", err)
	}
	for _, f := range e.Findings {
		if f.Code == "" || f.Path == "" || f.Text == "" {
			t.Errorf("finding %+v is incomplete", f)
		}
	}
	wantEqual(t, program.Valid(nil), false)
	wantEqual(t, load(t, increment).Valid(nil), true)
}

func TestEachCodeHasItsName(t *testing.T) {
	names := map[Code]string{
		ErrDeviceOutOfMemory:    "DEVICE_OUT_OF_MEMORY",
		ErrUnsupportedFeature:   "UNSUPPORTED_FEATURE",
		ErrKernelCompileFailed:  "KERNEL_COMPILE_FAILED",
		ErrDispatchFailed:       "DISPATCH_FAILED",
		ErrInvalidProgram:       "INVALID_PROGRAM",
		ErrCooperativeResidency: "COOPERATIVE_RESIDENCY",
		ErrUnknown:              "UNKNOWN",
		ErrInvalidArgument:      "INVALID_ARGUMENT",
		ErrNotFound:             "NOT_FOUND",
		ErrAlreadyRegistered:    "ALREADY_REGISTERED",
		ErrOutOfHostMemory:      "OUT_OF_HOST_MEMORY",
		ErrDeviceLost:           "DEVICE_LOST",
		ErrTimedOut:             "TIMED_OUT",
		ErrInputOutput:          "INPUT_OUTPUT",
		ErrMalformedWire:        "MALFORMED_WIRE",
		ErrMalformedJSON:        "MALFORMED_JSON",
		ErrInternal:             "INTERNAL",
		ErrInsufficientCapacity: "INSUFFICIENT_CAPACITY",
		0:                       "OK",
		31:                      "UNKNOWN",
	}
	for code, name := range names {
		wantEqual(t, code.String(), name)
		wantEqual(t, code.Error(), "vyre: "+name)
		if !errors.Is(fmt.Errorf("wrapped: %w", &Error{Code: code}), code) {
			t.Errorf("errors.Is does not know %s", name)
		}
	}
}
