//! A program of the published library computes on the device that the published registry gives.

use vyre_driver::backend::acquire;
use vyre_driver::{BackendError, DispatchConfig};
use vyre_foundation::ir::{BufferAccess, BufferDecl, DataType, Expr, Node, Program};
use vyre_gpu_bridge::BACKEND_ID;

/// out[i] = 2 * a[i] + b[i]
fn program(count: u32) -> Program {
    let input = |name, binding| {
        BufferDecl::storage(name, binding, BufferAccess::ReadOnly, DataType::F32).with_count(count)
    };
    let out = BufferDecl::output("out", 2, DataType::F32).with_count(count);
    let at = |name: &str| Expr::load(name, Expr::gid_x());
    let sum = Expr::add(Expr::mul(Expr::f32(2.0), at("a")), at("b"));
    let body = vec![Node::store("out", Expr::gid_x(), sum)];
    Program::wrapped(vec![input("a", 0), input("b", 1), out], [64, 1, 1], body)
}

fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn main() -> Result<(), BackendError> {
    let backend = acquire(BACKEND_ID)?; // the best device of the machine
    let inputs = [bytes(&[1.0, 2.5, -3.0, 4000.0]), bytes(&[1.0; 4])];
    let outputs = backend.dispatch(&program(4), &inputs, &DispatchConfig::default())?;
    let values: Vec<_> = outputs[0]
        .chunks_exact(4)
        .map(|word| f32::from_le_bytes(word.try_into().unwrap()))
        .collect();
    println!("{values:?} by {} {}", backend.id(), backend.version());
    Ok(())
}
