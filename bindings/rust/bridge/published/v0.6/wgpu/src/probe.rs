//! A function of floats at many places, which tests ask the published type for.

use crate::{GpuBackend, Result};
use vyre_driver::{DispatchConfig, VyreBackend};
use vyre_foundation::ir::{BufferAccess, BufferDecl, DataType, Expr, Node, Program, UnOp};

impl GpuBackend {
    /// What `op` gives for each of `inputs`.
    pub fn probe_op_many(&self, op: UnOp, inputs: &[f32]) -> Result<Vec<f32>> {
        let bytes: Vec<u8> = inputs.iter().flat_map(|value| value.to_le_bytes()).collect();
        let config = DispatchConfig::default();
        let outputs = self.dispatch(&program(op, inputs.len() as u32), &[bytes], &config)?;
        let value = |word: &[u8]| f32::from_le_bytes(word.try_into().expect("four bytes"));
        Ok(outputs[0].chunks_exact(4).map(value).collect())
    }
}

/// out[i] = op(in[i])
fn program(op: UnOp, count: u32) -> Program {
    let input = BufferDecl::storage("in", 0, BufferAccess::ReadOnly, DataType::F32);
    let out = BufferDecl::output("out", 1, DataType::F32);
    let operand = Box::new(Expr::load("in", Expr::gid_x()));
    let body = vec![Node::store("out", Expr::gid_x(), Expr::UnOp { op, operand })];
    Program::wrapped(vec![input.with_count(count), out.with_count(count)], [64, 1, 1], body)
}
