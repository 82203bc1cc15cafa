package vyre

import (
	"context"
	"testing"
)

// images are those of a test, which has a device with them.
type images struct {
	t      *testing.T
	device *Device
}

func newImages(t *testing.T) images {
	device := openID(t, newTestContext(t, nil), "vulkan")
	wantEqual(t, device.Info().Features&FeatureImages, FeatureImages)
	return images{t, device}
}

func (i images) made(options *ImageOptions) *Image {
	i.t.Helper()
	return opened(i.device.CreateImage(options))(i.t)
}

// of is an image for all that modules do.
func (i images) of(format ImageFormat, width, height uint32) *Image {
	i.t.Helper()
	usage := ImageSampled | ImageStorage
	return i.made(&ImageOptions{Label: "both", Usage: usage, Format: format, Width: width, Height: height})
}

func (i images) sampler(options *SamplerOptions) *Sampler {
	i.t.Helper()
	return opened(i.device.CreateSampler(options))(i.t)
}

func (i images) pipeline(name string, flags PipelineFlags) *Pipeline {
	i.t.Helper()
	return opened(i.device.CreatePipeline(loadModule(i.t, name, nil), &PipelineOptions{Flags: flags}))(i.t)
}

// texels is what a region has, as so many words.
func (i images) texels(image *Image, region *ImageRegion, count int) []uint32 {
	i.t.Helper()
	texels := make([]uint32, count)
	ok(i.t, image.Read(region, BytesOf(texels)))
	return texels
}

func groups(x, y uint32) *DispatchOptions { return &DispatchOptions{Grid: [3]uint32{x, y, 1}} }

func repeated[T any](value T, count int) []T {
	all := make([]T, count)
	for i := range all {
		all[i] = value
	}
	return all
}

// counted is bytes that are all different from their neighbours.
func counted(count int) []byte {
	all := make([]byte, count)
	for i := range all {
		all[i] = byte(i * 7)
	}
	return all
}

func inverted(texels []byte) []byte {
	all := make([]byte, len(texels))
	for i, texel := range texels {
		all[i] = 255 - texel
	}
	return all
}

func TestImagesSayWhatTheyAre(t *testing.T) {
	i := newImages(t)
	options := &ImageOptions{
		Label: "levels", Usage: ImageSampled, Format: ImageRG16F, Shape: Image2DArray,
		Width: 8, Height: 4, Layers: 3, MipLevels: 2,
	}
	ok(t, i.device.CheckImage(options))
	image := i.made(options)
	wantEqual(t, image.Info(), ImageInfo{
		Label: "levels", Bytes: 4 * 3 * (8*4 + 4*2), Usage: ImageSampled, Format: ImageRG16F,
		Shape: Image2DArray, Width: 8, Height: 4, Depth: 1, Layers: 3, MipLevels: 2,
	})
	device := opened(image.Device())(t)
	wantEqual(t, device.Info().ID, i.device.Info().ID)
}

func TestImagesAreWrittenByKernelsAndComeBack(t *testing.T) {
	i := newImages(t)
	from, to := i.of(ImageRGBA8Unorm, 10, 9), i.of(ImageRGBA8Unorm, 10, 9)
	texels := counted(360)
	ok(t, from.Write(nil, texels))
	must(dispatch(i.pipeline("inverted", 0), groups(2, 2), OnImage("from", from), OnImage("", to).At(1)))(t)
	back := make([]byte, 360)
	ok(t, to.Read(nil, back))
	wantSlice(t, back, inverted(texels))
	work := opened(to.ReadAsync(nil, 360))(t)
	wantSlice(t, must(work.Bytes())(t), inverted(texels))
	clear(back)
	ok(t, work.CollectBytes(back))
	wantSlice(t, back, inverted(texels))
}

func TestOneImageAtTwoBindingsNeedsTheFlag(t *testing.T) {
	i := newImages(t)
	both := i.of(ImageRGBA8Unorm, 8, 8)
	texels := counted(256)
	ok(t, both.Write(nil, texels))
	bindings := []Binding{OnImage("from", both), OnImage("to", both)}
	err := failed(dispatch(i.pipeline("inverted", 0), groups(1, 1), bindings...))
	wantError(t, err, ErrInvalidArgument, "ALLOW_OVERLAP")
	wantError(t, err, ErrInvalidArgument, "'from'")
	must(dispatch(i.pipeline("inverted", PipelineAllowOverlap), groups(1, 1), bindings...))(t)
	back := make([]byte, 256)
	ok(t, both.Read(nil, back))
	wantSlice(t, back, inverted(texels))
}

