package vyre

import (
	"testing"
	"time"
)

func TestSubmitPoliciesAreKeptAndChangeNoResult(t *testing.T) {
	backend := acquire(t, newTestContext(t, nil), "vulkan")
	defaults := must(backend.SubmitPolicy())(t)
	wantEqual(t, defaults.Spin > 0 && defaults.SpinThreads > 0, true)
	wantEqual(t, defaults.MostSubmission, 0)
	policy := SubmitPolicy{MostSubmission: time.Nanosecond}
	ok(t, backend.SetSubmitPolicy(policy))
	changed := must(backend.SubmitPolicy())(t)
	wantEqual(t, changed, policy)
	out := make([]uint32, 3)
	run(t, compile(t, backend, increment), Input(0, []uint32{1, 2, 3}), Output(1, out))
	wantEqual(t, out[2], 4)
}

func TestTheOracleHasNoSubmitPolicy(t *testing.T) {
	backend := acquire(t, newTestContext(t, nil), "cpu-ref")
	wantError(t, failed(backend.SubmitPolicy()), ErrUnsupportedFeature, "submit policy")
}

func TestOptimizationsChangeNoResult(t *testing.T) {
	for _, options := range []ContextOptions{{NoOptimisations: true}, {AllOptimisations: true}} {
		backend := acquire(t, newTestContext(t, &options), "vulkan")
		out := make([]uint32, 3)
		run(t, compile(t, backend, increment), Input(0, []uint32{1, 2, 3}), Output(1, out))
		wantEqual(t, out[2], 4)
	}
	wantError(t, failed(CreateContext(&ContextOptions{NoOptimisations: true, AllOptimisations: true})),
		ErrInvalidArgument, "OPTIMISATIONS")
}
