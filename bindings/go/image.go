package vyre

// #include "all.h"
import "C"

// ImageFormat is what a texel is: its components in the order of memory, and the bits and kind of
// each. Unorm: 0 to 1 as an unsigned integer. Srgb: the same with the curve of sRGB, but for alpha.
// F: a float. U, I: an unsigned and a signed integer.
type ImageFormat uint32

const (
	ImageNoFormat   ImageFormat = C.VYRE_IMAGE_FORMAT_NONE        // not given
	ImageR8Unorm    ImageFormat = C.VYRE_IMAGE_FORMAT_R8_UNORM    // 1 byte
	ImageRG8Unorm   ImageFormat = C.VYRE_IMAGE_FORMAT_RG8_UNORM   // 2 bytes
	ImageRGBA8Unorm ImageFormat = C.VYRE_IMAGE_FORMAT_RGBA8_UNORM // 4 bytes
	ImageRGBA8Srgb  ImageFormat = C.VYRE_IMAGE_FORMAT_RGBA8_SRGB  // 4 bytes; rarely a storage image
	ImageBGRA8Unorm ImageFormat = C.VYRE_IMAGE_FORMAT_BGRA8_UNORM // 4 bytes; modules have no name for it
	ImageR16F       ImageFormat = C.VYRE_IMAGE_FORMAT_R16F        // 2 bytes
	ImageRG16F      ImageFormat = C.VYRE_IMAGE_FORMAT_RG16F       // 4 bytes
	ImageRGBA16F    ImageFormat = C.VYRE_IMAGE_FORMAT_RGBA16F     // 8 bytes
	ImageR32F       ImageFormat = C.VYRE_IMAGE_FORMAT_R32F        // 4 bytes
	ImageRG32F      ImageFormat = C.VYRE_IMAGE_FORMAT_RG32F       // 8 bytes
	ImageRGBA32F    ImageFormat = C.VYRE_IMAGE_FORMAT_RGBA32F     // 16 bytes
	ImageR8U        ImageFormat = C.VYRE_IMAGE_FORMAT_R8U         // 1 byte
	ImageRGBA8U     ImageFormat = C.VYRE_IMAGE_FORMAT_RGBA8U      // 4 bytes
	ImageR16U       ImageFormat = C.VYRE_IMAGE_FORMAT_R16U        // 2 bytes
	ImageR32U       ImageFormat = C.VYRE_IMAGE_FORMAT_R32U        // 4 bytes
	ImageRG32U      ImageFormat = C.VYRE_IMAGE_FORMAT_RG32U       // 8 bytes
	ImageRGBA32U    ImageFormat = C.VYRE_IMAGE_FORMAT_RGBA32U     // 16 bytes
	ImageR32I       ImageFormat = C.VYRE_IMAGE_FORMAT_R32I        // 4 bytes
	ImageRGBA32I    ImageFormat = C.VYRE_IMAGE_FORMAT_RGBA32I     // 16 bytes
)

// ImageShape is how the texels of an image lie. The faces of a cube are squares; modules may see them
// as an array.
type ImageShape uint32

const (
	Image1D      ImageShape = C.VYRE_IMAGE_SHAPE_1D       // width
	Image2D      ImageShape = C.VYRE_IMAGE_SHAPE_2D       // width, height
	Image3D      ImageShape = C.VYRE_IMAGE_SHAPE_3D       // width, height, depth
	Image2DArray ImageShape = C.VYRE_IMAGE_SHAPE_2D_ARRAY // width, height, layers
	ImageCube    ImageShape = C.VYRE_IMAGE_SHAPE_CUBE     // width, height, 6 layers: +x, -x, +y, -y, +z, -z
)

// ImageUsage are bits of what modules do with an image.
type ImageUsage uint64

const (
	ImageSampled ImageUsage = C.VYRE_IMAGE_USAGE_SAMPLED // textures and sampled textures
	ImageStorage ImageUsage = C.VYRE_IMAGE_USAGE_STORAGE // storage images
)

// ImageOptions says how an image is made. Usage, Format and Width have to be given. Sizes are in
// texels, and 1 where the shape has no such axis. 0 of any other number is 1; Shape 0 is Image2D.
type ImageOptions struct {
	Label                string
	Usage                ImageUsage
	Format               ImageFormat
	Shape                ImageShape
	Width, Height, Depth uint32
	Layers               uint32 // 1 but for an array, and a cube, which has 6
	MipLevels            uint32 // each has half the size of the one before, 1 at least
}

func (o *ImageOptions) desc(l *loan) C.vyre_image_desc {
	o = given(o)
	atLeast := func(number, least uint32) C.uint32_t { return C.uint32_t(max(number, least)) }
	shape := o.Shape
	if shape == 0 {
		shape = Image2D
	}
	return C.vyre_image_desc{
		struct_size: C.sizeof_vyre_image_desc, label: pinned(o.Label, l),
		usage: C.vyre_image_usage(o.Usage), format: C.vyre_image_format(o.Format),
		shape: C.vyre_image_shape(shape), width: C.uint32_t(o.Width), height: atLeast(o.Height, 1),
		depth: atLeast(o.Depth, 1), layers: atLeast(o.Layers, 1), mip_levels: atLeast(o.MipLevels, 1),
	}
}

