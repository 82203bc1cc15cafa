//! Backends, programs and words for the tests.

pub use crate::generation::*;
use vyre_driver::{BackendError, DispatchConfig, Resource, VyreBackend};
use vyre_foundation::MemoryOrdering;
use vyre_foundation::ir::{BufferAccess, BufferDecl, DataType, Expr, Node, Program};
use vyre_gpu::Device;
use vyre_gpu_bridge::GpuBackend;

/// Runs `test` on the oracle and on Vulkan.
pub fn on_each_device(test: impl Fn(&GpuBackend)) {
    for backend in [GpuBackend::open_oracle().unwrap(), vulkan()] {
        println!("on {}", backend.device().info().id);
        test(&backend);
    }
}

pub fn vulkan() -> GpuBackend {
    GpuBackend::with_device(Device::builder().id("vulkan").open().unwrap()).unwrap()
}

/// A description with all defaults.
pub fn plain() -> DispatchConfig {
    DispatchConfig::default()
}

pub fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

pub fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// A resource with these words.
pub fn resident(backend: &GpuBackend, words: &[u32]) -> Resource {
    let resource = backend.allocate_resident(words.len() * 4).unwrap();
    backend.upload_resident(&resource, &bytes(words)).unwrap();
    resource
}

/// The words of a resource.
pub fn resident_words(backend: &GpuBackend, resource: &Resource) -> Vec<u32> {
    words(&backend.download_resident(resource).unwrap())
}

pub fn input(name: &str, binding: u32, count: u32) -> BufferDecl {
    BufferDecl::storage(name, binding, BufferAccess::ReadOnly, DataType::U32).with_count(count)
}

pub fn output(name: &str, binding: u32, count: u32) -> BufferDecl {
    BufferDecl::output(name, binding, DataType::U32).with_count(count)
}

pub fn state(name: &str, binding: u32, count: u32) -> BufferDecl {
    BufferDecl::storage(name, binding, BufferAccess::ReadWrite, DataType::U32).with_count(count)
}

pub fn program(buffers: Vec<BufferDecl>, body: Vec<Node>) -> Program {
    Program::wrapped(buffers, [4, 1, 1], body)
}

pub fn at(buffer: &str) -> Expr {
    Expr::load(buffer, Expr::gid_x())
}

/// out[i] = a[i] + a[i]
pub fn double(count: u32) -> Program {
    let body = vec![Node::store("out", Expr::gid_x(), Expr::add(at("a"), at("a")))];
    program(vec![input("a", 0, count), output("out", 1, count)], body)
}

/// sum[i] = sum[i] + a[i], declared behind `a` and bound before it.
pub fn accumulate(count: u32) -> Program {
    let body = vec![Node::store("sum", Expr::gid_x(), Expr::add(at("sum"), at("a")))];
    program(vec![input("a", 1, count), state("sum", 0, count)], body)
}

/// Traps in its third invocation.
pub fn trap() -> Program {
    let third = Expr::eq(Expr::gid_x(), Expr::u32(2));
    let body = vec![
        Node::if_then(third, vec![Node::trap(Expr::u32(7), "planted")]),
        Node::store("out", Expr::gid_x(), Expr::u32(1)),
    ];
    program(vec![output("out", 0, 4)], body)
}

/// out[i] = middle[7 - i], where middle[i] = a[i] + 1 behind a barrier of the grid.
pub fn reverse_across_the_grid() -> Program {
    let mirrored = Expr::sub(Expr::u32(7), Expr::gid_x());
    let body = vec![
        Node::store("middle", Expr::gid_x(), Expr::add(at("a"), Expr::u32(1))),
        Node::Barrier { ordering: MemoryOrdering::GridSync },
        Node::store("out", Expr::gid_x(), Expr::load("middle", mirrored)),
    ];
    program(vec![input("a", 0, 8), state("middle", 1, 8), output("out", 2, 8)], body)
}

/// The feature that is refused.
pub fn refused<T>(result: Result<T, BackendError>) -> String {
    match result.err().expect("it is refused") {
        BackendError::UnsupportedFeature { name, .. } => name,
        other => panic!("not a refusal: {other:?}"),
    }
}

/// The text for a program or a call that is wrong.
pub fn mistaken<T>(result: Result<T, BackendError>) -> String {
    match result.err().expect("it is a mistake") {
        BackendError::InvalidProgram { fix } => fix,
        other => panic!("not a mistake: {other:?}"),
    }
}
