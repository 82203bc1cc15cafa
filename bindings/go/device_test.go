package vyre

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestDevicesAreOpenedByID(t *testing.T) {
	c := newTestContext(t, nil)
	wantEqual(t, openID(t, c, "cpu-ref").Info().ID, "cpu-ref")
	vulkan := openID(t, c, "vulkan").Info()
	if !strings.HasPrefix(vulkan.ID, "vulkan:") || vulkan.Backend != "vulkan" || vulkan.BackendVersion == "" {
		t.Errorf("got %+v", vulkan)
	}
	wantEqual(t, openID(t, c, vulkan.ID).Info().ID, vulkan.ID)
	err := failed(c.OpenDevice(&DeviceOptions{ID: "abacus"}))
	wantError(t, err, ErrNotFound, "abacus")
	var e *Error
	if !errors.As(err, &e) || len(e.Info.Findings) < 2 {
		t.Errorf("there is not a finding for each candidate in %v", err)
	}
}

func TestTheSharedContextOpensDevicesToo(t *testing.T) {
	device := opened(OpenDevice(&DeviceOptions{ID: "cpu-ref"}))(t)
	wantIncrements(t, device)
	list := must(ListDevices(nil))(t)
	wantEqual(t, list[len(list)-1].ID, "cpu-ref")
}

func TestTheBestDeviceIsTheChosenOne(t *testing.T) {
	c := newTestContext(t, nil)
	list := must(c.ListDevices(nil))(t)
	best := opened(c.OpenDevice(nil))(t).Info()
	chosen, oracles := 0, 0
	for _, entry := range list {
		if entry.Flags&DeviceChosen != 0 {
			chosen++
			wantEqual(t, entry.ID, best.ID)
			wantDeep(t, *entry.Info, best)
			wantEqual(t, entry.Order, 1)
			wantEqual(t, entry.Decision, DecisionBest)
		}
		if entry.Flags&DeviceIsOracle != 0 {
			oracles++
			wantEqual(t, entry.Info.Kind, DeviceOracle)
			wantEqual(t, entry.Decision, DecisionOracle)
		}
		if entry.Reason == "" {
			t.Errorf("%s is listed without a reason", entry.ID)
		}
		wantEqual(t, len(entry.Missing), 0)
	}
	wantEqual(t, chosen, 1)
	wantEqual(t, oracles, 1)
}

func TestOptionsLeaveOut(t *testing.T) {
	c := newTestContext(t, nil)
	best := must(c.OpenDevice(nil))(t)
	id := best.Info().ID
	best.Close()
	options := &DeviceOptions{Exclude: []string{"something else", id}}
	list := must(c.ListDevices(options))(t)
	for _, entry := range list {
		if entry.ID == id && entry.Flags&DeviceCandidate != 0 {
			t.Errorf("%s is excluded and a candidate", id)
		}
	}
	wantError(t, failed(c.OpenDevice(&DeviceOptions{Flags: 1 << 40})), ErrInvalidArgument, "flags")
	wantError(t, failed(c.ListDevices(&DeviceOptions{Flags: 1 << 40})), ErrInvalidArgument, "flags")
	wantError(t, failed(c.OpenDevice(&DeviceOptions{Flags: SelectNoSoftware, ID: "nobody"})), ErrNotFound, "nobody")
}

func TestProgramsOfOptionsReachTheLibrary(t *testing.T) {
	program := load(t, increment)
	options := &DeviceOptions{Programs: []*Program{program}}
	opened(OpenDevice(options))(t)
	for _, entry := range must(ListDevices(options))(t) {
		wantEqual(t, len(entry.Missing), 0)
	}
	wide := load(t, `{"workgroup_size": [1048576, 1, 1], "buffers": [{"name": "o", "type": "U32", "count": 1, "output": true}],
		"body": [{"store": "o", "at": 0, "value": 1}]}`)
	wanted := &DeviceOptions{Programs: []*Program{wide}, ID: "cpu-ref"}
	wantError(t, failed(OpenDevice(wanted)), ErrUnsupportedFeature, "invocations")
	for _, entry := range must(ListDevices(wanted))(t) {
		if entry.ID == "cpu-ref" {
			wantEqual(t, entry.Decision, DecisionProgram)
			wantEqual(t, entry.Missing[0].Code, "max_workgroup_invocations")
		}
	}
	program.Close()
	wantError(t, failed(OpenDevice(options)), ErrInvalidArgument, "DeviceOptions.Programs is nil or closed")
	options.Programs = []*Program{nil}
	wantError(t, failed(ListDevices(options)), ErrInvalidArgument, "DeviceOptions.Programs is nil or closed")
}

