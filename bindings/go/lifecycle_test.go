package vyre

import (
	"context"
	"testing"
)

func TestBackendsCountWhatTheyDo(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		ok(t, backend.Prepare())
		in, out := []uint32{1, 2, 3}, make([]uint32, 3)
		run(t, compile(t, backend, increment), Input(0, in), Output(1, out))
		buffer, err := backend.CreateBuffer(16)
		ok(t, err)
		ok(t, backend.Flush())
		counters, err := backend.Counters()
		ok(t, err)
		wantEqual(t, counters.Dispatches, 1)
		wantEqual(t, counters.UploadedBytes, 12)
		wantEqual(t, counters.DownloadedBytes, 12)
		wantEqual(t, counters.BuffersAlive, 1)
		wantEqual(t, counters.Known&CounterRecoveries, CounterRecoveries)
		wantEqual(t, counters.Known&CounterSubmissions != 0, backend.ID() != "cpu-ref")
		buffer.Close()
		counters, err = backend.Counters()
		ok(t, err)
		wantEqual(t, counters.BuffersAlive, 0)
	})
}

func TestRestorableBuffersAreBuffers(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		buffer, err := backend.CreateBufferWith(8, &BufferOptions{Flags: BufferRestorable})
		ok(t, err)
		defer buffer.Close()
		back := make([]uint32, 2)
		ok(t, buffer.Write(0, Bytes([]uint32{3, 4})))
		ok(t, buffer.Read(0, Bytes(back)))
		wantSlice(t, back, []uint32{3, 4})
		_, err = backend.CreateBufferWith(8, &BufferOptions{Flags: 2})
		wantError(t, err, ErrInvalidArgument, "flags")
	})
}

func TestOnlyLostDevicesAreRecovered(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		lost, err := backend.IsLost()
		ok(t, err)
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
		buffer, err := backend.CreateBuffer(4)
		ok(t, err)
		defer buffer.Close()
		ok(t, backend.Shutdown())
		word := make([]byte, 4)
		_, created := backend.CreateBuffer(4)
		_, dispatched := pipeline.Dispatch(context.Background(), []Binding{Input(0, []uint32{1}), Output(1, []uint32{0})}, nil)
		for _, err := range []error{
			backend.Shutdown(), backend.Prepare(), backend.Flush(), backend.Recover(),
			buffer.Write(0, word), buffer.Read(0, word), created, dispatched,
		} {
			wantError(t, err, ErrInvalidArgument, "was shut down")
		}
	})
}
