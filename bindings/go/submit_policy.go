package vyre

/*
#include <vyre_driver.h>
*/
import "C"

import "time"

// SubmitPolicy is how a backend hands over work and waits for it; no result depends on it.
type SubmitPolicy struct {
	// How long a thread that waits looks again and again before it sleeps; 0: it sleeps at once.
	Spin time.Duration

	// Threads look only while no more of them than these wait for the backend.
	SpinThreads uint32

	// What is estimated to take the device longer is submitted in parts of about that long. The
	// first dispatch of a pipeline then begins with small parts and waits for each, to learn
	// what a workgroup costs; in a sequence what nothing is known of has a submission to itself.
	// 0: never. Grids of SPIR-V modules are not cut.
	MostSubmission time.Duration
}

// SubmitPolicy is the policy as it is now; of a new backend the defaults for its device. Backends
// without one, which is all but Vulkan devices, give [ErrUnsupportedFeature].
func (b *Backend) SubmitPolicy() (SubmitPolicy, error) {
	p, h := use(b)
	defer h.done(p)
	raw := blank[C.vyre_submit_policy]()
	err := take(C.vyre_backend_get_submit_policy(p, &raw))
	return SubmitPolicy{
		Spin:           duration(uint64(raw.spin_ns)),
		SpinThreads:    uint32(raw.spin_threads),
		MostSubmission: duration(uint64(raw.most_submission_ns)),
	}, err
}

// SetSubmitPolicy counts for dispatches and waits that begin afterwards. Negative durations are 0.
func (b *Backend) SetSubmitPolicy(policy SubmitPolicy) error {
	p, h := use(b)
	defer h.done(p)
	raw := blank[C.vyre_submit_policy]()
	raw.spin_ns = C.uint64_t(max(policy.Spin, 0))
	raw.spin_threads = C.uint32_t(policy.SpinThreads)
	raw.most_submission_ns = C.uint64_t(max(policy.MostSubmission, 0))
	return take(C.vyre_backend_set_submit_policy(p, &raw))
}

func duration(nanoseconds uint64) time.Duration {
	return time.Duration(min(nanoseconds, 1<<63-1))
}
