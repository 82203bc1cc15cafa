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

// BenchmarkSmallDispatch runs 256 elements on the preferred backend, as C does it and under a
// context that can be cancelled.
func BenchmarkSmallDispatch(b *testing.B) {
	pipeline := benchPipeline(b)
	bindings := []Binding{Input(0, make([]uint32, 256)), Output(1, make([]uint32, 256))}
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
	c := must(CreateContext(nil))(b)
	backend := must(c.AcquirePreferredBackend(nil))(b)
	return opened(backend.CreatePipeline(must(c.ProgramFromJSON(increment))(b), nil))(b)
}
