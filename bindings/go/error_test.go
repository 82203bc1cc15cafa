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
	wantEqual(t, GetBuildFlags()&^BuildSpirvTools, 0)
}

func TestErrorsCarryWhatHappened(t *testing.T) {
	p, err := LoadProgram([]byte("nonsense"), &ProgramOptions{Format: FormatWire})
	if p != nil {
		t.Error("an error came with a program")
	}
	wantError(t, err, ErrMalformedWire, "")
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%T is not an *Error", err)
	}
	wantEqual(t, e.Code, ErrMalformedWire)
	if e.Info.Message == "" || e.Info.Fix == "" {
		t.Errorf("parts are missing: %+v", e.Info)
	}
	wantDeep(t, e.Info, ErrorInfo{
		Message: e.Info.Message, Fix: e.Info.Fix, Label: e.Info.Label,
		Segment: Unknown, Step: Unknown, TrapAddress: Unknown, TrapLane: Unknown, Limit: Unknown, Requested: Unknown,
	})
	if errors.Is(err, ErrMalformedJSON) {
		t.Error("the error is of two codes")
	}
}

func TestErrorsCarryFindings(t *testing.T) {
	err := load(t, invalid).Validate(nil)
	wantError(t, err, ErrInvalidProgram, "absent")
	var e *Error
	if !errors.As(err, &e) || len(e.Info.Findings) == 0 {
		t.Fatalf("no findings in %v", err)
	}
	for _, f := range e.Info.Findings {
		if f.Code == "" || f.Path == "" || f.Text == "" {
			t.Errorf("finding %+v is incomplete", f)
		}
	}
	ok(t, load(t, increment).Validate(nil))
}

func TestTrapsTellTheirParts(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		err := failed(dispatch(compile(t, device, trap), nil, Out("out", []uint32{5})))
		var e *Error
		if !errors.As(err, &e) {
			t.Fatalf("%T is not an *Error", err)
		}
		wantEqual(t, e.Info.TrapTag, "always")
		wantEqual(t, e.Info.TrapAddress, 9)
		wantEqual(t, e.Info.TrapLane, 0)
		wantEqual(t, e.Info.Path == "", false)
	})
}

// TestMistakesOfThisPackageAreErrorsToo looks at one that never reaches the library.
func TestMistakesOfThisPackageAreErrorsToo(t *testing.T) {
	_, err := (*Context)(nil).LoadProgram(nil, nil)
	wantError(t, err, ErrInvalidArgument, "the context is nil or closed")
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%T is not an *Error", err)
	}
	wantEqual(t, e.Info.Message, "the context is nil or closed")
	wantEqual(t, e.Info.Fix, "close it after its last use")
	wantEqual(t, e.Info.Segment, Unknown)
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
		ErrOutputTooSmall:       "OUTPUT_TOO_SMALL",
		ErrCancelled:            "CANCELLED",
		ErrNotReady:             "NOT_READY",
		ErrMalformedModule:      "MALFORMED_MODULE",
		0:                       "OK",
		31:                      "31",
	}
	for code, name := range names {
		wantEqual(t, code.String(), name)
		wantEqual(t, code.Error(), "vyre: "+name)
		if !errors.Is(fmt.Errorf("wrapped: %w", &Error{Code: code}), code) {
			t.Errorf("errors.Is does not know %s", name)
		}
	}
}

func TestMustPanicsWithTheError(t *testing.T) {
	wantEqual(t, Must(7, nil), 7)
	defer func() { wantEqual(t, recover(), any(ErrNotFound)) }()
	Must(0, error(ErrNotFound))
}

// failingOp is an op of a registry whose reference function gives what fail gives.
func failingOp(t *testing.T, fail func() error) Op {
	t.Helper()
	c := newTestContext(t, nil)
	reference := func([]byte) ([]byte, error) { return nil, fail() }
	return with(t, c, OpDesc{ID: "go.failing", Dialect: "test", Reference: reference}).Find("go.failing")
}

func TestErrorsPassThroughCallbacksWhole(t *testing.T) {
	program := load(t, invalid)
	inner := program.Validate(nil)
	program.Close()
	outer := failed(failingOp(t, func() error { return inner }).RunReference(nil))
	var before, after *Error
	if !errors.As(inner, &before) || !errors.As(outer, &after) {
		t.Fatalf("got %v and %v", inner, outer)
	}
	wantEqual(t, after.Code, ErrInvalidProgram)
	wantDeep(t, after.Info.Findings, before.Info.Findings)

	copied := *before
	copied.Text = "another text. Fix: none"
	wantError(t, failed(failingOp(t, func() error { return &copied }).RunReference(nil)), ErrInvalidProgram, "another text")
	wantError(t, failed(failingOp(t, func() error { return fmt.Errorf("around: %w", inner) }).RunReference(nil)),
		ErrInvalidProgram, "around")
}
