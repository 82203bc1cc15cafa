package vyre

import (
	"testing"
)

func TestBackendsCountWhatTheyDo(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		ok(t, backend.Prepare())
		wantIncrements(t, backend)
		buffer := must(backend.CreateBuffer(16))(t)
		ok(t, backend.Flush())
		counters := must(backend.Counters())(t)
		wantEqual(t, counters.Dispatches, 1)
		wantEqual(t, counters.UploadedBytes, 12)
		wantEqual(t, counters.DownloadedBytes, 12)
		wantEqual(t, counters.BuffersAlive, 1)
		wantEqual(t, counters.Known&CounterRecoveries, CounterRecoveries)
		wantEqual(t, counters.Known&CounterSubmissions != 0, backend.ID() != "cpu-ref")
		buffer.Close()
		counters = must(backend.Counters())(t)
		wantEqual(t, counters.BuffersAlive, 0)
	})
}

func TestRestorableBuffersAreBuffers(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		buffer := opened(backend.CreateBufferWith(8, &BufferOptions{Flags: BufferRestorable}))(t)
		back := make([]uint32, 2)
		ok(t, buffer.Write(0, Bytes([]uint32{3, 4})))
		ok(t, buffer.Read(0, Bytes(back)))
		wantSlice(t, back, []uint32{3, 4})
		wantError(t, failed(backend.CreateBufferWith(8, &BufferOptions{Flags: 2})), ErrInvalidArgument, "flags")
	})
}

func TestOnlyLostDevicesAreRecovered(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		lost := must(backend.IsLost())(t)
		wantEqual(t, lost, false)
		if backend.ID() == "cpu-ref" {
			wantError(t, backend.Recover(), ErrUnsupportedFeature, "recovery")
		} else {
			ok(t, backend.Recover())
		}
	})
}

func TestAfterAShutdownEveryUseIsRefusedByName(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		pipeline := compile(t, backend, increment)
		buffer := opened(backend.CreateBuffer(4))(t)
		ok(t, backend.Shutdown())
		word := make([]byte, 4)
		_, created := backend.CreateBuffer(4)
		_, dispatched := dispatch(pipeline, nil, Input(0, []uint32{1}), Output(1, []uint32{0}))
		for _, err := range []error{
			backend.Shutdown(), backend.Prepare(), backend.Flush(), backend.Recover(),
			buffer.Write(0, word), buffer.Read(0, word), created, dispatched,
		} {
			wantError(t, err, ErrInvalidArgument, "was shut down")
		}
	})
}
