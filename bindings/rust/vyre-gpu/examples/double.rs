//! Builds a kernel that computes out = a * 2 + b, and runs it on the best device of the machine:
//! `cargo run --example double`.

use vyre_gpu::{Binding, Builder, Device, Pipeline, Result};

fn main() -> Result<()> {
    let k = Builder::new();
    let (a, b) = (k.input::<f32>("a"), k.input::<f32>("b"));
    let (out, i) = (k.output::<f32>("out"), k.index());
    out.set(i, a.at(i) * 2.0 + b.at(i));

    let device = Device::open()?; // the best one
    let kernel = Pipeline::create(&device, &k.finish()?)?;
    let (x, y) = ([1.0, 2.5, -3.0, 4000.0], [1.0; 4]);
    let mut z = [0.0f32; 4];
    kernel.dispatch(&[
        Binding::input("a", &x),
        Binding::input("b", &y),
        Binding::output("out", &mut z),
    ])?;
    println!("{z:?} on {}", device.info().name);
    Ok(())
}
