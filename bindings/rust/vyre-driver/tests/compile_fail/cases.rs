// What must not compile and the control, which must: see ../compile_fail.rs, which makes a program of
// each case, and wants of it what its first line says.

// case control: compiles: what the others do wrong, done right
fn run() -> Result<()> {
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

// case binding_outlives_buffer: error[E0505]: a binding must not outlive its buffer
fn run(pipeline: &Pipeline, buffer: Buffer) -> Result<()> {
    let binding = Binding::buffer(0, &buffer);
    drop(buffer);
    pipeline.dispatch(&[binding])
}

// case binding_outlives_name: error[E0597]: a binding must not outlive its name
fn run(pipeline: &Pipeline) -> Result<()> {
    let binding = {
        let name = String::from("a");
        Binding::zeros(name.as_str(), 4)
    };
    pipeline.dispatch(&[binding])
}

// case binding_outlives_slice: error[E0597]: a binding must not outlive its slice
fn run(pipeline: &Pipeline) -> Result<()> {
    let binding = {
        let data = [1u32, 2];
        Binding::input(0, &data)
    };
    pipeline.dispatch(&[binding])
}

// case bindings_shared_between_threads: error[E0277]: two threads must not write through the same bindings
fn run(pipeline: &Pipeline, bindings: &[Binding<'_>]) {
    std::thread::scope(|scope| {
        scope.spawn(|| pipeline.dispatch(bindings));
    });
}

// case builder_shared_between_threads: error[E0277]: a builder is used by one thread at a time
fn run(builder: &Builder) {
    std::thread::scope(|scope| {
        scope.spawn(|| builder.return_());
    });
}

// case callback_borrows: error[E0597]: a callback must not borrow what ends before it is called
fn run(pending: &Pending) -> Result<()> {
    let counter = std::sync::atomic::AtomicU32::new(0);
    let borrowed = &counter;
    pending.on_complete(move |_| borrowed.store(1, std::sync::atomic::Ordering::Relaxed))
}

// case expression_after_finish: error[E0502]: an expression ends with the program that it is part of
fn run(mut builder: Builder) -> Result<()> {
    let x = builder.u32(1);
    builder.finish()?;
    builder.store("out", 0, x);
    Ok(())
}

// case expression_outlives_builder: error[E0505]: an expression must not outlive its builder
fn run(builder: Builder) {
    let x = builder.u32(1);
    drop(builder);
    let _ = x + 1;
}

// case finding_outlives_error: error[E0505]: a finding must not outlive its error
fn run(error: Error) {
    let finding = error.findings().next();
    drop(error);
    println!("{finding:?}");
}

// case input_is_output: error[E0502]: an input must not be an output
fn run(pipeline: &Pipeline) -> Result<()> {
    let mut data = [0u32];
    pipeline.dispatch(&[Binding::input(0, &data), Binding::output(1, &mut data)])
}

// case op_outlives_registry: error[E0505]: ops live as long as their registry
fn run(registry: Registry) {
    let op = registry.op(0);
    drop(registry);
    println!("{op:?}");
}

// case output_into_truth: error[E0277]: results are no truth values, of which only two bit patterns exist
fn run(pipeline: &Pipeline) -> Result<()> {
    let mut out = [false];
    pipeline.dispatch(&[Binding::output(0, &mut out)])
}

// case output_read_while_bound: error[E0502]: an output must not be read while it is bound
fn run(pipeline: &Pipeline) -> Result<()> {
    let mut out = [0u32];
    let bindings = [Binding::output(0, &mut out)];
    println!("{:?}", &out);
    pipeline.dispatch(&bindings)
}

// case pending_used_after_await: error[E0382]: awaited work is given back by the future and not used before
async fn run(pending: Pending) -> Result<()> {
    pending.await?;
    pending.status()
}

// case profile_outlives_backend: error[E0505]: the strings of a profile must not outlive its backend
fn run(backend: Backend) -> Result<()> {
    let profile = backend.profile()?;
    drop(backend);
    println!("{}", profile.name);
    Ok(())
}

// case two_outputs_in_one_slice: error[E0499]: two outputs must not share memory
fn run(pipeline: &Pipeline) -> Result<()> {
    let mut out = [0u32];
    pipeline.dispatch(&[Binding::output(0, &mut out), Binding::output(1, &mut out)])
}

// case view_shared_between_threads: error[E0596]: a view of registries belongs to one thread
fn run(view: &RegistryView) {
    println!("{:?}", view.get());
}
