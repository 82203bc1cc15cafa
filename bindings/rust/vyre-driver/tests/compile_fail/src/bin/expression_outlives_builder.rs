// error[E0505]: an expression must not outlive its builder
use vyre_driver::*;

fn run(builder: Builder) {
    let x = builder.u32(1);
    drop(builder);
    let _ = x + 1;
}

fn main() {
    let _ = run;
}