// Image is texels on a device, for SPIR-V modules that load, store or sample them. Each call here
// sees what work submitted earlier wrote, and work submitted later sees what it writes.
type Image struct{ handle *handle[*C.vyre_image] }

// CheckImage is whether the device can make such an image: what the format lacks, or which size is
// too large. [ErrUnsupportedFeature] also without [FeatureImages].
func (d *Device) CheckImage(options *ImageOptions) error {
	p, h := use(d)
	defer h.done(p)
	var l loan
	defer l.end()
	desc := options.desc(&l)
	return take(C.vyre_device_check_image(p, &desc))
}

// CreateImage makes an image of texels that are all zero bits. It keeps the device alive.
// [ErrUnsupportedFeature] as [Device.CheckImage] says. Blocks.
func (d *Device) CreateImage(options *ImageOptions) (*Image, error) {
	p, h := use(d)
	defer h.done(p)
	var l loan
	defer l.end()
	desc := options.desc(&l)
	var out *C.vyre_image
	return made[Image](C.vyre_image_create(p, &desc, &out), &out)
}

// ImageInfo is what an image is.
type ImageInfo struct {
	Label                string
	Bytes                uint64 // of all its texels, packed
	Usage                ImageUsage
	Format               ImageFormat
	Shape                ImageShape
	Width, Height, Depth uint32
	Layers               uint32
	MipLevels            uint32
}

// Info is what the image is.
func (i *Image) Info() ImageInfo {
	p, h := use(i)
	defer h.done(p)
	info := C.vyre_image_get_info(p)
	return ImageInfo{
		Label: text(info.label), Bytes: uint64(info.bytes), Usage: ImageUsage(info.usage),
		Format: ImageFormat(info.format), Shape: ImageShape(info.shape), Width: uint32(info.width),
		Height: uint32(info.height), Depth: uint32(info.depth), Layers: uint32(info.layers),
		MipLevels: uint32(info.mip_levels),
	}
}

// Device is another owner of the image's device; close it like any device.
func (i *Image) Device() (*Device, error) {
	p, h := use(i)
	defer h.done(p)
	var out *C.vyre_device
	return made[Device](C.vyre_image_get_device(p, &out), &out)
}

// ImageRegion is a box of texels of one level, and how it lies in memory: row by row, slice by slice.
// Slices are those of Depth, and of an array or a cube its layers, from Layer on. A nil region is all
// of level 0, packed.
type ImageRegion struct {
	X, Y, Z              uint32 // the first texel; Z of a 3D image alone
	Width, Height, Depth uint32 // columns, rows and slices; 0: to the end of the level
	Layer                uint32 // the first; of an array or a cube alone
	MipLevel             uint32
	RowBytes             uint64 // from row to row, whole texels; 0: packed
	SliceBytes           uint64 // from slice to slice, whole rows; 0: packed
}

func (r *ImageRegion) toC() C.vyre_image_region {
	r = given(r)
	return C.vyre_image_region{
		x: C.uint32_t(r.X), y: C.uint32_t(r.Y), z: C.uint32_t(r.Z), width: C.uint32_t(r.Width),
		height: C.uint32_t(r.Height), depth: C.uint32_t(r.Depth), layer: C.uint32_t(r.Layer),
		mip_level: C.uint32_t(r.MipLevel), row_bytes: C.uint64_t(r.RowBytes),
		slice_bytes: C.uint64_t(r.SliceBytes),
	}
}

// Write copies texels from data to region. data has the size of the region as it lies there; behind
// the last row nothing is read. The texels are there on return. Blocks. [BytesOf] gives the bytes of
// other slices.
func (i *Image) Write(region *ImageRegion, data []byte) error {
	p, h := use(i)
	defer h.done(p)
	r := region.toC()
	return take(C.vyre_image_write(p, &r, memory(data), C.size_t(len(data))))
}

// WriteAsync is Write without waiting; data has been read on return. [ErrNotReady] where Write would
// wait for room.
func (i *Image) WriteAsync(region *ImageRegion, data []byte) (*Work, error) {
	return startedWork(func(out **C.vyre_work) error { return i.write(region, data, out) })
}

// StartWrite is WriteAsync without an object; [Device.WaitIdle] tells a failure.
func (i *Image) StartWrite(region *ImageRegion, data []byte) error { return i.write(region, data, nil) }

func (i *Image) write(region *ImageRegion, data []byte, out **C.vyre_work) error {
	p, h := use(i)
	defer h.done(p)
	r := region.toC()
	return take(C.vyre_image_write_async(p, &r, memory(data), C.size_t(len(data)), out))
}

