package vyre

import (
	"testing"
)

func TestProgramsReadAndWriteBothForms(t *testing.T) {
	c := newTestContext(t, nil)
	program := load(t, increment)
	wire := must(program.Save(&SaveOptions{Format: FormatWire}))(t)
	json := must(program.Save(&SaveOptions{Format: FormatJSON}))(t)
	asRead := must(program.Save(nil))(t)
	wantEqual(t, string(asRead), string(json))
	for _, read := range []func() (*Program, error){
		func() (*Program, error) { return c.LoadProgram(wire, &ProgramOptions{Format: FormatWire}) },
		func() (*Program, error) { return c.LoadProgram(wire, nil) },
		func() (*Program, error) { return LoadProgram(json, nil) },
		func() (*Program, error) { return LoadProgram(json, &ProgramOptions{Format: FormatJSON}) },
	} {
		again := must(read())(t)
		wantEqual(t, fingerprintOf(t, again), fingerprintOf(t, program))
		ok(t, again.Validate(nil))
		again.Close()
	}
	again := opened(LoadProgram(wire, &ProgramOptions{Form: WireForm4, Semantics: SemanticsV0_6_2}))(t)
	wantEqual(t, again.Info().Form, WireForm4)
	form4 := must(program.Fingerprint(WireForm4))(t)
	wantEqual(t, form4, fingerprintOf(t, program))
}

func TestProgramsRefuseWhatIsNone(t *testing.T) {
	refused := func(code Code, part, bytes string, format Format) {
		t.Helper()
		wantError(t, failed(LoadProgram([]byte(bytes), &ProgramOptions{Format: format})), code, part)
	}
	refused(ErrMalformedJSON, "line 1", "{", FormatJSON)
	refused(ErrMalformedJSON, "line 1", "{", FormatAny)
	refused(ErrMalformedJSON, "", "", FormatJSON)
	refused(ErrMalformedWire, "", "", FormatWire)
	refused(ErrMalformedWire, "", "VYRE", FormatAny)
	refused(ErrMalformedModule, "", increment, FormatSPIRV)
	wantError(t, failed(load(t, increment).Save(&SaveOptions{Format: FormatSPIRV})), ErrUnsupportedFeature, "SPIR-V")
}

func TestProgramsAreWrittenInEveryForm(t *testing.T) {
	program := load(t, increment)
	for _, form := range []WireForm{WireForm4, WireForm4Op, WireForm6} {
		again := opened(LoadProgram(must(program.Save(&SaveOptions{Format: FormatWire, Form: form}))(t), &ProgramOptions{Form: form}))(t)
		wantEqual(t, again.Info().Form, form)
		wantEqual(t, must(again.Fingerprint(form))(t), must(program.Fingerprint(form))(t))
	}
	wantError(t, failed(program.Save(&SaveOptions{Format: FormatWire, Form: WireForm5})), ErrUnsupportedFeature, "form 5")
}

func TestOptionsOfProgramsReachTheLibrary(t *testing.T) {
	wantError(t, failed(LoadProgram([]byte(increment), &ProgramOptions{Form: WireForm6})), ErrMalformedWire, "VYRE")
	newer := opened(LoadProgram([]byte(increment), &ProgramOptions{Semantics: SemanticsV0_7}))(t)
	wantEqual(t, newer.Info().Semantics, SemanticsV0_7)
	for part, options := range map[string]*ProgramOptions{
		"max_statements":    {MaxStatements: 1},
		"max_element_bytes": {MaxElementBytes: 3},
	} {
		wantError(t, failed(LoadProgram([]byte(increment), options)), ErrMalformedJSON, part)
	}
	opened(LoadProgram([]byte(increment), &ProgramOptions{MaxStatements: 100, MaxElementBytes: 4}))(t)
	wantError(t, failed(LoadProgram([]byte(increment), &ProgramOptions{Entry: "main"})), ErrInvalidArgument, "entry")
}

func TestProgramsSayWhatTheyAre(t *testing.T) {
	program := opened(LoadProgram([]byte(sum), &ProgramOptions{Label: "my sum"}))(t)
	info := program.Info()
	wantEqual(t, info.Label, "my sum")
	wantEqual(t, info.Workgroup, [3]uint32{1, 1, 1})
	wantEqual(t, info.Entry, "")
	wantEqual(t, info.Needs&NeedsAtomics, 0)
	wantEqual(t, info.Dimensions, 1)
	wantEqual(t, info.Format, FormatJSON)
	wantEqual(t, info.Form, WireAny)
	wantEqual(t, info.Semantics, SemanticsV0_6_2)
	wantEqual(t, len(info.Constants), 0)
	if info.ExpressionCount == 0 || info.StatementCount == 0 {
		t.Errorf("counts are missing: %+v", info)
	}
	seen := info.Parameters[2]
	want := []ParameterInfo{
		{Name: "in", Element: "U32", ElementBytes: 4, ElementCount: 4, StaticBytes: 16, MinBytes: info.Parameters[0].MinBytes,
			ElementType: U32, Access: AccessReadOnly, Role: RoleInput, ArrayCount: 1},
		{Name: "total", Element: "U32", Flags: ParameterReturned, ElementBytes: 4, ElementCount: 1, StaticBytes: 4,
			MinBytes: info.Parameters[1].MinBytes, Slot: 1, ElementType: U32, Access: AccessReadWrite,
			Role: RoleInputOutput, ArrayCount: 1},
		{Name: "seen", Element: "U32", Flags: seen.Flags, ElementBytes: 4, ElementCount: 1, StaticBytes: 4,
			MinBytes: seen.MinBytes, Slot: 2, ElementType: U32, Access: AccessReadWrite, Role: RolePersistent, ArrayCount: 1},
	}
	wantSlice(t, info.Parameters, want)
	wantDeep(t, (*Program)(nil).Info().Parameters, nil)
}
