//! Images and samplers of SPIR-V modules.

mod support;
use support::{context, kernel, open_in, refused};
use vyre_gpu::{
    AddressMode, Binding, Device, ErrorKind, Features, Filter, Image, ImageBuilder, ImageFormat,
    ImageRegion, ImageShape, ImageUsage, Pipeline, PipelineFlags, Program, Result, Sampler,
    SamplerBuilder, Sequence,
};

const BOTH: ImageUsage = ImageUsage(ImageUsage::SAMPLED.0 | ImageUsage::STORAGE.0);

fn open() -> Device {
    let device = open_in(&context(), "vulkan");
    assert!(device.info().features.contains(Features::IMAGES));
    device
}

fn make(device: &Device, name: &str, flags: PipelineFlags) -> Pipeline {
    let program = Program::load(&kernel(name)).unwrap();
    // SAFETY: glslangValidator makes valid modules, and what is bound here is large enough.
    unsafe { Pipeline::builder().flags(flags).create_module(device, &program) }.unwrap()
}

fn inverting(device: &Device) -> Pipeline {
    make(device, "inverted", PipelineFlags(0))
}

/// Texels of 4 bytes for all that modules do.
fn colours<'a>(width: u32, height: u32) -> ImageBuilder<'a> {
    Image::builder(ImageFormat::RGBA8_UNORM, BOTH, width, height)
}

fn words(device: &Device) -> Image {
    Image::builder(ImageFormat::R32U, BOTH, 8, 8).create(device).unwrap()
}

fn all() -> ImageRegion {
    ImageRegion::default()
}

/// Bytes that are all different from their neighbours.
fn counted<const N: usize>() -> [u8; N] {
    std::array::from_fn(|i| (i * 7) as u8)
}

fn inverted<const N: usize>(texels: [u8; N]) -> [u8; N] {
    texels.map(|byte| 255 - byte)
}

fn read<const N: usize>(image: &Image, region: &ImageRegion) -> [u8; N] {
    let mut texels = [0; N];
    image.read(region, &mut texels).unwrap();
    texels
}

fn run(pipeline: &Pipeline, bindings: &[Binding<'_>]) -> Result<()> {
    pipeline.launch().grid([2, 2, 1]).dispatch(bindings).map(drop)
}

#[test]
fn images_say_what_they_are() {
    let device = open();
    let builder = Image::builder(ImageFormat::RG16F, ImageUsage::SAMPLED, 8, 4)
        .label("levels")
        .shape(ImageShape::D2_ARRAY)
        .layers(3)
        .mip_levels(2);
    builder.check(&device).unwrap();
    let image = builder.create(&device).unwrap();
    let info = image.info();
    assert_eq!((info.label, info.bytes), ("levels", 4 * 3 * (8 * 4 + 4 * 2)));
    assert_eq!((info.format, info.usage), (ImageFormat::RG16F, ImageUsage::SAMPLED));
    assert_eq!((info.shape, info.layers, info.mip_levels), (ImageShape::D2_ARRAY, 3, 2));
    assert_eq!([info.width, info.height, info.depth], [8, 4, 1]);
    assert_eq!(image.device().unwrap().info().id, device.info().id);
}

#[test]
fn images_are_written_by_kernels_and_come_back() {
    let device = open();
    let make = || colours(10, 9).create(&device).unwrap();
    let (from, to, texels) = (make(), make(), counted::<360>());
    from.write(&all(), &texels).unwrap();
    run(&inverting(&device), &[Binding::image("from", &from), Binding::image(1, &to)]).unwrap();
    assert_eq!(read(&to, &all()), inverted(texels));
    let work = to.read_async(&all(), 360).unwrap();
    assert_eq!(work.bytes().unwrap(), inverted(texels));
    let mut collected = [0u8; 360];
    work.collect_bytes(&mut collected).unwrap();
    assert_eq!(collected, inverted(texels));
}

#[test]
fn one_image_at_two_bindings_needs_the_flag() {
    let device = open();
    let (both, texels) = (colours(8, 8).create(&device).unwrap(), counted::<256>());
    both.write(&all(), &texels).unwrap();
    let bindings = [Binding::image(0, &both), Binding::image("to", &both)];
    let result = run(&inverting(&device), &bindings);
    refused(result, ErrorKind::InvalidArgument, &["'from'", "'to'", "ALLOW_OVERLAP"]);
    let overlapping = make(&device, "inverted", PipelineFlags::ALLOW_OVERLAP);
    overlapping.launch().grid([1, 1, 1]).dispatch(&bindings).unwrap();
    assert_eq!(read(&both, &all()), inverted(texels));
}

/// A row of 0, 10, 20 and 30.
fn tens(device: &Device) -> Image {
    let texture =
        Image::builder(ImageFormat::R32F, ImageUsage::SAMPLED, 4, 1).create(device).unwrap();
    texture.write(&all(), &[0f32, 10., 20., 30.]).unwrap();
    texture
}

#[test]
fn textures_are_sampled() {
    let device = open();
    let (texture, pipeline) = (tens(&device), make(&device, "sampled", PipelineFlags(0)));
    let sampled = |how: SamplerBuilder<'_>| {
        let sampler = how.create(&device).unwrap();
        let mut numbers = [0.0f32, 0.125, 0.25, 0.5, 0.625, 1.25];
        let picture = Binding::sampled_image("picture", &texture, &sampler);
        let bindings = [picture, Binding::inout(1, &mut numbers)];
        pipeline.launch().grid([1, 1, 1]).dispatch(&bindings).unwrap();
        numbers
    };
    let linear = Sampler::builder().label("linear").filter(Filter::LINEAR);
    assert_eq!(sampled(linear.clone()), [0., 0., 5., 15., 20., 30.]);
    let repeated = linear.address([AddressMode::REPEAT; 3]);
    assert_eq!(sampled(repeated), [15., 0., 5., 15., 20., 5.]);
    let nearest = sampled(Sampler::builder());
    assert_eq!([nearest[1], nearest[4], nearest[5]], [0., 20., 30.]);
}

