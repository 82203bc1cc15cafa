//! Builds a program that doubles numbers and runs it on the best device of the machine:
//! `cargo run --example double`.

use vyre_driver::{Backend, Binding, Builder, Context, Pipeline, Result};

fn main() -> Result<()> {
    let context = Context::create()?;
    let mut b = Builder::create(&context)?;
    b.set_workgroup(64, 1, 1);
    b.declare_input(0, "a", "F32");
    b.declare_output(1, "out", "F32");
    let i = b.invocation_id(0);
    b.if_(i.lt(b.length("a")), || b.store("out", i, b.load("a", i) * 2.0));
    let program = b.finish()?;

    let backend = Backend::acquire_preferred(&context)?;
    let pipeline = Pipeline::create(&backend, &program)?;
    let a: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    let mut out = vec![0.0f32; a.len()];
    pipeline.dispatch(&[Binding::input("a", &a), Binding::output("out", &mut out)])?;

    let right = a.iter().zip(&out).filter(|&(a, out)| a * 2.0 == *out).count();
    println!("{right} of {} numbers doubled on {}", a.len(), backend.profile()?.name);
    assert_eq!(right, a.len());
    Ok(())
}
