package vyre

import (
	"testing"
	"time"
)

func TestSubmitPoliciesAreKeptAndChangeNoResult(t *testing.T) {
	backend := acquire(t, newTestContext(t, nil), "vulkan")
	defaults, err := backend.SubmitPolicy()
	ok(t, err)
	wantEqual(t, defaults.Spin > 0 && defaults.SpinThreads > 0, true)
	wantEqual(t, defaults.MostSubmission, 0)
	policy := SubmitPolicy{MostSubmission: time.Nanosecond}
	ok(t, backend.SetSubmitPolicy(policy))
	changed, err := backend.SubmitPolicy()
	ok(t, err)
	wantEqual(t, changed, policy)
	out := make([]uint32, 3)
	run(t, compile(t, backend, increment), Input(0, []uint32{1, 2, 3}), Output(1, out))
	wantEqual(t, out[2], 4)
}

func TestTheOracleHasNoSubmitPolicy(t *testing.T) {
	backend := acquire(t, newTestContext(t, nil), "cpu-ref")
	_, err := backend.SubmitPolicy()
	wantError(t, err, ErrUnsupportedFeature, "submit policy")
}

func TestOptimizationsChangeNoResult(t *testing.T) {
	for _, options := range []ContextOptions{{NoOptimisations: true}, {AllOptimisations: true}} {
		backend := acquire(t, newTestContext(t, &options), "vulkan")
		out := make([]uint32, 3)
		run(t, compile(t, backend, increment), Input(0, []uint32{1, 2, 3}), Output(1, out))
		wantEqual(t, out[2], 4)
	}
	_, err := CreateContext(&ContextOptions{NoOptimisations: true, AllOptimisations: true})
	wantError(t, err, ErrInvalidArgument, "OPTIMISATIONS")
}
