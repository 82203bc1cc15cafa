// What must not compile and the control, which must: see ../compile_fail.rs, which makes a program of
// each case, and wants of it what its first line says.

// case control: compiles: what the others do wrong, done right
fn run() -> Result<()> {
    let k = Builder::new();
    let (a, out, i) = (k.input::<f32>("a"), k.output::<f32>("out"), k.index());
    let mut sum = k.var(0.0);
    k.for_(0, a.length(), |j| sum += a.at(j) * 2.0);
    k.if_(i.lt(4) & k.value(true), || out.set(i, 1.5 - sum.get() * i.cast::<f32>()));
    let program = k.finish()?;
    let device = Device::open()?;
    let pipeline = Pipeline::builder().workgroup([64, 1, 1]).create(&device, &program)?;
    let (a, mut out) = ([1.0f32], [0.0f32]);
    let bindings = [Binding::input(0, &a), Binding::output(1, &mut out)];
    pipeline.dispatch(&bindings)?;
    pipeline.launch().timed().dispatch(&bindings)?;
    println!("{} {}", device.info().name, out[0]);
    std::thread::scope(|scope| scope.spawn(|| pipeline.dispatch(&[])).join().unwrap())
}

// case array_assigned: error[E0070]: an element is no place: Array::set stores
fn run(out: Array<'_, u32>, i: Value<'_, u32>) {
    out.at(i) = i;
}

// case array_is_a_value: error[E0369]: an array is no value: its elements are
fn run<'k>(a: Array<'k, u32>) -> Value<'k, u32> {
    a + 1
}

// case array_of_doubles: error[E0277]: elements that the IR has no values of are declared by their type
fn run(k: &Builder) {
    k.input::<f64>("a");
}

// case array_of_truths: error[E0277]: a bool has 1 byte here and 4 on a device
fn run(k: &Builder) {
    k.output::<bool>("out");
}

// case binding_of_doubles: error[E0277]: a literal is an f32, as kernels have it
fn run(pipeline: &Pipeline) -> Result<()> {
    pipeline.dispatch(&[Binding::input("a", &[1.0f64])])
}

// case binding_outlives_buffer: error[E0505]: a binding must not outlive its buffer
fn run(pipeline: &Pipeline, buffer: Buffer) -> Result<()> {
    let binding = Binding::buffer(0, &buffer);
    drop(buffer);
    pipeline.dispatch(&[binding])
}

// case binding_outlives_image: error[E0505]: a binding must not outlive its image
fn run(pipeline: &Pipeline, image: Image) -> Result<()> {
    let binding = Binding::image(0, &image);
    drop(image);
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

// case binding_outlives_sampler: error[E0505]: a binding must not outlive its sampler
fn run(pipeline: &Pipeline, image: &Image, sampler: Sampler) -> Result<()> {
    let binding = Binding::sampled_image(0, image, &sampler);
    drop(sampler);
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
fn run(work: &Work) -> Result<()> {
    let counter = std::sync::atomic::AtomicU32::new(0);
    let borrowed = &counter;
    work.on_complete(move |_| borrowed.store(1, std::sync::atomic::Ordering::Relaxed))
}

// case fraction_as_integer: error[E0277]: a literal with a fraction is no integer
fn run<'k>(x: Value<'k, u32>) -> Value<'k, u32> {
    x + 1.5
}

// case index_of_floats: error[E0277]: an index is a U32
fn run<'k>(a: Array<'k, f32>, x: Value<'k, f32>) -> Value<'k, f32> {
    a.at(x)
}

// case info_outlives_device: error[E0505]: the strings of an info must not outlive its device
fn run(device: Device) {
    let info = device.info();
    drop(device);
    println!("{}", info.name);
}

// case input_is_output: error[E0502]: an input must not be an output
fn run(pipeline: &Pipeline) -> Result<()> {
    let mut data = [0u32];
    pipeline.dispatch(&[Binding::input(0, &data), Binding::output(1, &mut data)])
}

// case finding_outlives_error: error[E0505]: a finding must not outlive its error
fn run(error: Error) {
    let finding = error.findings().pop();
    drop(error);
    println!("{finding:?}");
}

// case launch_outlives_push_constants: error[E0597]: a launch must not outlive what it pushes
fn run(pipeline: &Pipeline) -> Result<DispatchResult> {
    let launch = {
        let data = [1u32];
        pipeline.launch().push(&data)
    };
    launch.dispatch(&[])
}

// case module_made_in_safe_code: error[E0133]: a module may reach outside of its buffers
fn run(device: &Device, module: &Program) -> Result<Pipeline> {
    Pipeline::builder().create_module(device, module)
}

// case number_as_truth: error[E0277]: a condition is a truth
fn run(k: &Builder) {
    k.if_(k.index(), || k.return_());
}

// case numbers_of_two_types: error[E0277]: nothing is converted silently
fn run<'k>(x: Value<'k, f32>, i: Value<'k, u32>) -> Value<'k, f32> {
    x * i
}

// case op_outlives_registry: error[E0505]: ops live as long as their registry
fn run(registry: Registry) {
    let op = registry.find("math.add");
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

// case parameter_as_slot: error[E0277]: a parameter is no slot: Array::slot gives that
fn run(a: Array<'_, u32>, data: &[u32]) {
    Binding::input(a, data);
}

// case point_outlives_work: error[E0505]: the semaphore of a point is borrowed from the work
fn run(device: &Device, work: Work) -> Result<()> {
    let point = work.point()?;
    drop(work);
    device.order_after(point)
}

// case shift_of_floats: error[E0369]: the bits of a float are not shifted
fn run<'k>(x: Value<'k, f32>) -> Value<'k, f32> {
    x << 1
}

// case store_of_another_type: error[E0277]: a store converts nothing
fn run<'k>(out: Array<'k, f32>, i: Value<'k, u32>) {
    out.set(i, i);
}

// case truth_in_a_sum: error[E0369]: truths are no numbers
fn run<'k>(x: Value<'k, bool>) -> Value<'k, bool> {
    x + true
}

// case two_outputs_in_one_slice: error[E0499]: two outputs must not share memory
fn run(pipeline: &Pipeline) -> Result<()> {
    let mut out = [0u32];
    pipeline.dispatch(&[Binding::output(0, &mut out), Binding::output(1, &mut out)])
}

// case value_after_finish: error[E0505]: a value ends with the program that it is part of
fn run(builder: Builder) -> Result<Program> {
    let x = builder.value(1u32);
    let program = builder.finish();
    let _ = x + 1;
    program
}

// case value_outlives_builder: error[E0505]: a value must not outlive its builder
fn run(builder: Builder) {
    let x = builder.value(1u32);
    drop(builder);
    let _ = x + 1;
}

// case variable_is_a_value: error[E0277]: a variable is no value: Var::get is, at its place
fn run<'k>(x: Value<'k, u32>, sum: Var<'k, u32>) -> Value<'k, u32> {
    x + sum
}

// case variable_of_another_type: error[E0277]: a variable keeps its type
fn run<'k>(sum: Var<'k, f32>, i: Value<'k, u32>) {
    sum.set(i);
}

// case view_shared_between_threads: error[E0596]: a view of registries belongs to one thread
fn run(view: &RegistryView) {
    println!("{:?}", view.get());
}

// case work_used_after_await: error[E0382]: awaited work is given back by the future and not used before
async fn run(work: Work) -> Result<Option<Error>> {
    work.await?;
    Ok(work.error())
}
