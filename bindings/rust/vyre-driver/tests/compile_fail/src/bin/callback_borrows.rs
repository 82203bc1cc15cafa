// error[E0597]: a callback must not borrow what ends before it is called
use vyre_driver::*;

fn run(pending: &Pending) -> Result<()> {
    let counter = std::sync::atomic::AtomicU32::new(0);
    let borrowed = &counter;
    pending.on_complete(move |_| borrowed.store(1, std::sync::atomic::Ordering::Relaxed))
}

fn main() {
    let _ = run;
}
