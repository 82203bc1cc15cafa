package vyre

// #include "all.h"
import "C"

import "time"

// SubmitPolicy is how a device gets work and how the library waits for it; no result depends on it.
type SubmitPolicy struct {
	// How long a waiting thread looks again and again before it sleeps; 0: it sleeps at once.
	Spin time.Duration

	// Work that would keep the device busy for longer is submitted in parts of about that long each.
	// The first dispatch of a pipeline begins with small parts and waits for each, to learn how long
	// they take. 0: never. The grid of a SPIR-V module is not cut.
	MaxSubmission time.Duration

	// Threads look only while no more than this many wait for the device. Beyond it they sleep.
	MaxSpinningThreads uint32
}

// SubmitPolicy is the policy as it is now; of a new device the defaults that suit it. Only Vulkan
// devices have one; others give [ErrUnsupportedFeature].
func (d *Device) SubmitPolicy() (SubmitPolicy, error) {
	p, h := use(d)
	defer h.done(p)
	raw := blank[C.vyre_submit_policy]()
	err := take(C.vyre_device_get_submit_policy(p, &raw))
	return SubmitPolicy{
		Spin:               duration(raw.spin_ns),
		MaxSubmission:      duration(raw.max_submission_ns),
		MaxSpinningThreads: uint32(raw.max_spinning_threads),
	}, err
}

// SetSubmitPolicy counts for dispatches and waits that begin afterwards. Negative durations are 0.
func (d *Device) SetSubmitPolicy(policy SubmitPolicy) error {
	p, h := use(d)
	defer h.done(p)
	raw := blank[C.vyre_submit_policy]()
	raw.spin_ns = C.uint64_t(max(policy.Spin, 0))
	raw.max_submission_ns = C.uint64_t(max(policy.MaxSubmission, 0))
	raw.max_spinning_threads = C.uint32_t(policy.MaxSpinningThreads)
	return take(C.vyre_device_set_submit_policy(p, &raw))
}
