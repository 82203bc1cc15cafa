package vyre

import (
	"encoding/base64"
	"encoding/json"
	"testing"
)

// keeps has a value of each invocation across a grid barrier, and may trap behind it.
const keeps = `{"workgroup_size": [4, 1, 1], "buffers": [
	{"name": "a", "type": "U32", "count": 16},
	{"name": "out", "type": "U32", "count": 16, "access": "read_write"}],
	"body": [{"let": "i", "value": {"invocation_id": "x"}},
		{"let": "v", "value": {"load": "a", "at": "i"}},
		{"store": "out", "at": "i", "value": "v"},
		{"barrier": "grid_sync"},
		{"if": {"eq": ["v", 13]}, "then": [{"trap": "v", "tag": "late"}]},
		{"store": "out", "at": "i", "value": {"add": ["v",
			{"load": "out", "at": {"bit_xor": ["i", 15]}}]}}]}`

const scaledByFactor = `{"buffers": [{"name": "out", "type": "U32", "count": 1, "output": true}],
	"body": [{"store": "out", "at": 0, "value": {"spec": "factor", "type": "U32", "default": 2}}]}`

func emit(t *testing.T, p *Program, options *EmitOptions) *Emission {
	t.Helper()
	return opened(p.Emit(options))(t)
}

func TestTheTableSaysWhatToBind(t *testing.T) {
	program := opened(LoadProgram([]byte(keeps), nil))(t)
	launch := &DispatchOptions{Shape: [3]uint32{16, 1, 1}}
	info := emit(t, program, &EmitOptions{Target: "spirv", Launch: launch}).Info()
	wantEqual(t, info.AotID, "spv")
	wantEqual(t, info.Grid, [3]uint32{4, 1, 1})
	wantEqual(t, len(info.Kernels), 2)
	last := info.Kernels[1]
	wantEqual(t, last.Entry, "main")
	wantEqual(t, last.Workgroup, [3]uint32{4, 1, 1})
	wantEqual(t, last.PushConstantBytes, 12)
	wantEqual(t, len(last.TrapSites), 1)
	var kinds []ArgumentKind
	for _, argument := range last.Arguments {
		kinds = append(kinds, argument.Kind)
	}
	wantSlice(t, kinds, []ArgumentKind{
		ArgumentParameter, ArgumentParameter, ArgumentHidden, ArgumentCounts, ArgumentTrap,
	})
	wantDeep(t, last.Arguments[0], ArgumentInfo{Name: "a", Bytes: 64, ElementBits: 32})
}

func TestASavedEmissionHasTheCode(t *testing.T) {
	program := opened(LoadProgram([]byte(increment), nil))(t)
	emission := emit(t, program, &EmitOptions{Target: "spirv"})
	var saved struct {
		AotID   string `json:"aot_id"`
		Kernels []struct {
			Entry string
			Code  string
		}
	}
	ok(t, json.Unmarshal(must(emission.Save())(t), &saved))
	wantEqual(t, saved.AotID, "spv")
	wantEqual(t, saved.Kernels[0].Entry, "main")
	code := must(base64.StdEncoding.DecodeString(saved.Kernels[0].Code))(t)
	wantSlice(t, code, emission.Info().Kernels[0].Code)
	emission.Close()
	wantDeep(t, emission.Info(), EmissionInfo{})
	wantError(t, failed(emission.Save()), ErrInvalidArgument, "emission is NULL")
}

func TestADescriptionGivesTheCodeOfThePipeline(t *testing.T) {
	device := openID(t, newTestContext(t, nil), "vulkan")
	program := opened(LoadProgram([]byte(scaledByFactor), nil))(t)
	single := [3]uint32{1, 1, 1} // else the device chooses
	options := &PipelineOptions{Constants: Constants{"factor": ConstantU32(7)}, Workgroup: single}
	pipeline := opened(device.CreatePipeline(program, options))(t)
	emission := opened(pipeline.Emit("spirv"))(t)
	again := emit(t, program, &EmitOptions{Target: "spirv", Device: device, Pipeline: options})
	wantDeep(t, again.Info(), emission.Info())
	wantError(t, failed(pipeline.Emit("ptx")), ErrUnsupportedFeature, "ptx")
}

func TestWhatCannotBeEmittedIsRefused(t *testing.T) {
	program := opened(LoadProgram([]byte(keeps), nil))(t)
	wantError(t, failed(program.Emit(nil)), ErrNotFound, "vyre_emit_desc.target")
	wantError(t, failed(program.Emit(&EmitOptions{Target: "spirv"})), ErrInvalidArgument, "grid barriers")
	device := openID(t, newTestContext(t, nil), "cpu-ref")
	device.Close()
	closed := &EmitOptions{Target: "spirv", Device: device}
	wantError(t, failed(program.Emit(closed)), ErrInvalidArgument, "EmitOptions.Device")
}
