package vyre

import (
	"context"
	"testing"
)

func BenchmarkEmptyCall(b *testing.B) {
	for b.Loop() {
		ABIVersion()
	}
}

// BenchmarkSmallDispatch runs 256 elements on the best device, as C does it and under a context that
// can be cancelled.
func BenchmarkSmallDispatch(b *testing.B) {
	pipeline := benchPipeline(b)
	bindings := []Binding{In("a", make([]uint32, 256)), Out("out", make([]uint32, 256))}
	for name, ctx := range map[string]context.Context{"background": context.Background(), "cancellable": b.Context()} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := pipeline.Dispatch(ctx, bindings, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func benchPipeline(b *testing.B) *Pipeline {
	b.Helper()
	device := must(OpenDevice(nil))(b)
	program := must(LoadProgram([]byte(increment), nil))(b)
	return opened(device.CreatePipeline(program, nil))(b)
}