// Read copies the texels of region to data; what lies between rows and slices stays as it is. Blocks.
func (i *Image) Read(region *ImageRegion, data []byte) error {
	p, h := use(i)
	defer h.done(p)
	r := region.toC()
	return take(C.vyre_image_read(p, &r, memory(data), C.size_t(len(data))))
}

// ReadAsync reads the size bytes of region without waiting: [Work.CollectBytes] and [Work.Bytes] have
// them, with zeroes between rows and slices.
func (i *Image) ReadAsync(region *ImageRegion, size uint64) (*Work, error) {
	p, h := use(i)
	defer h.done(p)
	r := region.toC()
	var out *C.vyre_work
	return made[Work](C.vyre_image_read_async(p, &r, C.uint64_t(size), &out), &out)
}

// CopyTo copies region to the place of the image to where toRegion begins; the latter's sizes are 0 or
// equal, and neither has RowBytes or SliceBytes. Texels have the same number of bytes, which are
// copied as they are. Both images are of one device. Within one image the regions do not overlap.
// Blocks.
func (i *Image) CopyTo(region *ImageRegion, to *Image, toRegion *ImageRegion) error {
	p, h := use(i)
	defer h.done(p)
	t, th := use(to)
	defer th.done(t)
	from, place := region.toC(), toRegion.toC()
	return take(C.vyre_image_copy(p, &from, t, &place))
}

// CopyToAsync is CopyTo without waiting.
func (i *Image) CopyToAsync(region *ImageRegion, to *Image, toRegion *ImageRegion) (*Work, error) {
	return startedWork(func(out **C.vyre_work) error { return i.copyTo(region, to, toRegion, out) })
}

// StartCopyTo is CopyToAsync without an object; [Device.WaitIdle] tells a failure.
func (i *Image) StartCopyTo(region *ImageRegion, to *Image, toRegion *ImageRegion) error {
	return i.copyTo(region, to, toRegion, nil)
}

func (i *Image) copyTo(region *ImageRegion, to *Image, toRegion *ImageRegion, out **C.vyre_work) error {
	p, h := use(i)
	defer h.done(p)
	t, th := use(to)
	defer th.done(t)
	from, place := region.toC(), toRegion.toC()
	return take(C.vyre_image_copy_async(p, &from, t, &place, out))
}

// Close gives the image back. Work that uses it goes on and keeps it.
func (i *Image) Close() { handleOf(i).close() }

// Filter is what lies between texels.
type Filter uint32

const (
	FilterNearest Filter = C.VYRE_FILTER_NEAREST // the nearest texel
	FilterLinear  Filter = C.VYRE_FILTER_LINEAR  // between the nearest ones
)

// AddressMode is what lies beyond the first and the last texel of an axis.
type AddressMode uint32

const (
	AddressClamp      AddressMode = C.VYRE_ADDRESS_CLAMP       // the texel at the edge
	AddressRepeat     AddressMode = C.VYRE_ADDRESS_REPEAT      // the image again
	AddressMirror     AddressMode = C.VYRE_ADDRESS_MIRROR      // the image again, every other time mirrored
	AddressBorderZero AddressMode = C.VYRE_ADDRESS_BORDER_ZERO // zeroes; of textures of floats and UNORM
)

// SamplerOptions says how texels are read.
type SamplerOptions struct {
	Label     string
	Filter    Filter         // between texels of a level
	MipFilter Filter         // between levels
	Address   [3]AddressMode // on x, y and z
	// Coordinates count texels, in place of 0 to 1 over the image. Then MipFilter is FilterNearest, each
	// address AddressClamp or AddressBorderZero, and what is read is 1D or 2D and has one level.
	Unnormalized bool
}

func (o *SamplerOptions) desc(l *loan) C.vyre_sampler_desc {
	o = given(o)
	desc := C.vyre_sampler_desc{
		struct_size: C.sizeof_vyre_sampler_desc, label: pinned(o.Label, l),
		filter: C.vyre_filter(o.Filter), mip_filter: C.vyre_filter(o.MipFilter),
	}
	for axis, mode := range o.Address {
		desc.address[axis] = C.vyre_address_mode(mode)
	}
	if o.Unnormalized {
		desc.unnormalized = 1
	}
	return desc
}

// Sampler is how texels are read.
type Sampler struct{ handle *handle[*C.vyre_sampler] }

// CreateSampler makes a sampler: of nil options nearest texels, and those at the edge beyond it. It
// keeps the device alive and outlives its recovery. [ErrUnsupportedFeature] without [FeatureImages].
func (d *Device) CreateSampler(options *SamplerOptions) (*Sampler, error) {
	p, h := use(d)
	defer h.done(p)
	var l loan
	defer l.end()
	desc := options.desc(&l)
	var out *C.vyre_sampler
	return made[Sampler](C.vyre_sampler_create(p, &desc, &out), &out)
}

// Close gives the sampler back.
func (s *Sampler) Close() { handleOf(s).close() }
