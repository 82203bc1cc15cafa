//! Images: texels on a device, for SPIR-V modules, and how they are sampled.

use crate::binding::{Plain, bytes_of, bytes_of_mut};
use crate::call::{made, mirrors, object, read};
use crate::error::check;
use crate::strings::string;
use crate::{AddressMode, Device, Filter, ImageFormat, ImageShape, ImageUsage, Result, Work, sys};
use std::ptr;

object!(
    /// Texels on a device, for SPIR-V modules that load, store or sample them. Keeps its device
    /// alive.
    ///
    /// Each call sees what work submitted earlier wrote, and work submitted later sees what it
    /// writes.
    pub Image, vyre_image, vyre_image_destroy);

/// How an image is made: a 2D image of one level, unless it is said otherwise.
#[derive(Clone, Debug)]
pub struct ImageBuilder<'a> {
    desc: sys::vyre_image_desc,
    label: &'a str,
}

impl<'a> ImageBuilder<'a> {
    /// Names the image in errors, traces and debuggers.
    pub fn label(mut self, label: &'a str) -> Self {
        self.label = label;
        self
    }

    /// How the texels lie.
    pub fn shape(mut self, shape: ImageShape) -> Self {
        self.desc.shape = shape.0;
        self
    }

    /// Texels on each axis; 1 where the shape has no such axis.
    pub fn size(mut self, size: [u32; 3]) -> Self {
        [self.desc.width, self.desc.height, self.desc.depth] = size;
        self
    }

    /// Layers: 1 but for an array, and a cube, which has 6.
    pub fn layers(mut self, layers: u32) -> Self {
        self.desc.layers = layers;
        self
    }

    /// Levels, each of half the size of the one before, 1 at least.
    pub fn mip_levels(mut self, levels: u32) -> Self {
        self.desc.mip_levels = levels;
        self
    }

    fn desc(&self) -> sys::vyre_image_desc {
        sys::vyre_image_desc { label: string(self.label), ..self.desc }
    }

    /// Whether `device` can make such an image: what the format lacks, or which size is too large.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::UnsupportedFeature`](crate::ErrorKind::UnsupportedFeature), without
    /// [`Features::IMAGES`](crate::Features::IMAGES) as well.
    pub fn check(&self, device: &Device) -> Result<()> {
        // SAFETY: all arguments live for the call.
        check(unsafe { sys::vyre_device_check_image(device.as_raw(), &self.desc()) })
    }

    /// Makes it, with texels that are all zero bits. Blocks.
    ///
    /// # Errors
    ///
    /// As [`check`](Self::check) says.
    pub fn create(&self, device: &Device) -> Result<Image> {
        // SAFETY: all arguments live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_image_create(device.as_raw(), &self.desc(), raw)) }
    }
}

mirrors! {
    vyre_image_info:
    /// What an image is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct ImageInfo<'a> {
        /// What names it in errors, traces and debuggers; may be empty.
        pub label: &'a str,
        /// Of all its texels, packed.
        pub bytes: u64,
        /// What modules do with it.
        pub usage: ImageUsage,
        /// What a texel is.
        pub format: ImageFormat,
        /// How the texels lie.
        pub shape: ImageShape,
        /// Texels on the first axis.
        pub width: u32,
        /// Texels on the second axis.
        pub height: u32,
        /// Texels on the third axis.
        pub depth: u32,
        /// Layers.
        pub layers: u32,
        /// Levels.
        pub mip_levels: u32,
    }
}

/// A box of texels of one level, and how it lies in memory: row by row, slice by slice. Slices are
/// those of the depth, and of an array or a cube its layers, from `layer` on. All of level 0,
/// packed, by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImageRegion {
    /// The first texel; the third of a 3D image alone.
    pub first: [u32; 3],
    /// Columns, rows and slices; 0: to the end of the level.
    pub size: [u32; 3],
    /// The first layer, of an array or a cube alone.
    pub layer: u32,
    /// The level.
    pub mip_level: u32,
    /// From row to row, whole texels; 0: packed.
    pub row_bytes: u64,
    /// From slice to slice, whole rows; 0: packed.
    pub slice_bytes: u64,
}

