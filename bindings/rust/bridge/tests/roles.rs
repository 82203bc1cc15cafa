//! What each kind of buffer takes and gives, beside the published reference interpreter.

use super::support::*;
use vyre_driver::{Resource, VyreBackend};
use vyre_foundation::ir::{BufferAccess, BufferDecl, DataType, Expr, MemoryKind, Node, Program};

fn out(access: BufferAccess, count: u32) -> BufferDecl {
    BufferDecl::storage("out", 1, access, DataType::U32).with_count(count)
}

/// out[i] = a[i] + 1
fn plus_one(out: BufferDecl, count: u32) -> Program {
    let sum = Expr::add(at("a"), Expr::u32(1));
    program(vec![input("a", 0, count), out], vec![Node::store("out", Expr::gid_x(), sum)])
}

fn gives_what_the_reference_gives(program: Program, inputs: &[&[u8]]) {
    let expected = reference(&program, inputs);
    on_each_device(|backend| {
        let outputs = backend.dispatch_borrowed(&program, inputs, &plain()).unwrap();
        assert_eq!(outputs, expected);
        let pending = backend.dispatch_borrowed_async(&program, inputs, &plain()).unwrap();
        assert_eq!(pending.await_result().unwrap(), expected);
    });
}

#[test]
fn what_is_only_written_starts_zeroed() {
    let a = bytes(&[1, 2]);
    gives_what_the_reference_gives(plus_one(out(BufferAccess::WriteOnly, 3), 2), &[&a]);
    let live = out(BufferAccess::ReadWrite, 3).with_pipeline_live_out(true);
    gives_what_the_reference_gives(plus_one(live, 2), &[&a]);
}

#[test]
fn what_is_kept_between_dispatches_comes_and_goes() {
    let (a, kept) = (bytes(&[1, 2]), bytes(&[7, 8, 9]));
    let persistent = out(BufferAccess::ReadWrite, 3).with_kind(MemoryKind::Persistent);
    gives_what_the_reference_gives(plus_one(persistent, 2), &[&a, &kept]);
}

#[test]
fn uniform_blocks_are_inputs() {
    let block = BufferDecl::uniform("a", 0, DataType::U32).with_count(4);
    let body = vec![Node::store("out", Expr::gid_x(), at("a"))];
    let program = program(vec![block, output("out", 1, 4)], body);
    gives_what_the_reference_gives(program, &[&bytes(&[1, 2, 3, 4])]);
}

#[test]
fn no_bytes_are_bytes_too() {
    let nothing: &[u8] = &[];
    gives_what_the_reference_gives(plus_one(out(BufferAccess::ReadWrite, 0), 0), &[nothing; 2]);
    gives_what_the_reference_gives(plus_one(output("out", 1, 2), 0), &[nothing]);
    on_each_device(|backend| {
        let program = plus_one(out(BufferAccess::ReadWrite, 0), 0);
        let (none, two) = (backend.allocate_resident(0).unwrap(), resident(backend, &[7, 7]));
        let run = |resources: [Resource; 2]| {
            backend.dispatch_resident_timed(&program, &resources, &plain()).unwrap().outputs
        };
        assert_eq!(run([none.clone(), two.clone()]), [bytes(&[1, 1])]);
        assert_eq!(run([two, none]), [Vec::<u8>::new()]);
    });
}
