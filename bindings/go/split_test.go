package vyre

import (
	"context"
	"strings"
	"testing"
)

// exchange adds to each element of a what the one opposite held before the barrier.
const exchange = `{"workgroup_size": [4, 1, 1], "buffers": [
	{"name": "a", "type": "U32", "count": 16, "access": "read_write"},
	{"name": "b", "type": "U32", "count": 16, "access": "read_write"}],
	"body": [{"let": "i", "value": {"invocation_id": "x"}},
		{"store": "b", "at": "i", "value": {"load": "a", "at": "i"}},
		{"barrier": "grid_sync"},
		{"store": "a", "at": "i", "value": {"add": [{"load": "a", "at": "i"},
			{"load": "b", "at": {"bit_xor": ["i", 15]}}]}}]}`

func TestGridBarriersCanBeCut(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		pipeline := compile(t, backend, exchange)
		a := count(16, 1)
		options := &DispatchOptions{Grid: [3]uint32{4, 1, 1}, Cooperative: CooperativeForbid, Iterations: 2}
		_, err := pipeline.Dispatch(context.Background(), []Binding{InOut(0, a), Zeros(1, 64)}, options)
		ok(t, err)
		for _, x := range a {
			wantEqual(t, x, 30)
		}
		split, err := pipeline.Split(nil, options)
		ok(t, err)
		wantEqual(t, split, Split{Segments: 2, Programs: 2, Grid: [3]uint32{4, 1, 1}, Workgroup: [3]uint32{4, 1, 1}})
		text, err := pipeline.SplitText(nil, options)
		ok(t, err)
		if !strings.Contains(text, "computed again: 'i'") {
			t.Errorf("it says %q", text)
		}
	})
}

func TestGridsThatCannotBeHeldAreRefused(t *testing.T) {
	backend := acquire(t, newTestContext(t, nil), "vulkan")
	pipeline := compile(t, backend, exchange)
	options := &DispatchOptions{Grid: [3]uint32{4, 1, 1}, Cooperative: CooperativeForce}
	_, err := pipeline.Dispatch(context.Background(), []Binding{Zeros(0, 64), Zeros(1, 64)}, options)
	wantError(t, err, ErrCooperativeResidency, "4 in all")
	_, err = compile(t, backend, increment).Split([]Binding{Zeros(0, 4), Zeros(1, 4)}, nil)
	wantError(t, err, ErrInvalidArgument, "no grid barrier")
}
