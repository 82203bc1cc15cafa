package vyre

import (
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
		must(dispatch(pipeline, options, InOut(0, a), Zeros(1, 64)))(t)
		for _, x := range a {
			wantEqual(t, x, 30)
		}
		split := must(pipeline.Split(nil, options))(t)
		wantEqual(t, split, Split{Segments: 2, Programs: 2, Grid: [3]uint32{4, 1, 1}, Workgroup: [3]uint32{4, 1, 1}})
		text := must(pipeline.SplitText(nil, options))(t)
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
		result := must(dispatch(pipeline, options, InOut(0, label), Zeros(1, 32)))(t)
		wantEqual(t, result.Iterations, 8)
		for _, x := range label {
			wantEqual(t, x, 7)
		}
		zeros := []Binding{Zeros(0, 32), Zeros(1, 32)}
		result = must(dispatch(pipeline, &DispatchOptions{Iterations: 100}, zeros...))(t)
		wantEqual(t, result.Iterations, 100)
		wantError(t, failed(pipeline.DispatchAsync(zeros, options)), ErrInvalidArgument, "VYRE_DISPATCH_UNTIL_STABLE")
		wantError(t, failed(pipeline.Dispatch(t.Context(), zeros, options)), ErrInvalidArgument, "UntilStable")
	})
}

func TestGridsThatCannotBeHeldAreRefused(t *testing.T) {
	backend := acquire(t, newTestContext(t, nil), "vulkan")
	pipeline := compile(t, backend, exchange)
	options := &DispatchOptions{Grid: [3]uint32{4, 1, 1}, Cooperative: CooperativeForce}
	wantError(t, failed(dispatch(pipeline, options, Zeros(0, 64), Zeros(1, 64))), ErrCooperativeResidency, "4 in all")
	wantError(t, failed(compile(t, backend, increment).Split([]Binding{Zeros(0, 4), Zeros(1, 4)}, nil)),
		ErrInvalidArgument, "no grid barrier")
}
