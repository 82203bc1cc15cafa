// error[E0277]: two threads must not write through the same bindings
use vyre_driver::*;

fn run(pipeline: &Pipeline, bindings: &[Binding<'_>]) {
    std::thread::scope(|scope| {
        scope.spawn(|| pipeline.dispatch(bindings));
    });
}

fn main() {
    let _ = run;
}
