package vyre

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"
)

func TestConstantsContributeWhatIsPublished(t *testing.T) {
	for value, want := range map[Constant]struct {
		contribution uint64
		number       float64
	}{
		ConstantU32(math.MaxUint32): {0xffffffff00, math.MaxUint32},
		ConstantI32(-1):             {0xffffffff01, -1},
		ConstantF32(1):              {0x3f80000002, 1},
		ConstantBool(true):          {0x103, 1},
		ConstantBool(false):         {0x003, 0},
		ConstantType("F32"):         {0xb04, 11},
	} {
		contribution := must(value.Contribution())(t)
		number := must(value.Number())(t)
		wantEqual(t, contribution, want.contribution)
		wantEqual(t, number, want.number)
	}
	payload := must(ConstantF32(math.Float32frombits(0x7fc00001)).Contribution())(t)
	wantEqual(t, payload, 0x7fc0000102)
	wantError(t, failed(ConstantType("F33").Number()), ErrInvalidArgument, "'F33'")
	wantError(t, failed(Constant{Kind: 5}.Contribution()), ErrInvalidArgument, "kind 5")
	wantError(t, failed(Constant{Kind: ConstantKindOther}.Number()), ErrInvalidArgument, "VYRE_CONSTANT_OTHER")
}

func hashOf(t *testing.T, c Constants) uint64 {
	t.Helper()
	return must(c.Hash())(t)
}

func encoded(t *testing.T, c Constants) []byte {
	t.Helper()
	return must(c.Encode())(t)
}

func TestHashesArePublishedOnes(t *testing.T) {
	wantEqual(t, hashOf(t, nil), 0xcbf29ce484222325)
	wantEqual(t, hashOf(t, Constants{}), 0xcbf29ce484222325)
	wantEqual(t, hashOf(t, Constants{"A": ConstantU32(1), "B": ConstantU32(2)}), 0x7fdf168a143cc515)
	wantEqual(t, hashOf(t, Constants{"dtype": ConstantType("F32")}), 0xa5c88edc7a7f60b2)
}

func TestCanonicalFormsDifferWhereHashesDoNot(t *testing.T) {
	left := Constants{"a": ConstantU32(0), "b": ConstantU32(2)}
	right := Constants{"a\x00\x00\x00\x00\x00\x00\x00\x00b": ConstantU32(2)}
	wantEqual(t, hashOf(t, left), 0x8bd77e6d808d5874)
	wantEqual(t, hashOf(t, right), 0x8bd77e6d808d5874)
	wantEqual(t, bytes.Equal(encoded(t, left), encoded(t, right)), false)
	wantSlice(t, encoded(t, nil), make([]byte, 8))
}

func TestCanonicalFormsHaveTheOrderOfTheNames(t *testing.T) {
	names := []string{"", "B", "a", "a\x00b", "é"}
	constants := Constants{
		"é": ConstantType("Vec<F32,4>"), "a": ConstantF32(2.5), "": ConstantU32(7),
		"a\x00b": ConstantBool(true), "B": ConstantI32(-1),
	}
	form, at := encoded(t, constants), 8
	wantEqual(t, binary.LittleEndian.Uint64(form), uint64(len(names)))
	for _, name := range names {
		size := int(binary.LittleEndian.Uint64(form[at:]))
		wantEqual(t, string(form[at+8:at+8+size]), name)
		at += 8 + size + 1 + 4
		if constants[name].Kind == ConstantKindType {
			at += 4 + len(constants[name].Element)
		}
	}
	wantEqual(t, at, len(form))
}

func TestNamesAreText(t *testing.T) {
	wrong := Constants{"ab\xff": ConstantU32(1)}
	wantError(t, failed(wrong.Hash()), ErrInvalidArgument, "not UTF-8 at byte 2")
	wantError(t, failed(wrong.Encode()), ErrInvalidArgument, "not UTF-8 at byte 2")
}

func TestAKeyIsTheProgramAndItsConstants(t *testing.T) {
	program, constants := load(t, trap), Constants{"K": ConstantU32(1)}
	fingerprint := fingerprintOf(t, program)
	high := binary.LittleEndian.Uint64(fingerprint[:8])
	key := must(program.Key(constants))(t)
	wantEqual(t, key, Key{high, hashOf(t, constants)})
	key = must(program.Key(nil))(t)
	wantEqual(t, key, Key{high, 0xcbf29ce484222325})
	program.Close()
	wantError(t, failed(program.Key(nil)), ErrInvalidArgument, "program is NULL")
}