impl ImageRegion {
    fn raw(&self) -> sys::vyre_image_region {
        let ([x, y, z], [width, height, depth]) = (self.first, self.size);
        sys::vyre_image_region {
            x,
            y,
            z,
            width,
            height,
            depth,
            layer: self.layer,
            mip_level: self.mip_level,
            row_bytes: self.row_bytes,
            slice_bytes: self.slice_bytes,
        }
    }
}

impl Image {
    /// Begins to say how an image is made; sizes are in texels.
    pub fn builder<'a>(
        format: ImageFormat,
        usage: ImageUsage,
        width: u32,
        height: u32,
    ) -> ImageBuilder<'a> {
        let desc = sys::vyre_image_desc {
            usage: usage.0,
            format: format.0,
            width,
            height,
            ..sys::vyre_image_desc::INIT
        };
        ImageBuilder { desc, label: "" }
    }

    /// Its sizes, format, usage and label.
    pub fn info(&self) -> ImageInfo<'_> {
        // SAFETY: the info lives as long as the image.
        unsafe { read(sys::vyre_image_get_info(self.as_raw())) }
    }

    /// One more owner of the image's device.
    pub fn device(&self) -> Result<Device> {
        // SAFETY: the image lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_image_get_device(self.as_raw(), raw)) }
    }

    /// Copies texels from `data` to `region`. `data` has the size of the region as it lies there;
    /// behind the last row nothing is read. The texels are there on return. Blocks.
    pub fn write<T: Plain>(&self, region: &ImageRegion, data: &[T]) -> Result<()> {
        let (first, size) = bytes_of(data);
        // SAFETY: the memory is readable for the call.
        check(unsafe { sys::vyre_image_write(self.as_raw(), &region.raw(), first, size) })
    }

    /// [`write`](Self::write) without waiting; `data` has been read on return.
    /// [`ErrorKind::NotReady`](crate::ErrorKind::NotReady) where `write` would wait for room.
    pub fn write_async<T: Plain>(&self, region: &ImageRegion, data: &[T]) -> Result<Work> {
        let (raw, region, (first, size)) = (self.as_raw(), region.raw(), bytes_of(data));
        // SAFETY: the memory is readable for the call; success gives an owner.
        unsafe { made(|work| sys::vyre_image_write_async(raw, &region, first, size, work)) }
    }

    /// [`write_async`](Self::write_async) without an object.
    /// [`Device::wait_idle`](crate::Device::wait_idle) tells a failure.
    pub fn start_write<T: Plain>(&self, region: &ImageRegion, data: &[T]) -> Result<()> {
        let (raw, region, (first, size)) = (self.as_raw(), region.raw(), bytes_of(data));
        // SAFETY: the memory is readable for the call; no work is wanted.
        check(unsafe { sys::vyre_image_write_async(raw, &region, first, size, ptr::null_mut()) })
    }

    /// Copies the texels of `region` to `data`; what lies between rows and slices stays as it is.
    /// Blocks.
    pub fn read<T: Plain>(&self, region: &ImageRegion, data: &mut [T]) -> Result<()> {
        let (first, size) = bytes_of_mut(data);
        // SAFETY: the memory is writable for the call, and every bit pattern is a T.
        check(unsafe { sys::vyre_image_read(self.as_raw(), &region.raw(), first, size) })
    }

    /// Reads the `size` bytes of `region` without waiting: [`Work::collect_bytes`] and
    /// [`Work::bytes`] have them, with zeroes between rows and slices.
    pub fn read_async(&self, region: &ImageRegion, size: u64) -> Result<Work> {
        let region = region.raw();
        // SAFETY: the image lives; success gives an owner.
        unsafe { made(|work| sys::vyre_image_read_async(self.as_raw(), &region, size, work)) }
    }

    /// Copies `region` to the place of `to` where `to_region` begins; the latter's sizes are 0 or
    /// equal, and neither has `row_bytes` or `slice_bytes`. Texels have the same number of bytes,
    /// which are copied as they are. Both images are of one device. Within one image the regions do
    /// not overlap. Blocks.
    pub fn copy_to(&self, region: &ImageRegion, to: &Image, to_region: &ImageRegion) -> Result<()> {
        let (from, place) = (region.raw(), to_region.raw());
        // SAFETY: the images live.
        check(unsafe { sys::vyre_image_copy(self.as_raw(), &from, to.as_raw(), &place) })
    }

    /// [`copy_to`](Self::copy_to) without waiting.
    pub fn copy_to_async(
        &self,
        region: &ImageRegion,
        to: &Image,
        to_region: &ImageRegion,
    ) -> Result<Work> {
        let (raw, from, place) = (self.as_raw(), region.raw(), to_region.raw());
        // SAFETY: the images live; success gives an owner.
        unsafe { made(|work| sys::vyre_image_copy_async(raw, &from, to.as_raw(), &place, work)) }
    }

    /// [`copy_to_async`](Self::copy_to_async) without an object.
    /// [`Device::wait_idle`](crate::Device::wait_idle) tells a failure.
    pub fn start_copy_to(
        &self,
        region: &ImageRegion,
        to: &Image,
        to_region: &ImageRegion,
    ) -> Result<()> {
        let (raw, from, place, none) =
            (self.as_raw(), region.raw(), to_region.raw(), ptr::null_mut());
        // SAFETY: the images live; no work is wanted.
        check(unsafe { sys::vyre_image_copy_async(raw, &from, to.as_raw(), &place, none) })
    }
}

