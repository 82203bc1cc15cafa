// error[E0502]: an expression ends with the program that it is part of
use vyre_driver::*;

fn run(mut builder: Builder) -> Result<()> {
    let x = builder.u32(1);
    builder.finish()?;
    builder.store("out", 0, x);
    Ok(())
}

fn main() {
    let _ = run;
}
