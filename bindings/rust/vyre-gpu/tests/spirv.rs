//! SPIR-V modules as programs.

mod support;
use support::{context, double, kernel, open, open_in, refused};
use vyre_gpu::{
    Access, Binding, Buffer, BuildFlags, Constant, ConstantKind, Device, ErrorKind, Features,
    Format, Pipeline, PipelineBuilder, PipelineFlags, Program, ProgramLoader, Result,
    SpirvParameter, WireForm,
};

/// A pipeline of a module, with this loader and this builder.
fn make(
    device: &Device,
    name: &str,
    loader: ProgramLoader<'_>,
    builder: PipelineBuilder<'_>,
) -> Result<Pipeline> {
    let program = loader.load(&kernel(name))?;
    // SAFETY: glslangValidator makes valid modules, and what is bound here is large enough.
    unsafe { builder.create_module(device, &program) }
}

#[test]
fn push_constants_come_as_a_block_and_by_offset() {
    let device = open_in(&context(), "vulkan");
    let builder = Pipeline::builder().label("saxpy");
    let pipeline = make(&device, "saxpy", Program::loader(), builder).unwrap();
    let (x, y) = ([1.0f32, 2.0, 3.0], [10.0f32, 20.0, 30.0]);
    let mut block = [0u8; 32];
    block[..4].copy_from_slice(&3u32.to_ne_bytes());
    block[4..8].copy_from_slice(&2f32.to_ne_bytes());
    let shift = [0.5f32; 4];
    let mut out = [0f32; 3];
    let bindings = [Binding::input(0, &x), Binding::input(1, &y), Binding::output(2, &mut out)];
    refused(pipeline.dispatch(&bindings), ErrorKind::InvalidArgument, &["32 bytes"]);
    pipeline.launch().push(&block[..16]).push_at(16, &shift).dispatch(&bindings).unwrap();
    assert_eq!(out, [12.5, 24.5, 36.5]);
}

#[test]
fn descriptors_of_an_array_are_bound_each_for_itself() {
    let device = open_in(&context(), "vulkan");
    let pipeline = make(&device, "array", Program::loader(), Pipeline::builder()).unwrap();
    let program = pipeline.program().unwrap();
    assert_eq!(program.info().parameter("pages").unwrap().array_count, 4);
    let pages = [[1u32; 64], [20; 64], [300; 64], [4000; 64]];
    let factors = [[2u32, 0, 0, 0], [3, 0, 0, 0]];
    let mut sums = [[0u32; 64]; 2];
    let [first, second] = &mut sums;
    let mut bindings = vec![
        Binding::output("sums", first),
        Binding::output(4, second).array_index(1),
        Binding::input("factors", &factors[0]),
        Binding::input(1, &factors[1]).array_index(1),
    ];
    bindings
        .extend((0..).zip(&pages).map(|(i, page)| Binding::input("pages", page).array_index(i)));
    pipeline.launch().grid([1, 1, 1]).dispatch(&bindings).unwrap();
    refused(
        pipeline.launch().grid([1, 1, 1]).dispatch(&bindings[..7]),
        ErrorKind::InvalidArgument,
        &["'pages[3]'"],
    );
    drop(bindings);
    assert_eq!(sums, [[42; 64], [12900; 64]]);
}

#[test]
fn kernels_run_in_place_with_the_flag_and_from_a_grid_in_a_buffer() {
    let device = open_in(&context(), "vulkan");
    let made = |flags| {
        let builder = Pipeline::builder().flags(flags);
        make(&device, "aliased", Program::loader(), builder).unwrap()
    };
    let buffer = Buffer::create(&device, 128 * 4).unwrap();
    let grid = Buffer::create(&device, 12).unwrap();
    grid.write(0, &[2u32, 1, 1]).unwrap();
    let both = [Binding::buffer(0, &buffer), Binding::buffer(1, &buffer)];
    let run = |pipeline: &Pipeline| pipeline.launch().grid_buffer(&grid, 0).dispatch(&both);
    let without = made(PipelineFlags::default());
    refused(run(&without), ErrorKind::InvalidArgument, &["VYRE_PIPELINE_ALLOW_OVERLAP"]);
    run(&made(PipelineFlags::ALLOW_OVERLAP)).unwrap();
    let mut words = [0u32; 128];
    buffer.read(0, &mut words).unwrap();
    assert!(words.iter().zip(1u32..).all(|(&word, i)| word == 2 * i));
}

#[test]
fn constants_that_a_module_lacks_are_skipped_with_the_flag() {
    let device = open_in(&context(), "vulkan");
    let builder = || Pipeline::builder().constant("TILE", 8).constant("#9", 1);
    let refusal = make(&device, "matmul", Program::loader(), builder());
    refused(refusal, ErrorKind::NotFound, &["'#9'"]);
    let skipping = builder().flags(PipelineFlags::IGNORE_UNKNOWN_CONSTANTS);
    let pipeline = make(&device, "matmul", Program::loader(), skipping).unwrap();
    assert_eq!(pipeline.info().workgroup, [8, 8, 1]);
}

#[test]
fn addresses_of_buffers_are_pushed() {
    let device = open_in(&context(), "vulkan");
    if !device.info().features.contains(Features::BUFFER_ADDRESSES) {
        return;
    }
    let pipeline = make(&device, "addresses", Program::loader(), Pipeline::builder()).unwrap();
    let buffer = |words: &[u64]| {
        let buffer = Buffer::create(&device, 256).unwrap();
        buffer.write(0, words).unwrap();
        let address = buffer.address().unwrap();
        (buffer, address)
    };
    let (first, second) = (buffer(&[20, 1]), buffer(&[300, 2]));
    let table = buffer(&[first.1, second.1]);
    let (sum, twice) = (buffer(&[0]), buffer(&[0]));
    let push = [2, table.1, sum.1, twice.1];
    let run = || pipeline.launch().grid([1, 1, 1]).push(&push).dispatch(&[]);
    run().unwrap();
    let words = |buffer: &Buffer| {
        let mut words = [0u64; 2];
        buffer.read(0, &mut words).unwrap();
        words
    };
    assert_eq!((words(&sum.0), words(&twice.0)), ([320, 3], [640, 6]));
    twice.0.free().unwrap();
    refused(run(), ErrorKind::InvalidArgument, &["at offset 24"]);
}