object!(
    /// How texels are read. Keeps its device alive and outlives its recovery.
    pub Sampler, vyre_sampler, vyre_sampler_destroy);

/// How a sampler is made: nearest texels, and those at the edge beyond it, unless it is said
/// otherwise.
#[derive(Clone, Debug, Default)]
pub struct SamplerBuilder<'a> {
    desc: sys::vyre_sampler_desc,
    label: &'a str,
}

impl<'a> SamplerBuilder<'a> {
    /// Names the sampler.
    pub fn label(mut self, label: &'a str) -> Self {
        self.label = label;
        self
    }

    /// What lies between texels of a level.
    pub fn filter(mut self, filter: Filter) -> Self {
        self.desc.filter = filter.0;
        self
    }

    /// What lies between levels.
    pub fn mip_filter(mut self, filter: Filter) -> Self {
        self.desc.mip_filter = filter.0;
        self
    }

    /// What lies beyond the texels of x, y and z.
    pub fn address(mut self, modes: [AddressMode; 3]) -> Self {
        self.desc.address = modes.map(|mode| mode.0);
        self
    }

    /// Coordinates count texels, in place of 0 to 1 over the image. Then the mip filter is NEAREST,
    /// each address CLAMP or BORDER_ZERO, and what is read is 1D or 2D and has one level.
    pub fn unnormalized(mut self) -> Self {
        self.desc.unnormalized = 1;
        self
    }

    /// Makes it.
    ///
    /// # Errors
    ///
    /// Without [`Features::IMAGES`](crate::Features::IMAGES).
    pub fn create(&self, device: &Device) -> Result<Sampler> {
        let desc = sys::vyre_sampler_desc { label: string(self.label), ..self.desc };
        // SAFETY: all arguments live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_sampler_create(device.as_raw(), &desc, raw)) }
    }
}

impl Sampler {
    /// Begins to say how a sampler is made.
    pub fn builder<'a>() -> SamplerBuilder<'a> {
        SamplerBuilder::default()
    }
}
