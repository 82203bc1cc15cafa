//! Images and samplers of SPIR-V modules.

mod support;
use std::path::Path;
use support::{context, open_in, refused};
use vyre_gpu::{
    Binding, Device, ErrorKind, Features, Filter, Image, ImageFormat, ImageRegion, ImageShape,
    ImageUsage, Pipeline, PipelineFlags, Program, Result, Sampler,
};

const BOTH: ImageUsage = ImageUsage(ImageUsage::SAMPLED.0 | ImageUsage::STORAGE.0);

fn kernel(name: &str) -> Vec<u32> {
    let folder = std::env::var("VYRE_TEST_KERNELS").expect("VYRE_TEST_KERNELS is set");
    let bytes = std::fs::read(Path::new(&folder).join(name).with_extension("spv")).unwrap();
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

fn make(device: &Device, name: &str, flags: PipelineFlags) -> Pipeline {
    let program = Program::load(&kernel(name)).unwrap();
    // SAFETY: glslangValidator makes valid modules, and what is bound here is large enough.
    unsafe { Pipeline::builder().flags(flags).create_module(device, &program) }.unwrap()
}

fn words(device: &Device, label: &str) -> Image {
    Image::builder(ImageFormat::R32U, BOTH, 8, 8).label(label).create(device).unwrap()
}

fn all() -> ImageRegion {
    ImageRegion::default()
}

fn run(pipeline: &Pipeline, bindings: &[Binding<'_>]) -> Result<()> {
    pipeline.launch().grid([1, 1, 1]).dispatch(bindings).map(drop)
}

#[test]
fn images_are_written_by_kernels_and_come_back() {
    let device = open_in(&context(), "vulkan");
    assert!(device.info().features.contains(Features::IMAGES));
    let (from, to) = (words(&device, "from"), words(&device, "to"));
    assert_eq!(to.info().label, "to");
    assert_eq!((to.info().bytes, to.info().format), (256, ImageFormat::R32U));
    assert_eq!(to.device().unwrap().info().id, device.info().id);
    from.write(&all(), &[5u32; 64]).unwrap();
    let pipeline = make(&device, "images/stored", PipelineFlags(0));
    run(&pipeline, &[Binding::image("from", &from), Binding::image(1, &to)]).unwrap();
    let mut texels = [0u32; 64];
    to.read(&all(), &mut texels).unwrap();
    let expected: Vec<u32> = (0..64).map(|i| 15 + i % 8 + 100 * (i / 8)).collect();
    assert_eq!(texels, *expected);
    let work = to.read_async(&all(), 256).unwrap();
    work.collect_bytes(&mut texels).unwrap();
    assert_eq!(texels, *expected);
}

#[test]
fn one_image_at_two_bindings_needs_the_flag() {
    let device = open_in(&context(), "vulkan");
    let both = words(&device, "both");
    let bindings = [Binding::image(0, &both), Binding::image((1, 3), &both)];
    let plain = make(&device, "images/in_place", PipelineFlags(0));
    refused(run(&plain, &bindings), ErrorKind::InvalidArgument, &["'from'", "ALLOW_OVERLAP"]);
    let overlapping = make(&device, "images/in_place", PipelineFlags::ALLOW_OVERLAP);
    run(&overlapping, &bindings).unwrap();
    let mut texels = [0u32; 64];
    both.read(&all(), &mut texels).unwrap();
    assert_eq!(texels, [1; 64]);
}

#[test]
fn textures_are_sampled() {
    let device = open_in(&context(), "vulkan");
    let texture =
        Image::builder(ImageFormat::R32F, ImageUsage::SAMPLED, 4, 1).create(&device).unwrap();
    texture.write(&all(), &[0f32, 10., 20., 30.]).unwrap();
    let linear = Sampler::builder().label("linear").filter(Filter::LINEAR).create(&device).unwrap();
    let places = [[0.25f32, 0.5]; 8];
    let mut texels = [[0f32; 4]; 8];
    let pipeline = make(&device, "images/sampled", PipelineFlags(0));
    let bindings = [
        Binding::sampled_image("from", &texture, &linear).mip_level(0),
        Binding::input(1, &places),
        Binding::output(2, &mut texels),
    ];
    pipeline.launch().grid([1, 1, 1]).push(&[0f32]).dispatch(&bindings).unwrap();
    assert_eq!(texels[0][0], 5.0);
    let parts = [
        Binding::image(0, &texture),
        Binding::image(0, &texture).array_index(1),
        Binding::sampler(2, &linear),
        Binding::output(3, &mut texels),
    ];
    run(&make(&device, "images/apart", PipelineFlags(0)), &parts).unwrap();
    assert_eq!(texels[0][3], 101.0);
}

#[test]
fn texels_are_copied_without_waiting() {
    let device = open_in(&context(), "vulkan");
    let (from, to) = (words(&device, "from"), words(&device, "to"));
    from.write_async(&all(), &[7u32; 64]).unwrap();
    let row = ImageRegion { size: [8, 1, 1], ..all() };
    let place = ImageRegion { first: [0, 2, 0], ..all() };
    from.copy_to_async(&row, &to, &place).unwrap();
    from.start_write(&row, &[9u32; 8]).unwrap();
    from.copy_to(&row, &to, &ImageRegion { first: [0, 3, 0], ..all() }).unwrap();
    let mut rows = [[0u32; 8]; 4];
    to.read(&ImageRegion { size: [8, 4, 1], ..all() }, &mut rows).unwrap();
    assert_eq!(rows, [[0; 8], [0; 8], [7; 8], [9; 8]]);
}

#[test]
fn what_does_not_fit_is_named() {
    let device = open_in(&context(), "vulkan");
    let to = words(&device, "to");
    let pipeline = make(&device, "images/stored", PipelineFlags(0));
    let floats = Image::builder(ImageFormat::R32F, BOTH, 8, 8).create(&device).unwrap();
    let bindings = [Binding::image(0, &floats), Binding::image(1, &to)];
    refused(run(&pipeline, &bindings), ErrorKind::InvalidArgument, &["'from'", "R32F"]);
    let cube = Image::builder(ImageFormat::R32U, BOTH, 8, 8).shape(ImageShape::CUBE).layers(5);
    refused(cube.check(&device), ErrorKind::InvalidArgument, &["5 layers"]);
    let levels = Image::builder(ImageFormat::R32U, BOTH, 8, 1).size([8, 4, 1]).mip_levels(9);
    refused(levels.create(&device), ErrorKind::InvalidArgument, &["9 mip levels"]);
    let repeated = Sampler::builder()
        .address([vyre_gpu::AddressMode::REPEAT; 3])
        .mip_filter(Filter::LINEAR)
        .unnormalized();
    refused(repeated.create(&device), ErrorKind::InvalidArgument, &["unnormalized"]);
    let oracle = open_in(&context(), "cpu-ref");
    refused(Sampler::builder().create(&oracle), ErrorKind::UnsupportedFeature, &["cpu-ref"]);
}