#[test]
fn textures_and_samplers_are_bound_apart() {
    let device = open();
    let (texture, mut texels) = (tens(&device), [[0f32; 4]; 8]);
    let linear = Sampler::builder().filter(Filter::LINEAR).create(&device).unwrap();
    let bindings = [
        Binding::image(0, &texture),
        Binding::image(0, &texture).array_index(1),
        Binding::sampler("how", &linear),
        Binding::output(3, &mut texels),
    ];
    let pipeline = make(&device, "images/apart", PipelineFlags(0));
    pipeline.launch().grid([1, 1, 1]).dispatch(&bindings).unwrap();
    assert_eq!(texels[1][0], 1002.5);
}

#[test]
fn levels_are_bound_each_for_itself() {
    let device = open();
    let levels = colours(8, 8).mip_levels(2).create(&device).unwrap();
    let texels = counted::<256>();
    levels.write(&all(), &texels).unwrap();
    let pipeline = inverting(&device);
    let whole = [Binding::image(0, &levels).mip_level(0), Binding::image(1, &levels)];
    refused(run(&pipeline, &whole), ErrorKind::InvalidArgument, &["'to'", "2 mip levels"]);
    let each = [Binding::image(0, &levels).mip_level(0), Binding::image(1, &levels).mip_level(1)];
    run(&pipeline, &each).unwrap();
    let level: [u8; 64] = read(&levels, &ImageRegion { mip_level: 1, ..all() });
    for (row, source) in level.chunks_exact(16).zip(inverted(texels).chunks_exact(32)) {
        assert_eq!(row, &source[..16]);
    }
}

#[test]
fn texels_are_copied_without_waiting() {
    let device = open();
    let (from, to) = (words(&device), words(&device));
    let row = ImageRegion { size: [8, 1, 1], ..all() };
    let at = |y| ImageRegion { first: [0, y, 0], ..all() };
    let written = from.write_async(&all(), &[7u32; 64]).unwrap();
    let copied = from.copy_to_async(&row, &to, &at(2)).unwrap();
    written.wait().unwrap();
    copied.wait().unwrap();
    from.start_write(&row, &[9u32; 8]).unwrap();
    from.copy_to(&row, &to, &at(3)).unwrap();
    from.start_copy_to(&ImageRegion { size: [8, 1, 1], ..at(1) }, &to, &all()).unwrap();
    device.wait_idle().unwrap();
    let mut rows = [[0u32; 8]; 4];
    to.read(&ImageRegion { size: [8, 4, 1], ..all() }, &mut rows).unwrap();
    assert_eq!(rows, [[7; 8], [0; 8], [7; 8], [9; 8]]);
    refused(to.copy_to(&row, &to, &row), ErrorKind::InvalidArgument, &["overlaps"]);
}