func TestTexturesAreSampled(t *testing.T) {
	i := newImages(t)
	texture := i.of(ImageR32F, 4, 1)
	ok(t, texture.Write(nil, BytesOf([]float32{0, 10, 20, 30})))
	pipeline := i.pipeline("sampled", 0)
	sampled := func(options *SamplerOptions) []float32 {
		numbers := []float32{0, 0.125, 0.25, 0.5, 0.625, 1.25}
		must(dispatch(pipeline, groups(1, 1), OnSampledImage("picture", texture, i.sampler(options)),
			InOut("", numbers).At(1)))(t)
		return numbers
	}
	linear := SamplerOptions{Label: "linear", Filter: FilterLinear}
	wantSlice(t, sampled(&linear), []float32{0, 0, 5, 15, 20, 30})
	linear.Address = [3]AddressMode{AddressRepeat, AddressClamp, AddressClamp}
	wantSlice(t, sampled(&linear), []float32{15, 0, 5, 15, 20, 5})
	nearest := sampled(nil)
	wantSlice(t, []float32{nearest[1], nearest[4], nearest[5]}, []float32{0, 20, 30})
}

func TestTexturesAndSamplersAreBoundApart(t *testing.T) {
	i := newImages(t)
	texture := i.of(ImageR32F, 4, 1)
	ok(t, texture.Write(nil, BytesOf([]float32{0, 10, 20, 30})))
	texels := make([]float32, 32)
	must(dispatch(i.pipeline("images/apart", 0), groups(1, 1), OnImage("bases", texture),
		OnImage("bases", texture).ArrayIndex(1), OnSampler("how", i.sampler(&SamplerOptions{Filter: FilterLinear})),
		Out("", texels).At(3)))(t)
	wantEqual(t, texels[4], 1002.5)
}

func TestLevelsOfAnImageAreBoundEachForItself(t *testing.T) {
	i := newImages(t)
	levels := i.made(&ImageOptions{
		Usage: ImageSampled | ImageStorage, Format: ImageRGBA8Unorm, Width: 8, Height: 8, MipLevels: 2,
	})
	texels := counted(256)
	ok(t, levels.Write(nil, texels))
	pipeline := i.pipeline("inverted", 0)
	err := failed(dispatch(pipeline, groups(1, 1), OnImage("from", levels).MipLevel(0), OnImage("to", levels)))
	wantError(t, err, ErrInvalidArgument, "2 mip levels")
	must(dispatch(pipeline, groups(1, 1), OnImage("from", levels).MipLevel(0), OnImage("to", levels).MipLevel(1)))(t)
	back, expected := make([]byte, 64), []byte{}
	ok(t, levels.Read(&ImageRegion{MipLevel: 1}, back))
	for row := range 4 {
		expected = append(expected, inverted(texels[row*32:row*32+16])...)
	}
	wantSlice(t, back, expected)
}

func TestTexelsAreCopiedWithoutWaiting(t *testing.T) {
	i := newImages(t)
	from, to := i.of(ImageR32U, 8, 8), i.of(ImageR32U, 8, 8)
	row := &ImageRegion{Width: 8, Height: 1}
	written := opened(from.WriteAsync(nil, BytesOf(repeated(uint32(7), 64))))(t)
	copied := opened(from.CopyToAsync(row, to, &ImageRegion{Y: 2}))(t)
	for _, work := range []*Work{written, copied} {
		ok(t, work.Wait(context.Background()))
	}
	ok(t, from.StartWrite(row, BytesOf(repeated(uint32(9), 8))))
	ok(t, from.CopyTo(row, to, &ImageRegion{Y: 3}))
	ok(t, from.StartCopyTo(&ImageRegion{Y: 1, Height: 1}, to, nil))
	ok(t, i.device.WaitIdle(context.Background()))
	expected := append(repeated(uint32(7), 8), repeated(uint32(0), 8)...)
	expected = append(append(expected, repeated(uint32(7), 8)...), repeated(uint32(9), 8)...)
	wantSlice(t, i.texels(to, &ImageRegion{Height: 4}, 32), expected)
	wantError(t, to.CopyTo(row, to, row), ErrInvalidArgument, "overlaps")
	wantError(t, from.CopyTo(nil, nil, nil), ErrInvalidArgument, "to is NULL")
}

