//! Pipelines from SPIR-V modules.

mod support;
use std::path::Path;
use support::{context, double_on, open, refused};
use vyre_driver::{
    Access, Backend, Binding, DispatchOptions, ErrorKind, Pipeline, PushRange, SpecMap, SpecValue,
    SpirvBinding, SpirvOptions,
};

fn kernel(name: &str) -> Vec<u8> {
    let folder = std::env::var("VYRE_TEST_KERNELS").expect("VYRE_TEST_KERNELS is set");
    std::fs::read(Path::new(&folder).join(name).with_extension("spv")).unwrap()
}

fn make(
    backend: &Backend,
    name: &str,
    options: &SpirvOptions<'_>,
) -> vyre_driver::Result<Pipeline> {
    // SAFETY: glslangValidator makes valid modules, and what is bound here is large enough.
    unsafe { Pipeline::create_spirv(backend, &kernel(name), options) }
}

#[test]
fn push_constants_come_as_a_block_and_by_offset() {
    let backend = Backend::acquire(&context(), "vulkan").unwrap();
    let pipeline = make(&backend, "saxpy", &SpirvOptions::new().label("saxpy")).unwrap();
    let (x, y) = ([1.0f32, 2.0, 3.0], [10.0f32, 20.0, 30.0]);
    let mut block = [0u8; 32];
    block[..4].copy_from_slice(&3u32.to_ne_bytes());
    block[4..8].copy_from_slice(&2f32.to_ne_bytes());
    let shift = [0.5f32; 4];
    let ranges = [PushRange::new(16, &shift)];
    let options = DispatchOptions::new().push_constants(&block).push_ranges(&ranges);
    let mut out = [0f32; 3];
    let bindings = [Binding::input(0, &x), Binding::input(1, &y), Binding::output(2, &mut out)];
    refused(pipeline.dispatch(&bindings), ErrorKind::InvalidArgument, &["32 bytes"]);
    pipeline.dispatch_with(&bindings, &options).unwrap();
    assert_eq!(out, [12.5, 24.5, 36.5]);
}

#[test]
fn constants_are_chosen_by_name_and_by_number() {
    let backend = Backend::acquire(&context(), "vulkan").unwrap();
    let seen = |set, binding, slot, access| SpirvBinding {
        set,
        binding,
        slot,
        name: "",
        element: "U32",
        count: 0,
        access,
    };
    let bindings = [
        seen(1, 4, 0, Access::READ_ONLY),
        seen(0, 2, 1, Access::READ_ONLY),
        seen(0, 7, 2, Access::READ_WRITE),
    ];
    let mut values = SpecMap::create().unwrap();
    values.set("TILE", &SpecValue::U32(2)).unwrap();
    values.set("#5", &SpecValue::I32(100)).unwrap();
    let options = SpirvOptions::new().entry("main").bindings(&bindings).values(&values);
    let pipeline = make(&backend, "matmul", &options).unwrap();
    let info = pipeline.spirv_info().unwrap();
    assert_eq!((info.entry, info.workgroup, info.checked), ("main", [2, 2, 1], false));
    assert_eq!((info.buffer_count, info.push_constant_bytes), (3, 4));
    assert_eq!(info.workgroup_memory_bytes, 32);
    let product = pipeline.spirv_binding(2).unwrap();
    assert_eq!((product.name, product.set, product.binding), ("product", 0, 7));
    assert_eq!(pipeline.spirv_binding(3).unwrap_err().kind(), ErrorKind::NotFound);

    let (a, b, mut c) = ([1u32, 2, 3, 4], [5u32, 6, 7, 8], [0u32; 4]);
    let bindings = [Binding::input(0, &a), Binding::input(1, &b), Binding::output(2, &mut c)];
    let size = [2u32];
    let ranges = [PushRange::new(0, &size)];
    let options = DispatchOptions::new().grid([1, 1, 1]).push_ranges(&ranges);
    pipeline.dispatch_with(&bindings, &options).unwrap();
    assert_eq!(c, [119, 122, 143, 150]);
}

#[test]
fn what_is_no_kernel_is_named() {
    let (context, backend) = open("vulkan");
    let options = SpirvOptions::new();
    refused(make(&backend, "image", &options), ErrorKind::UnsupportedFeature, &["'picture'"]);
    let oracle = Backend::acquire(&context, "cpu-ref").unwrap();
    let refused = make(&oracle, "saxpy", &options).err().unwrap();
    assert!(refused.text().contains("SPIR-V modules"), "{refused}");
    let program = double_on(&context, &backend);
    assert_eq!(program.spirv_info().unwrap_err().kind(), ErrorKind::InvalidArgument);
    let checked = make(&backend, "saxpy", &options.clone().checked());
    assert_eq!(checked.is_ok(), vyre_driver::has_spirv_tools());
}
