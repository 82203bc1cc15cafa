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
	wantIncrements(t, backend)
}

func TestTheOracleHasNoSubmitPolicy(t *testing.T) {
	backend := acquire(t, newTestContext(t, nil), "cpu-ref")
	wantError(t, failed(backend.SubmitPolicy()), ErrUnsupportedFeature, "submit policy")
}

func TestOptimizationsChangeNoResult(t *testing.T) {
	for _, options := range []ContextOptions{{NoOptimisations: true}, {AllOptimisations: true}} {
		backend := acquire(t, newTestContext(t, &options), "vulkan")
		wantIncrements(t, backend)
	}
	wantError(t, failed(CreateContext(&ContextOptions{NoOptimisations: true, AllOptimisations: true})),
		ErrInvalidArgument, "OPTIMISATIONS")
}
