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
	_, err := c.AcquireBackend("abacus", nil)
	wantError(t, err, ErrNotFound, "abacus")
	_, err = c.AcquireBackend("cpu-ref", &BackendOptions{Flags: 1})
	wantError(t, err, ErrInvalidArgument, "flags")
}

func TestThePreferredBackendIsTheChosenOne(t *testing.T) {
	c := newTestContext(t, nil)
	list, err := c.ListBackends(nil)
	ok(t, err)
	preferred, err := c.AcquirePreferredBackend(nil)
	ok(t, err)
	defer preferred.Close()
	profile, err := preferred.Profile()
	ok(t, err)
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
	preferred, err := c.AcquirePreferredBackend(nil)
	ok(t, err)
	id := preferred.ID()
	preferred.Close()
	options := &SelectOptions{Exclude: []string{"something else", id}}
	list, err := c.ListBackends(options)
	ok(t, err)
	for _, info := range list {
		if info.ID == id && info.Flags&BackendCandidate != 0 {
			t.Errorf("%s is excluded and a candidate", id)
		}
	}
	oracle, err := c.AcquirePreferredBackend(&SelectOptions{ID: "cpu-ref"})
	ok(t, err)
	wantEqual(t, oracle.ID(), "cpu-ref")
	oracle.Close()
	_, err = c.AcquirePreferredBackend(&SelectOptions{Flags: 1 << 40})
	wantError(t, err, ErrInvalidArgument, "flags")
	_, err = c.AcquirePreferredBackend(&SelectOptions{Flags: SelectNoSoftware, ID: "nobody"})
	wantError(t, err, ErrNotFound, "nobody")
}

func TestProfilesAreFacts(t *testing.T) {
	profile, err := acquire(t, newTestContext(t, nil), "vulkan").Profile()
	ok(t, err)
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
	ids, err := c.Backends()
	ok(t, err)
	wantEqual(t, strings.Join(ids, " "), "vulkan cpu-ref")
}

func TestBandwidthIsMeasuredOnRequest(t *testing.T) {
	c := newTestContext(t, nil)
	backend, err := c.AcquirePreferredBackend(nil)
	ok(t, err)
	defer backend.Close()
	before, err := backend.Profile()
	ok(t, err)
	wantEqual(t, before.BandwidthSource, FactUnknown)
	gbps, err := backend.Measure()
	ok(t, err)
	after, err := backend.Profile()
	ok(t, err)
	wantEqual(t, after.BandwidthSource, FactMeasured)
	wantEqual(t, after.MemoryBandwidthGbps, gbps)
	list, err := c.ListBackends(nil)
	ok(t, err)
	wantEqual(t, list[0].DecidedBy, DecidedByBest)
}
