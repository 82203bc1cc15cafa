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

// unknown turns a loop with a grid barrier, workgroups differently often.
const unknown = `{"workgroup_size": [4, 1, 1], "buffers": [
	{"name": "out", "type": "U32", "count": 16, "access": "read_write"}],
	"body": [{"let": "i", "value": {"invocation_id": "x"}},
		{"loop": "k", "to": {"workgroup_id": "x"}, "body": [
			{"store": "out", "at": "i", "value": "k"}, {"barrier": "grid_sync"}]}]}`

func plan(t *testing.T, p *Pipeline, options *DispatchOptions, bindings ...Binding) *Plan {
	t.Helper()
	return opened(p.CreatePlan(bindings, options))(t)
}

func TestPlansTellSizesOfOutputs(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, increment)
		info := plan(t, pipeline, nil, Out("out", make([]uint32, 5))).Info()
		want := OutputInfo{Name: "out", Bytes: 20, ParameterBytes: 20, Slot: 1, Role: info.Outputs[0].Role}
		wantSlice(t, info.Outputs, []OutputInfo{want})
		wantEqual(t, info.Workgroup, [3]uint32{64, 1, 1})
		wantEqual(t, info.Segments, 1)
		wantEqual(t, info.SplitRefusal == nil, true)
		wantError(t, failed(pipeline.CreatePlan([]Binding{Zeros("", 4).At(8)}, nil)), ErrNotFound, "slot 8")
	})
}

func TestGridBarriersCanBeCut(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, exchange)
		a := count(16, 1)
		options := &DispatchOptions{Grid: [3]uint32{4, 1, 1}, Split: SplitAlways, Iterations: 2}
		result := must(dispatch(pipeline, options, InOut("a", a), Zeros("b", 64)))(t)
		wantEqual(t, result.Segments, 2)
		for _, x := range a {
			wantEqual(t, x, 30)
		}
		cut := plan(t, pipeline, options)
		info := cut.Info()
		wantDeep(t, info, PlanInfo{
			Outputs: info.Outputs, Segments: 2, Programs: 2, Grid: [3]uint32{4, 1, 1}, Workgroup: [3]uint32{4, 1, 1},
		})
		text := must(cut.Describe())(t)
		if !strings.Contains(text, "computed again: 'i'") {
			t.Errorf("it says %q", text)
		}
		cut.Close()
		wantDeep(t, cut.Info(), PlanInfo{})
		wantError(t, failed(cut.Describe()), ErrInvalidArgument, "plan is NULL")
	})
}

func TestPlansSayWhyAProgramCannotBeCut(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		info := plan(t, compile(t, device, unknown), &DispatchOptions{Grid: [3]uint32{4, 1, 1}}).Info()
		if info.SplitRefusal == nil || info.SplitRefusal.Text == "" || info.SplitRefusal.Fix == "" {
			t.Errorf("it says %+v", info.SplitRefusal)
		}
		wantEqual(t, info.Segments, 0)
		wantEqual(t, info.Grid, [3]uint32{4, 1, 1})
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
	onEach(t, func(t *testing.T, device *Device) {
		pipeline := compile(t, device, labels)
		label := []uint32{7, 8, 9, 10, 11, 12, 13, 14}
		options := &DispatchOptions{Iterations: 100, UntilStable: true, Timed: true}
		result := must(dispatch(pipeline, options, InOut("label", label), Zeros("next", 32)))(t)
		wantEqual(t, result.Iterations, 8)
		for _, x := range label {
			wantEqual(t, x, 7)
		}
		zeros := []Binding{Zeros("label", 32), Zeros("next", 32)}
		result = must(dispatch(pipeline, &DispatchOptions{Iterations: 100}, zeros...))(t)
		wantEqual(t, result.Iterations, 100)
		wantError(t, failed(pipeline.DispatchAsync(zeros, options)), ErrInvalidArgument, "UNTIL_STABLE")
		wantError(t, failed(pipeline.Dispatch(t.Context(), zeros, options)), ErrInvalidArgument, "UntilStable")
	})
}

func TestGridsThatCannotBeHeldAreRefused(t *testing.T) {
	device := openID(t, newTestContext(t, nil), "vulkan")
	pipeline := compile(t, device, exchange)
	options := &DispatchOptions{Grid: [3]uint32{4, 1, 1}, Split: SplitNever}
	wantError(t, failed(dispatch(pipeline, options, Zeros("a", 64), Zeros("b", 64))), ErrCooperativeResidency, "4 in all")
}
