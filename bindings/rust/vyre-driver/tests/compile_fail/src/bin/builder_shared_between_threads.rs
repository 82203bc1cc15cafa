// error[E0277]: a builder is used by one thread at a time
use vyre_driver::*;

fn run(builder: &Builder) {
    std::thread::scope(|scope| {
        scope.spawn(|| builder.return_());
    });
}

fn main() {
    let _ = run;
}
