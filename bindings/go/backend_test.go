package vyre

import (
	"strings"
	"testing"
)

func TestBackendsAreAcquiredByID(t *testing.T) {
	c := newTestContext(t, nil)
	oracle := acquire(t, c, "cpu-ref")
	wantEqual(t, oracle.ID(), "cpu-ref")
	vulkan := acquire(t, c, "vulkan")
	if !strings.HasPrefix(vulkan.ID(), "vulkan:") || vulkan.Version() == "" {
		t.Errorf("id %q, version %q", vulkan.ID(), vulkan.Version())
	}
	again := acquire(t, c, vulkan.ID())
	wantEqual(t, again.ID(), vulkan.ID())
	wantError(t, failed(c.AcquireBackend("abacus", nil)), ErrNotFound, "abacus")
	wantError(t, failed(c.AcquireBackend("cpu-ref", &BackendOptions{Flags: 1})), ErrInvalidArgument, "flags")
}

func TestThePreferredBackendIsTheChosenOne(t *testing.T) {
	c := newTestContext(t, nil)
	list := must(c.ListBackends(nil))(t)
	preferred := opened(c.AcquirePreferredBackend(nil))(t)
	profile := must(preferred.Profile())(t)
	chosen, oracles := 0, 0
	for _, info := range list {
		if info.Flags&BackendChosen != 0 {
			chosen++
			wantEqual(t, info.ID, preferred.ID())
			wantEqual(t, info.Version, preferred.Version())
			wantEqual(t, info.Profile, profile)
			wantEqual(t, info.Order, 1)
		}
		if info.Flags&BackendOracle != 0 {
			oracles++
			wantEqual(t, info.Profile.Kind, DeviceOracle)
		}
		if info.Reason == "" {
			t.Errorf("%s is listed without a reason", info.ID)
		}
	}
	wantEqual(t, chosen, 1)
	wantEqual(t, oracles, 1)
}

func TestSelectionsLeaveOut(t *testing.T) {
	c := newTestContext(t, nil)
	preferred := must(c.AcquirePreferredBackend(nil))(t)
	id := preferred.ID()
	preferred.Close()
	options := &SelectOptions{Exclude: []string{"something else", id}}
	list := must(c.ListBackends(options))(t)
	for _, info := range list {
		if info.ID == id && info.Flags&BackendCandidate != 0 {
			t.Errorf("%s is excluded and a candidate", id)
		}
	}
	oracle := must(c.AcquirePreferredBackend(&SelectOptions{ID: "cpu-ref"}))(t)
	wantEqual(t, oracle.ID(), "cpu-ref")
	oracle.Close()
	wantError(t, failed(c.AcquirePreferredBackend(&SelectOptions{Flags: 1 << 40})), ErrInvalidArgument, "flags")
	wantError(t, failed(c.AcquirePreferredBackend(&SelectOptions{Flags: SelectNoSoftware, ID: "nobody"})),
		ErrNotFound, "nobody")
}

func TestProfilesAreFacts(t *testing.T) {
	profile := must(acquire(t, newTestContext(t, nil), "vulkan").Profile())(t)
	if profile.Name == "" || profile.Driver == "" || profile.APIVersion == "" || profile.DeviceUUID == [16]byte{} {
		t.Errorf("names are missing: %+v", profile)
	}
	if profile.MaxBufferBytes == 0 || profile.MaxBuffers == 0 || profile.MaxWorkgroupInvocations == 0 ||
		profile.MaxWorkgroupSize[0] == 0 || profile.MaxWorkgroupCount[2] == 0 || profile.BufferOffsetAlignment == 0 {
		t.Errorf("limits are missing: %+v", profile)
	}
}

func TestBackendRecordsAreJoinedByID(t *testing.T) {
	c := newTestContext(t, nil)
	wantEqual(t, c.BackendRank("vulkan"), 30)
	wantEqual(t, c.BackendDispatches("vulkan"), true)
	wantEqual(t, c.BackendRank("absent"), RankNone)
	wantEqual(t, c.BackendDispatches("absent"), false)
	ok(t, c.DeclareRank("absent", 5))
	ok(t, c.DeclareDispatches("absent", true))
	wantEqual(t, c.BackendRank("absent"), 5)
	wantEqual(t, c.BackendDispatches("absent"), true)
	wantError(t, c.DeclareRank("absent", 6), ErrAlreadyRegistered, "was declared as 5")
	wantError(t, c.DeclareDispatches("vulkan", false), ErrAlreadyRegistered, "'vulkan'")
	ids := must(c.Backends())(t)
	wantEqual(t, strings.Join(ids, " "), "vulkan cpu-ref")
}

func TestBandwidthIsMeasuredOnRequest(t *testing.T) {
	c := newTestContext(t, nil)
	backend := opened(c.AcquirePreferredBackend(nil))(t)
	before := must(backend.Profile())(t)
	wantEqual(t, before.BandwidthSource, FactUnknown)
	gbps := must(backend.Measure())(t)
	after := must(backend.Profile())(t)
	wantEqual(t, after.BandwidthSource, FactMeasured)
	wantEqual(t, after.MemoryBandwidthGbps, gbps)
	list := must(c.ListBackends(nil))(t)
	wantEqual(t, list[0].DecidedBy, DecidedByBest)
}
