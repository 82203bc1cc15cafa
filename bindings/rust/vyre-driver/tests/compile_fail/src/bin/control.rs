// compiles: what the others do wrong, done right
use vyre_driver::*;

fn main() -> Result<()> {
    let context = Context::create()?;
    let mut b = Builder::create(&context)?;
    b.store("out", 0, b.u32(1));
    let (program, backend) = (b.finish()?, Backend::acquire_preferred(&context)?);
    let pipeline = Pipeline::create(&backend, &program)?;
    let (a, mut out) = ([1u32], [0u32]);
    let bindings = [Binding::input(0, &a), Binding::output(1, &mut out)];
    pipeline.dispatch(&bindings)?;
    println!("{} {}", backend.profile()?.name, out[0]);
    std::thread::scope(|scope| scope.spawn(|| pipeline.dispatch(&[])).join().unwrap())
}
