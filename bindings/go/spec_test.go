package vyre

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
)

func specMap(t *testing.T, entries ...SpecEntry) *SpecMap {
	t.Helper()
	m := opened(CreateSpecMap())(t)
	for _, entry := range entries {
		ok(t, m.Set(entry.Name, entry.Value))
	}
	return m
}

func TestSpecValuesContributeWhatIsPublished(t *testing.T) {
	for value, want := range map[SpecValue]struct {
		contribution uint64
		number       float64
	}{
		SpecU32(math.MaxUint32): {0xffffffff00, math.MaxUint32},
		SpecI32(-1):             {0xffffffff01, -1},
		SpecF32(1):              {0x3f80000002, 1},
		SpecBoolean(true):       {0x103, 1},
		SpecBoolean(false):      {0x003, 0},
		SpecElement("F32"):      {0xb04, 11},
	} {
		contribution := must(value.Contribution())(t)
		number := must(value.Number())(t)
		wantEqual(t, contribution, want.contribution)
		wantEqual(t, number, want.number)
	}
	payload := must(SpecF32(math.Float32frombits(0x7fc00001)).Contribution())(t)
	wantEqual(t, payload, 0x7fc0000102)
	wantError(t, failed(SpecElement("F33").Number()), ErrInvalidArgument, "'F33'")
	wantError(t, failed(SpecValue{Kind: 5}.Contribution()), ErrInvalidArgument, "unknown kind 5")
}

func TestASpecMapKeepsValuesInTheOrderOfTheirNames(t *testing.T) {
	entries := []SpecEntry{
		{"", SpecU32(7)}, {"B", SpecI32(-1)}, {"a", SpecF32(2.5)}, {"a\x00b", SpecBoolean(true)},
		{"é", SpecElement("Vec<F32,4>")},
	}
	m := specMap(t)
	for i := range entries {
		entry := entries[len(entries)-1-i]
		ok(t, m.Set(entry.Name, entry.Value))
	}
	wantEqual(t, m.Count(), len(entries))
	for i, want := range entries {
		entry := must(m.Entry(i))(t)
		wantEqual(t, entry, want)
		value := must(m.Get(want.Name))(t)
		wantEqual(t, value, want.Value)
	}
	ok(t, m.Remove("a"))
	wantError(t, failed(m.Get("a")), ErrNotFound, "'a'")
	wantError(t, m.Remove("a"), ErrNotFound, "'a'")
	wantError(t, failed(m.Entry(-1)), ErrNotFound, "4 entries")
	wantError(t, m.Set("ab\xff", SpecU32(1)), ErrInvalidArgument, "not UTF-8 at byte 2")
	ok(t, m.Clear())
	wantEqual(t, m.Count(), 0)
}

func TestSpecHashesAreThePublishedOnes(t *testing.T) {
	a, b := SpecEntry{"A", SpecU32(1)}, SpecEntry{"B", SpecU32(2)}
	wantEqual(t, specMap(t).Hash(), 0xcbf29ce484222325)
	wantEqual(t, specMap(t, a, b).Hash(), 0x7fdf168a143cc515)
	wantEqual(t, specMap(t, b, a).Hash(), 0x7fdf168a143cc515)
	wantEqual(t, specMap(t, SpecEntry{"dtype", SpecElement("F32")}).Hash(), 0xa5c88edc7a7f60b2)
}

func TestCanonicalFormsDifferWhereSpecHashesDoNot(t *testing.T) {
	left := specMap(t, SpecEntry{"a", SpecU32(0)}, SpecEntry{"b", SpecU32(2)})
	right := specMap(t, SpecEntry{"a\x00\x00\x00\x00\x00\x00\x00\x00b", SpecU32(2)})
	wantEqual(t, left.Hash(), 0x8bd77e6d808d5874)
	wantEqual(t, right.Hash(), 0x8bd77e6d808d5874)
	leftBytes := must(left.Encode())(t)
	rightBytes := must(right.Encode())(t)
	wantEqual(t, bytes.Equal(leftBytes, rightBytes), false)
	empty := must(specMap(t).Encode())(t)
	wantSlice(t, empty, make([]byte, 8))
}

func TestASpecKeyIsTheProgramAndTheMap(t *testing.T) {
	program, m := load(t, trap), specMap(t, SpecEntry{"K", SpecU32(1)})
	fingerprint := must(program.Fingerprint())(t)
	high := binary.LittleEndian.Uint64(fingerprint[:8])
	key := must(program.SpecKey(m))(t)
	wantEqual(t, key, SpecKey{high, m.Hash()})
	key = must(program.SpecKey(nil))(t)
	wantEqual(t, key, SpecKey{high, 0xcbf29ce484222325})
	m.Close()
	wantError(t, failed(program.SpecKey(m)), ErrInvalidArgument, "closed")
	wantError(t, failed(m.Encode()), ErrInvalidArgument, "|map| is NULL")
	wantError(t, (*SpecMap)(nil).Set("a", SpecU32(1)), ErrInvalidArgument, "|map| is NULL")
}

