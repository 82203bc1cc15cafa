package vyre

import (
	"testing"

	"vyre.local/vyre/internal/vulkanhost"
)

// holding is a device whose work can be held: on Vulkan behind a gate, with all that is begun later.
// That of the oracle goes on in who waits for it, for hours, until it is cancelled. So no machine is
// so fast that the work is over, or so slow that the test comes too late.
type holding struct {
	*Device
	pipeline     *Pipeline // of chained
	host         *vulkanhost.Host
	gate         *Semaphore
	shut, opened uint64
}

// onEachHolding runs a test on each device.
func onEachHolding(t *testing.T, test func(t *testing.T, device *holding)) {
	t.Run("cpu-ref", func(t *testing.T) {
		device := oracle(t)
		test(t, &holding{Device: device, pipeline: compile(t, device, chained)})
	})
	t.Run("vulkan", func(t *testing.T) { test(t, holdingVulkan(t)) })
}

func holdingVulkan(t *testing.T) *holding {
	t.Helper()
	host, desc, released := newHost(t)
	device := imported(t, newTestContext(t, nil), desc, released)
	gate := opened(device.ImportVulkanSemaphore(&VulkanSemaphoreDesc{Semaphore: host.Timeline()}))(t)
	h := &holding{Device: device, pipeline: compile(t, device, chained), host: host, gate: gate}
	t.Cleanup(h.letGo)
	return h
}

// hold is the options of a dispatch of the pipeline that is held, as all that is begun from now on.
func (h *holding) hold(t *testing.T) *DispatchOptions {
	t.Helper()
	if h.host == nil {
		return &DispatchOptions{Grid: [3]uint32{1 << 24, 1, 1}}
	}
	h.shut++
	ok(t, h.OrderAfter(SyncPoint{h.gate, h.shut}))
	return &DispatchOptions{Grid: [3]uint32{1, 1, 1}}
}

// letGo lets what is held go on; on the oracle it has to be cancelled.
func (h *holding) letGo() {
	if h.opened < h.shut {
		h.opened = h.shut
		h.host.Signal(h.opened)
	}
}