func TestArtifactKeysAreThePublishedOnes(t *testing.T) {
	key := must(ArtifactKey(1, "ab", "cd"))(t)
	wantEqual(t, key, "e8c3304a97ce10469cdf4cc64d5606bfc7f9a9333f96f5a0db71430e899cad10")
	key = must(ArtifactKey(1, "abc", "d"))(t)
	wantEqual(t, key, "dac679875ae0e15a00977f61a29eab7cea4514c8c994bd60020fd0a9ac5f2851")
}

func TestGoroutinesShareConstants(t *testing.T) {
	constants := Constants{"stays": ConstantType("Vec<F32,4>"), "n": ConstantU32(4)}
	want := hashOf(t, constants)
	goroutines(4, func(int) {
		for range 500 {
			if hash, err := constants.Hash(); err != nil || hash != want {
				t.Errorf("got %x, %v", hash, err)
			}
			_, _ = constants.Encode()
		}
	}).Wait()
}

// scaled is out[i] = scale * i in each workgroup, of which "vyre.workgroup.x" is the size, plus offset.
func scaled(t *testing.T) *Program {
	t.Helper()
	three := ConstantU32(3)
	return build(t, func(b *Builder) {
		out := b.Output("out", U32)
		i := b.LocalID(0)
		size := b.Constant("vyre.workgroup.x", ConstantKindU32, nil)
		scale := b.Constant("scale", ConstantKindU32, &three)
		offset := b.Constant("offset", ConstantKindU32, nil)
		out.Store(b.WorkgroupID(0).Mul(size).Add(i), scale.Mul(i).Add(offset))
	})
}

func specialized(t *testing.T, d *Device, options *PipelineOptions) (*Pipeline, error) {
	t.Helper()
	return d.CreatePipeline(scaled(t), options)
}

func TestPipelinesHaveTheirConstants(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		for size, scale := range map[uint32]uint32{1: 3, 2: 5, 4: 7} {
			constants := Constants{
				"vyre.workgroup.x": ConstantU32(size), "scale": ConstantU32(scale), "offset": ConstantU32(100),
			}
			pipeline := opened(specialized(t, device, &PipelineOptions{Constants: constants}))(t)
			out, want := make([]uint32, 8), make([]uint32, 8)
			for i := range want {
				want[i] = scale*(uint32(i)%size) + 100
			}
			run(t, pipeline, Out("out", out))
			wantSlice(t, out, want)
		}
	})
}

func TestConstantsThatDoNotFitAreRefusedByName(t *testing.T) {
	onEach(t, func(t *testing.T, device *Device) {
		whole := func(name string, value Constant) *PipelineOptions {
			constants := Constants{
				"vyre.workgroup.x": ConstantU32(1), "scale": ConstantU32(1), "offset": ConstantU32(1),
			}
			constants[name] = value
			return &PipelineOptions{Constants: constants}
		}
		wantError(t, failed(specialized(t, device, whole("scale", ConstantF32(1)))), ErrInvalidArgument, "'scale'")
		wantError(t, failed(specialized(t, device, whole("tile", ConstantU32(1)))), ErrNotFound, "'tile'")
		wantError(t, failed(specialized(t, device, nil)), ErrInvalidArgument, "'offset'")
		ignoring := whole("tile", ConstantU32(1))
		ignoring.Flags = PipelineIgnoreUnknownConstants
		opened(specialized(t, device, ignoring))(t)
	})
}

func TestProgramsListTheirConstants(t *testing.T) {
	constants := scaled(t).Info().Constants
	wantEqual(t, len(constants), 3)
	for i, name := range []string{"offset", "scale", "vyre.workgroup.x"} {
		wantEqual(t, constants[i].Name, name)
		wantEqual(t, constants[i].Kind, ConstantKindU32)
	}
	wantEqual(t, constants[0].Initial == nil, true)
	wantEqual(t, *constants[1].Initial, ConstantU32(3))
	wantEqual(t, constants[2].WorkgroupAxis, 1)
}

func TestMistakesInNamingConstantsAreNamed(t *testing.T) {
	b := testBuilder(t)
	vector := ConstantType("Vec<F32,4>")
	b.Output("out", U32).Store(b.U32(0), b.Constant("a", ConstantKindType, &vector))
	wantError(t, failed(b.Finish()), ErrInvalidArgument, "vyre_builder_constant")
}