#[test]
fn constants_are_chosen_by_name_and_by_number() {
    let device = open_in(&context(), "vulkan");
    let seen = |set, binding, slot, access| SpirvParameter {
        set,
        binding,
        slot,
        element: "U32",
        access,
        ..Default::default()
    };
    let parameters = [
        seen(1, 4, 0, Access::READ_ONLY),
        seen(0, 2, 1, Access::READ_ONLY),
        seen(0, 7, 2, Access::READ_WRITE),
    ];
    let loader = Program::loader().entry("main").label("product").parameters(&parameters);
    let builder = Pipeline::builder().constant("TILE", 2).constant("#5", Constant::I32(100));
    let pipeline = make(&device, "matmul", loader, builder).unwrap();
    let info = pipeline.info();
    assert_eq!((info.workgroup, info.push_constant_bytes), ([2, 2, 1], 4));
    assert!(!info.flags.contains(PipelineFlags::CHECKED));
    assert_eq!(info.workgroup_memory_bytes, 32);
    let program = pipeline.program().unwrap();
    let info = program.info();
    assert_eq!((info.entry, info.label, info.format), (Some("main"), "product", Format::SPIRV));
    assert_eq!((info.parameters.len(), info.push_constant_bytes), (3, 4));
    let product = info.parameter("product").unwrap();
    assert_eq!((product.set, product.binding, product.slot), (0, 7, 2));
    let tile = info.constant("TILE").unwrap();
    assert!([ConstantKind::U32, ConstantKind::I32].contains(&tile.kind));

    let (a, b, mut c) = ([1u32, 2, 3, 4], [5u32, 6, 7, 8], [0u32; 4]);
    let bindings = [Binding::input((1, 0), &a), Binding::input(1, &b), Binding::output(2, &mut c)];
    pipeline.launch().grid([1, 1, 1]).push(&[2u32]).dispatch(&bindings).unwrap();
    assert_eq!(c, [119, 122, 143, 150]);
}

#[test]
fn a_module_is_looked_at_without_a_device() {
    let words = kernel("saxpy");
    let program = Program::load(&words).unwrap();
    assert!(program.is_module());
    let info = program.info();
    assert_eq!((info.entry, info.expression_count, info.statement_count), (Some("main"), 0, 0));
    assert_eq!((info.parameters.len(), info.push_constant_bytes), (3, 32));
    assert!(info.parameters.iter().all(|parameter| parameter.set == 0));
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(*program.save().unwrap(), *bytes);
    let again = Program::load(&bytes).unwrap();
    let identity = program.fingerprint(WireForm::ANY).unwrap();
    assert_eq!(again.fingerprint(WireForm::ANY).unwrap(), identity);
    refused(program.to_json(), ErrorKind::UnsupportedFeature, &["Fix: "]);
    let entry = Program::loader().entry("other").load(&words).unwrap_err();
    assert_eq!((entry.kind(), entry.findings().len()), (ErrorKind::NotFound, 1));
    let json = Program::loader().format(Format::JSON).load(&words);
    refused(json, ErrorKind::MalformedJson, &[]);
}

#[test]
fn a_module_is_validated_where_the_validator_is_there() {
    let program = Program::load(&kernel("saxpy")).unwrap();
    match program.validate() {
        Ok(()) => assert!(vyre_gpu::build_flags().contains(BuildFlags::SPIRV_TOOLS)),
        Err(error) => assert_eq!(error.kind(), ErrorKind::UnsupportedFeature),
    }
}

#[test]
fn entry_points_are_told_and_chosen_by_name() {
    let module = kernel("two_entries");
    refused(Program::load(&module), ErrorKind::NotFound, &["'ones', 'twos'"]);
    let program = Program::loader().entry("twos").load(&module).unwrap();
    assert_eq!(program.info().entry, Some("twos"));
    assert_eq!(program.info().entry_points, ["ones", "twos"]);
}

#[test]
fn what_is_no_kernel_is_named() {
    let (context, device) = open("vulkan");
    let plain = || (Program::loader(), Pipeline::builder());
    let image = make(&device, "image", plain().0, plain().1);
    refused(image, ErrorKind::UnsupportedFeature, &["'picture'"]);
    let oracle = open_in(&context, "cpu-ref");
    let refused = make(&oracle, "saxpy", plain().0, plain().1).err().unwrap();
    assert!(refused.text().contains("SPIR-V modules"), "{refused}");
    let checked = plain().1.flags(PipelineFlags::CHECKED);
    let made = make(&device, "saxpy", plain().0, checked);
    assert_eq!(made.is_ok(), vyre_gpu::build_flags().contains(BuildFlags::SPIRV_TOOLS));
}

#[test]
fn a_module_is_made_in_unsafe_code_alone() {
    let (context, device) = open("vulkan");
    let module = Program::load(&kernel("saxpy")).unwrap();
    refused(Pipeline::create(&device, &module), ErrorKind::InvalidArgument, &["create_module"]);
    // SAFETY: a program of the IR stays in what is bound.
    let made = unsafe { Pipeline::builder().create_module(&device, &double(&context)) };
    assert_eq!(support::run(&made.unwrap(), &[1, 2]), [2, 4]);
}