func TestInfosAreFacts(t *testing.T) {
	info := openID(t, newTestContext(t, nil), "vulkan").Info()
	if info.Name == "" || info.Driver == "" || info.APIVersion == "" || info.DeviceUUID == [16]byte{} {
		t.Errorf("names are missing: %+v", info)
	}
	if info.MaxBufferBytes == 0 || info.MaxParameters == 0 || info.MaxWorkgroupInvocations == 0 ||
		info.MaxWorkgroupSize[0] == 0 || info.MaxWorkgroupCount[2] == 0 || info.BufferOffsetAlignment == 0 {
		t.Errorf("limits are missing: %+v", info)
	}
	wantEqual(t, info.TimingSource, FactReported)
	if info.Kind == DeviceCPU {
		wantEqual(t, info.ComputeUnits, 0) // unknown
	}
}

func TestBandwidthIsMeasuredOnRequest(t *testing.T) {
	c := newTestContext(t, nil)
	device := opened(c.OpenDevice(nil))(t)
	wantEqual(t, device.Info().BandwidthSource, FactUnknown)
	bytes := must(device.MeasureBandwidth())(t)
	wantEqual(t, bytes > 0, true)
	wantEqual(t, device.Info().BandwidthSource, FactUnknown) // an info stays as it was
	later := opened(c.OpenDevice(nil))(t).Info()
	wantEqual(t, later.BandwidthSource, FactMeasured)
	wantEqual(t, later.BytesPerSecond, bytes)
	list := must(c.ListDevices(nil))(t)
	wantEqual(t, list[0].Decision, DecisionBest)
	wantEqual(t, list[0].Info.BytesPerSecond, bytes)
}

func backendOf(t *testing.T, c *Context, id string) BackendInfo {
	t.Helper()
	for _, backend := range must(c.ListBackends())(t) {
		if backend.ID == id {
			return backend
		}
	}
	return BackendInfo{Rank: RankNone}
}

func TestBackendRecordsAreJoinedByID(t *testing.T) {
	c := newTestContext(t, nil)
	all := BackendRegistered | BackendRanked | BackendDeclaredDispatch | BackendDispatches
	wantEqual(t, backendOf(t, c, "vulkan"), BackendInfo{"vulkan", all, 30})
	wantEqual(t, backendOf(t, c, "absent"), BackendInfo{"", 0, RankNone})
	ok(t, c.DeclareRank("absent", 5))
	wantEqual(t, backendOf(t, c, "absent"), BackendInfo{"absent", BackendRanked, 5})
	ok(t, c.DeclareDispatches("absent", true))
	wantEqual(t, backendOf(t, c, "absent"), BackendInfo{"absent", all &^ BackendRegistered, 5})
	wantError(t, c.DeclareRank("absent", 6), ErrAlreadyRegistered, "was declared as 5")
	wantError(t, c.DeclareDispatches("vulkan", false), ErrAlreadyRegistered, "'vulkan'")
	wantError(t, c.DeclareRank("vulkan:uuid", 1), ErrInvalidArgument, "'vulkan:uuid'")
	wantEqual(t, backendOf(t, c, "cpu-ref").Flags&BackendRegistered, BackendRegistered)
}

func TestIdleDevicesHaveEndedWhatWasStarted(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		ok(t, device.Prepare())
		a, out := createBuffer(t, device, 4), createBuffer(t, device, 4)
		ok(t, a.Write(0, BytesOf([]uint32{41})))
		ok(t, compile(t, device, increment).Start([]Binding{On("a", a), On("out", out)}, nil))
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		ok(t, device.WaitIdle(ctx))
		ok(t, device.WaitIdle(context.Background()))
		wantSlice(t, wordsOf(t, out), []uint32{42})
	})
}

func TestIdleDevicesTellWhatFailedUnseen(t *testing.T) {
	for _, id := range []string{"cpu-ref", "vulkan"} {
		var logged atomic.Int32
		c := newTestContext(t, &ContextOptions{Log: func(LogLevel, string) { logged.Add(1) }})
		device := openID(t, c, id)
		ok(t, compile(t, device, trap).Start([]Binding{Zeros("out", 4)}, nil))
		wantError(t, device.WaitIdle(context.Background()), ErrDispatchFailed, "always")
		wantEqual(t, logged.Load() > 0, true)
		ok(t, device.WaitIdle(context.Background()))
	}
}

func TestOnlyLostDevicesAreRecovered(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		wantEqual(t, device.IsLost(), false)
		if isOracle(device) {
			wantError(t, device.Recover(), ErrUnsupportedFeature, "recover")
		} else {
			ok(t, device.Recover())
		}
	})
}

func TestAfterAShutdownEveryUseIsRefusedByName(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, increment)
		buffer := createBuffer(t, device, 4)
		ok(t, device.Shutdown())
		word := make([]byte, 4)
		_, created := device.CreateBuffer(4, nil)
		_, dispatched := dispatch(pipeline, nil, In("a", []uint32{1}), Out("out", []uint32{0}))
		for _, err := range []error{
			device.Shutdown(), device.Prepare(), device.WaitIdle(context.Background()), device.Recover(),
			buffer.Write(0, word), buffer.Read(0, word), created, dispatched,
		} {
			wantError(t, err, ErrInvalidArgument, "was shut down")
		}
		wantEqual(t, device.Info().ID == "", false)
	})
}
