package vyre

import "testing"

// images are those of a test, which has a device with them.
type images struct {
	t      *testing.T
	device *Device
}

func newImages(t *testing.T) images {
	return images{t, openID(t, newTestContext(t, nil), "vulkan")}
}

func (i images) of(format ImageFormat, width, height uint32) *Image {
	i.t.Helper()
	options := &ImageOptions{Usage: ImageSampled | ImageStorage, Format: format, Width: width, Height: height}
	return opened(i.device.CreateImage(options))(i.t)
}

func (i images) pipeline(name string, flags PipelineFlags) *Pipeline {
	i.t.Helper()
	return opened(i.device.CreatePipeline(loadModule(i.t, name, nil), &PipelineOptions{Flags: flags}))(i.t)
}

func (i images) texels(image *Image, region *ImageRegion, count int) []uint32 {
	i.t.Helper()
	texels := make([]uint32, count)
	ok(i.t, image.Read(region, BytesOf(texels)))
	return texels
}

func one() *DispatchOptions { return &DispatchOptions{Grid: [3]uint32{1, 1, 1}} }

func repeated[T any](value T, count int) []T {
	all := make([]T, count)
	for i := range all {
		all[i] = value
	}
	return all
}

func TestImagesAreWrittenByKernelsAndComeBack(t *testing.T) {
	i := newImages(t)
	from, to := i.of(ImageR32U, 8, 8), i.of(ImageR32U, 8, 8)
	info := to.Info()
	wantEqual(t, info.Bytes, 256)
	wantEqual(t, info.Shape, Image2D)
	device := opened(to.Device())(t)
	wantEqual(t, device.Info().ID, i.device.Info().ID)
	ok(t, from.Write(nil, BytesOf(repeated(uint32(5), 64))))
	pipeline := i.pipeline("images/stored", 0)
	must(dispatch(pipeline, one(), OnImage("from", from), OnImage("", to).At(1)))(t)
	expected := make([]uint32, 64)
	for at := range expected {
		expected[at] = 15 + uint32(at)%8 + 100*(uint32(at)/8)
	}
	wantSlice(t, i.texels(to, nil, 64), expected)
	work := opened(to.ReadAsync(nil, 256))(t)
	wantSlice(t, must(work.Bytes())(t), BytesOf(expected))
}

func TestOneImageAtTwoBindingsNeedsTheFlag(t *testing.T) {
	i := newImages(t)
	both := i.of(ImageR32U, 8, 8)
	bindings := []Binding{OnImage("", both).At(0), OnImage("", both).AtSet(1, 3)}
	plain := i.pipeline("images/in_place", 0)
	wantError(t, failed(dispatch(plain, one(), bindings...)), ErrInvalidArgument, "ALLOW_OVERLAP")
	must(dispatch(i.pipeline("images/in_place", PipelineAllowOverlap), one(), bindings...))(t)
	wantSlice(t, i.texels(both, nil, 64), repeated(uint32(1), 64))
}

func TestTexturesAreSampled(t *testing.T) {
	i := newImages(t)
	texture := i.of(ImageR32F, 4, 1)
	ok(t, texture.Write(nil, BytesOf([]float32{0, 10, 20, 30})))
	linear := opened(i.device.CreateSampler(&SamplerOptions{Label: "linear", Filter: FilterLinear}))(t)
	texels := make([]float32, 32)
	options := one()
	options.Push = pushed(0)
	must(dispatch(i.pipeline("images/sampled", 0), options,
		OnSampledImage("from", texture, linear).MipLevel(0),
		In("", repeated(float32(0.25), 16)).At(1), Out("", texels).At(2)))(t)
	wantEqual(t, texels[0], 5)
	must(dispatch(i.pipeline("images/apart", 0), one(), OnImage("bases", texture),
		OnImage("bases", texture).ArrayIndex(1), OnSampler("how", linear), Out("", texels).At(3)))(t)
	wantEqual(t, texels[3], 101)
}

func TestTexelsAreCopiedWithoutWaiting(t *testing.T) {
	i := newImages(t)
	from, to := i.of(ImageR32U, 8, 8), i.of(ImageR32U, 8, 8)
	opened(from.WriteAsync(nil, BytesOf(repeated(uint32(7), 64))))(t)
	row := &ImageRegion{Width: 8, Height: 1}
	opened(from.CopyToAsync(row, to, &ImageRegion{Y: 2}))(t)
	ok(t, from.StartWrite(row, BytesOf(repeated(uint32(9), 8))))
	ok(t, from.CopyTo(row, to, &ImageRegion{Y: 3}))
	expected := append(repeated(uint32(7), 8), repeated(uint32(9), 8)...)
	wantSlice(t, i.texels(to, &ImageRegion{Y: 2, Height: 2}, 16), expected)
}

func TestWhatDoesNotFitAnImageIsNamed(t *testing.T) {
	i := newImages(t)
	to, floats := i.of(ImageR32U, 8, 8), i.of(ImageR32F, 8, 8)
	stored := i.pipeline("images/stored", 0)
	wantError(t, failed(dispatch(stored, one(), OnImage("from", floats), OnImage("to", to))), ErrInvalidArgument, "R32F")
	cube := &ImageOptions{Usage: ImageStorage, Format: ImageR32U, Shape: ImageCube, Width: 8, Height: 8, Layers: 5}
	wantError(t, i.device.CheckImage(cube), ErrInvalidArgument, "5 layers")
	repeating := &SamplerOptions{Unnormalized: true, Address: [3]AddressMode{AddressRepeat}, MipFilter: FilterNearest}
	wantError(t, failed(i.device.CreateSampler(repeating)), ErrInvalidArgument, "unnormalized")
	oracle := openID(t, newTestContext(t, nil), "cpu-ref")
	wantError(t, failed(oracle.CreateSampler(nil)), ErrUnsupportedFeature, "cpu-ref")
	to.Close()
	wantError(t, to.Write(nil, make([]byte, 256)), ErrInvalidArgument, "image is NULL")
}
