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

// labels gives every node of a chain the lower label of itself and the node before it.
const labels = `{"workgroup_size": [4, 1, 1], "buffers": [
	{"name": "label", "type": "U32", "count": 8, "access": "read_write"},
	{"name": "next", "type": "U32", "count": 8, "access": "read_write"}],
	"body": [{"let": "i", "value": {"invocation_id": "x"}},
		{"store": "next", "at": "i", "value": {"min": [{"load": "label", "at": "i"},
			{"load": "label", "at": {"sub": [{"max": ["i", 1]}, 1]}}]}},
		{"barrier": "grid_sync"},
		{"store": "label", "at": "i", "value": {"load": "next", "at": "i"}}]}`

func TestRepetitionEndsWhenNothingChanges(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		pipeline := compile(t, backend, labels)
		label := []uint32{7, 8, 9, 10, 11, 12, 13, 14}
		options := &DispatchOptions{Iterations: 100, UntilStable: true, Timed: true}
		result, err := pipeline.Dispatch(context.Background(), []Binding{InOut(0, label), Zeros(1, 32)}, options)
		ok(t, err)
		wantEqual(t, result.Iterations, 8)
		for _, x := range label {
			wantEqual(t, x, 7)
		}
		zeros := []Binding{Zeros(0, 32), Zeros(1, 32)}
		result, err = pipeline.Dispatch(context.Background(), zeros, &DispatchOptions{Iterations: 100})
		ok(t, err)
		wantEqual(t, result.Iterations, 100)
		_, err = pipeline.DispatchAsync(zeros, options)
		wantError(t, err, ErrInvalidArgument, "VYRE_DISPATCH_UNTIL_STABLE")
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		_, err = pipeline.Dispatch(ctx, zeros, options)
		wantError(t, err, ErrInvalidArgument, "UntilStable")
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
