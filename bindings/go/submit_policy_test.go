package vyre

import (
	"testing"
	"time"
)

func TestSubmitPoliciesAreKeptAndChangeNoResult(t *testing.T) {
	device := openID(t, newTestContext(t, nil), "vulkan")
	defaults := must(device.SubmitPolicy())(t)
	wantEqual(t, defaults.Spin > 0 && defaults.MaxSpinningThreads > 0, true)
	wantEqual(t, defaults.MaxSubmission, 0)
	policy := SubmitPolicy{MaxSubmission: time.Nanosecond}
	ok(t, device.SetSubmitPolicy(policy))
	changed := must(device.SubmitPolicy())(t)
	wantEqual(t, changed, policy)
	wantIncrements(t, device)
}

func TestTheOracleHasNoSubmitPolicy(t *testing.T) {
	wantError(t, failed(oracle(t).SubmitPolicy()), ErrUnsupportedFeature, "submit policy")
}