func TestRegionsLieInMemoryAsTheySay(t *testing.T) {
	i := newImages(t)
	array := i.made(&ImageOptions{Usage: ImageStorage, Format: ImageR8U, Shape: Image2DArray, Width: 4, Height: 4, Layers: 3})
	region := &ImageRegion{X: 1, Y: 2, Width: 2, Height: 2, Layer: 1, RowBytes: 3, SliceBytes: 7 * 3}
	data := counted(2 * 7 * 3)
	ok(t, array.Write(region, data))
	back := repeated(byte(255), len(data))
	ok(t, array.Read(region, back))
	work := opened(array.ReadAsync(region, uint64(len(data))))(t)
	read := must(work.Bytes())(t)
	for at := range data {
		between, zero := byte(255), byte(0)
		if at%21 < 6 && at%3 < 2 {
			between, zero = data[at], data[at]
		}
		wantEqual(t, [2]byte{back[at], read[at]}, [2]byte{between, zero})
	}
	all := make([]byte, 48)
	ok(t, array.Read(nil, all))
	wantSlice(t, all[16+8:16+16], []byte{0, data[0], data[1], 0, 0, data[3], data[4], 0})
}

func TestSequencesKeepTheirImages(t *testing.T) {
	i := newImages(t)
	from, to := i.of(ImageRGBA8Unorm, 8, 8), i.of(ImageRGBA8Unorm, 8, 8)
	texels := counted(256)
	ok(t, from.Write(nil, texels))
	sequence := opened(i.device.CreateSequence(nil))(t)
	bindings := []Binding{OnImage("from", from), OnImage("to", to)}
	must(sequence.AddDispatch(i.pipeline("inverted", 0), bindings, groups(1, 1)))(t)
	from.Close()
	must(sequence.Run(context.Background(), nil))(t)
	back := make([]byte, 256)
	ok(t, to.Read(nil, back))
	wantSlice(t, back, inverted(texels))
}

func TestWhatDoesNotFitAnImageIsNamed(t *testing.T) {
	i := newImages(t)
	to := i.of(ImageRGBA8Unorm, 8, 8)
	pipeline := i.pipeline("inverted", 0)
	refused := func(from Binding, parts ...string) {
		t.Helper()
		err := failed(dispatch(pipeline, groups(1, 1), from, OnImage("to", to)))
		for _, part := range append(parts, "'from'") {
			wantError(t, err, ErrInvalidArgument, part)
		}
	}
	refused(OnImage("from", i.of(ImageRGBA32F, 8, 8)), "RGBA32F", "RGBA8")
	sampled := &ImageOptions{Usage: ImageSampled, Format: ImageRGBA8Unorm, Width: 8, Height: 8}
	refused(OnImage("from", i.made(sampled)), "VYRE_IMAGE_USAGE_STORAGE")
	refused(OnSampledImage("from", to, i.sampler(nil)), "with a sampler")
	refused(OnSampler("from", i.sampler(nil)), "sampler")
	refused(OnImage("from", i.of(ImageRGBA8Unorm, 8, 8)).MipLevel(3), "mip level 3")

	cube := &ImageOptions{Usage: ImageStorage, Format: ImageR32U, Shape: ImageCube, Width: 8, Height: 8, Layers: 5}
	wantError(t, i.device.CheckImage(cube), ErrInvalidArgument, "5 layers")
	wantError(t, i.device.CheckImage(nil), ErrInvalidArgument, "format is 0")
	repeating := &SamplerOptions{Unnormalized: true, Address: [3]AddressMode{AddressRepeat}}
	wantError(t, failed(i.device.CreateSampler(repeating)), ErrInvalidArgument, "unnormalized")
	oracle := openID(t, newTestContext(t, nil), "cpu-ref")
	wantError(t, failed(oracle.CreateSampler(nil)), ErrUnsupportedFeature, "cpu-ref")
	wantError(t, failed(oracle.CreateImage(sampled)), ErrUnsupportedFeature, "cpu-ref")
	to.Close()
	wantError(t, to.Write(nil, make([]byte, 256)), ErrInvalidArgument, "image is NULL")
	wantEqual(t, to.Info(), ImageInfo{})
}