#[test]
fn regions_lie_in_memory_as_they_say() {
    let device = open();
    let array = Image::builder(ImageFormat::R8U, ImageUsage::STORAGE, 4, 4)
        .shape(ImageShape::D2_ARRAY)
        .layers(3)
        .create(&device)
        .unwrap();
    let region = ImageRegion {
        first: [1, 2, 0],
        size: [2, 2, 0],
        layer: 1,
        row_bytes: 3,
        slice_bytes: 7 * 3,
        ..all()
    };
    let data = counted::<42>();
    array.write(&region, &data).unwrap();
    let mut back = [255u8; 42];
    array.read(&region, &mut back).unwrap();
    let work = array.read_async(&region, 42).unwrap();
    let read_later = work.bytes().unwrap();
    for at in 0..42 {
        let is_texel = at % 21 < 6 && at % 3 < 2;
        let expected = if is_texel { (data[at], data[at]) } else { (255, 0) };
        assert_eq!((back[at], read_later[at]), expected, "at {at}");
    }
    let texels: [u8; 48] = read(&array, &all());
    assert_eq!(texels[24..32], [0, data[0], data[1], 0, 0, data[3], data[4], 0]);
}

#[test]
fn sequences_keep_their_images() {
    let device = open();
    let make = || colours(8, 8).create(&device).unwrap();
    let (from, to, texels) = (make(), make(), counted::<256>());
    from.write(&all(), &texels).unwrap();
    let pipeline = inverting(&device);
    let sequence = Sequence::create(&device).unwrap();
    let bindings = [Binding::image("from", &from), Binding::image("to", &to)];
    sequence.add_dispatch(pipeline.launch().grid([1, 1, 1]), &bindings).unwrap();
    drop((from, pipeline));
    sequence.run().unwrap();
    assert_eq!(read(&to, &all()), inverted(texels));
}

#[test]
fn what_does_not_fit_is_named() {
    let device = open();
    let (pipeline, to) = (inverting(&device), colours(8, 8).create(&device).unwrap());
    let wrong = |from: Binding<'_>, parts: &[&str]| {
        let result = run(&pipeline, &[from, Binding::image(1, &to)]);
        refused(result, ErrorKind::InvalidArgument, &[&["'from'"], parts].concat());
    };
    let floats = Image::builder(ImageFormat::RGBA32F, BOTH, 8, 8).create(&device).unwrap();
    wrong(Binding::image(0, &floats), &["RGBA32F", "RGBA8"]);
    let sampled = Image::builder(ImageFormat::RGBA8_UNORM, ImageUsage::SAMPLED, 8, 8);
    wrong(Binding::image(0, &sampled.create(&device).unwrap()), &["VYRE_IMAGE_USAGE_STORAGE"]);
    let sampler = Sampler::builder().create(&device).unwrap();
    wrong(Binding::sampled_image(0, &to, &sampler), &["with a sampler"]);
    wrong(Binding::sampler(0, &sampler), &["sampler"]);
    wrong(
        Binding::image(0, &colours(8, 8).create(&device).unwrap()).mip_level(3),
        &["mip level 3"],
    );

    let cube = Image::builder(ImageFormat::R32U, BOTH, 8, 8).shape(ImageShape::CUBE).layers(5);
    refused(cube.check(&device), ErrorKind::InvalidArgument, &["5 layers"]);
    let levels = Image::builder(ImageFormat::R32U, BOTH, 8, 1).size([8, 4, 1]).mip_levels(9);
    refused(levels.create(&device), ErrorKind::InvalidArgument, &["9 mip levels"]);
    let none = Image::builder(ImageFormat::NONE, BOTH, 8, 8);
    refused(none.check(&device), ErrorKind::InvalidArgument, &["format is 0"]);
    let repeated = Sampler::builder()
        .address([AddressMode::REPEAT; 3])
        .mip_filter(Filter::LINEAR)
        .unnormalized();
    refused(repeated.create(&device), ErrorKind::InvalidArgument, &["unnormalized"]);
    let oracle = open_in(&context(), "cpu-ref");
    refused(Sampler::builder().create(&oracle), ErrorKind::UnsupportedFeature, &["cpu-ref"]);
    refused(sampled.create(&oracle), ErrorKind::UnsupportedFeature, &["cpu-ref"]);
}
