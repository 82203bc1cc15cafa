package vyre

import (
	"slices"
	"testing"
)

func TestProgramsReadAndWriteBothForms(t *testing.T) {
	c := newTestContext(t, nil)
	program := load(t, increment)
	fingerprint := must(program.Fingerprint())(t)
	wire := must(program.Encode())(t)
	json := must(program.ToJSON())(t)
	for _, read := range []func() (*Program, error){
		func() (*Program, error) { return c.DecodeProgram(wire) },
		func() (*Program, error) { return c.LoadProgram(wire) },
		func() (*Program, error) { return c.LoadProgram([]byte(json)) },
		func() (*Program, error) { return c.ProgramFromJSON(json) },
	} {
		again := must(read())(t)
		have := must(again.Fingerprint())(t)
		wantEqual(t, have, fingerprint)
		ok(t, again.Validate(nil))
		again.Close()
	}
}

func TestProgramsRefuseWhatIsNone(t *testing.T) {
	c := newTestContext(t, nil)
	wantError(t, failed(c.ProgramFromJSON("{")), ErrMalformedJSON, "line 1")
	wantError(t, failed(c.ProgramFromJSON("")), ErrMalformedJSON, "")
	wantError(t, failed(c.DecodeProgram(nil)), ErrMalformedWire, "")
	wantError(t, failed(c.LoadProgram(nil)), ErrMalformedWire, "")
}

func TestProgramsSayWhatTheyAre(t *testing.T) {
	program := load(t, sum)
	info := must(program.Info())(t)
	wantEqual(t, info.BufferCount, 3)
	wantEqual(t, info.Workgroup, [3]uint32{1, 1, 1})
	wantEqual(t, info.Entry, "")
	wantEqual(t, info.Needs&NeedsAtomics, 0)
	if info.ExpressionCount == 0 || info.StatementCount == 0 {
		t.Errorf("counts are missing: %+v", info)
	}
	buffers := must(program.Buffers())(t)
	want := []BufferInfo{
		{Name: "in", Element: "U32", ElementBytes: 4, ElementCount: 4, StaticBytes: 16,
			ElementType: 1, Access: AccessReadOnly, Role: RoleInput},
		{Name: "total", Element: "U32", Flags: BufferReadBack, ElementBytes: 4, ElementCount: 1, StaticBytes: 4,
			Slot: 1, ElementType: 1, Access: AccessReadWrite, Role: RoleInputOutput},
		{Name: "seen", Element: "U32", Flags: buffers[2].Flags, ElementBytes: 4, ElementCount: 1, StaticBytes: 4,
			Slot: 2, ElementType: 1, Access: AccessReadWrite, Role: RolePersistent},
	}
	if !slices.Equal(buffers, want) {
		t.Errorf("got %+v, want %+v", buffers, want)
	}
	wantError(t, failed(program.Buffer(3)), ErrNotFound, "3")
}