func TestArtifactKeysAreThePublishedOnes(t *testing.T) {
	key := must(SpecArtifactKey(1, "ab", "cd"))(t)
	wantEqual(t, key, "e8c3304a97ce10469cdf4cc64d5606bfc7f9a9333f96f5a0db71430e899cad10")
	key = must(SpecArtifactKey(1, "abc", "d"))(t)
	wantEqual(t, key, "dac679875ae0e15a00977f61a29eab7cea4514c8c994bd60020fd0a9ac5f2851")
}

func TestASpecMapIsReadWhileItIsChanged(t *testing.T) {
	m := specMap(t, SpecEntry{"stays", SpecElement("Vec<F32,4>")})
	goroutines(4, func(int) {
		for i := range 500 {
			value, err := m.Get("stays")
			if err != nil || value != SpecElement("Vec<F32,4>") {
				t.Errorf("got %v, %v", value, err)
			}
			_ = m.Set("stays", value)
			_ = m.Set("comes", SpecU32(uint32(i)))
			_, _ = m.Entry(0)
			_, _ = m.Encode()
			_ = m.Remove("comes")
		}
	}).Wait()
	wantEqual(t, m.Count(), 1)
}

// scaled is out[i] = scale * i in each workgroup, of which "vyre.workgroup.x" is the size, plus offset.
func scaled(t *testing.T) *Program {
	t.Helper()
	three := SpecU32(3)
	return build(t, func(b *Builder) {
		b.DeclareOutput(0, "out", "U32")
		i := b.LocalID(0)
		size := b.SpecValue("vyre.workgroup.x", SpecKindU32, nil)
		scale := b.SpecValue("scale", SpecKindU32, &three)
		offset := b.SpecValue("offset", SpecKindU32, nil)
		at := b.Add(b.Mul(b.WorkgroupID(0), size), i)
		b.Store("out", at, b.Add(b.Mul(scale, i), offset))
	})
}

func TestPipelinesHaveTheValuesOfTheirMap(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		for size, scale := range map[uint32]uint32{1: 3, 2: 5, 4: 7} {
			m := specMap(t, SpecEntry{"vyre.workgroup.x", SpecU32(size)},
				SpecEntry{"scale", SpecU32(scale)}, SpecEntry{"offset", SpecU32(100)})
			pipeline := opened(backend.CreatePipeline(scaled(t), &PipelineOptions{Specialization: m}))(t)
			out, want := make([]uint32, 8), make([]uint32, 8)
			for i := range want {
				want[i] = scale*(uint32(i)%size) + 100
			}
			run(t, pipeline, Output(0, out))
			wantSlice(t, out, want)
		}
	})
}

func TestMapsThatDoNotFitAreRefusedByName(t *testing.T) {
	onEach(t, func(t *testing.T, backend *Backend) {
		m := specMap(t, SpecEntry{"scale", SpecF32(1)}, SpecEntry{"tile", SpecU32(1)})
		for _, part := range []string{
			"'scale' is given as F32 and the program names it as U32",
			"the program names no value 'tile'", "the value 'offset' is missing",
		} {
			wantError(t, failed(backend.CreatePipeline(scaled(t), &PipelineOptions{Specialization: m})),
				ErrInvalidArgument, part)
		}
		m.Close()
		wantError(t, failed(backend.CreatePipeline(scaled(t), &PipelineOptions{Specialization: m})),
			ErrInvalidArgument, "the specialization map is closed")
	})
}

func TestProgramsListTheirValues(t *testing.T) {
	program := scaled(t)
	specs := must(program.Specs())(t)
	wantEqual(t, len(specs), 3)
	for i, name := range []string{"offset", "scale", "vyre.workgroup.x"} {
		wantEqual(t, specs[i].Name, name)
		wantEqual(t, specs[i].Kind, SpecKindU32)
	}
	wantEqual(t, specs[0].Initial == nil, true)
	wantEqual(t, *specs[1].Initial, SpecU32(3))
	wantError(t, failed(program.Spec(3)), ErrNotFound, "names 3 specialization values")
}

func TestMistakesInNamingValuesAreNamed(t *testing.T) {
	b := newBuilder(t)
	vector := SpecElement("Vec<F32,4>")
	b.DeclareOutput(0, "out", "U32")
	b.Store("out", b.U32(0), b.SpecValue("a", SpecKindElement, &vector))
	wantError(t, failed(b.Finish()), ErrInvalidArgument, "no element type without parameters")
}
