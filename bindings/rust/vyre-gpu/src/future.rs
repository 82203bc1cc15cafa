//! Awaiting work.

use crate::{Result, Work, WorkState};
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context as Task, Poll, Waker};

/// The end of work as a future: the object itself once its results can be collected, or the
/// error it failed with.
///
/// The task is woken where the context lets background work run: on the library's own threads, on
/// those that `run_job` lends, or inside [`Context::run_callbacks`](crate::Context::run_callbacks),
/// which somebody then has to call.
#[must_use = "futures do nothing unless they are awaited"]
#[derive(Debug)]
pub struct Completion {
    work: Option<Work>,
    waker: Arc<Mutex<Option<Waker>>>,
    registered: bool,
}

impl IntoFuture for Work {
    type Output = Result<Work>;
    type IntoFuture = Completion;

    fn into_future(self) -> Completion {
        Completion { work: Some(self), waker: Arc::default(), registered: false }
    }
}

impl Future for Completion {
    type Output = Result<Work>;

    fn poll(mut self: Pin<&mut Self>, task: &mut Task<'_>) -> Poll<Self::Output> {
        // The waker is there before the state is asked for, so that no end goes unseen.
        put(&self.waker, task.waker());
        match self.state() {
            Ok(WorkState::Running) => Poll::Pending,
            state => {
                let work = self.work.take().expect("a future is not polled after its end");
                let failed = state.map_or_else(Some, |_| work.error());
                Poll::Ready(failed.map_or(Ok(work), Err))
            }
        }
    }
}

impl Completion {
    /// How the work stands, with a callback under way when it has not ended.
    fn state(&mut self) -> Result<WorkState> {
        let work = self.work.as_ref().expect("a future is not polled after its end");
        let state = work.state()?;
        if state != WorkState::Running || self.registered {
            return Ok(state);
        }
        let waker = Arc::clone(&self.waker);
        work.on_complete(move |_| wake(&waker))?;
        self.registered = true;
        Ok(state)
    }
}

fn put(slot: &Mutex<Option<Waker>>, waker: &Waker) {
    let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
    match slot.as_mut() {
        Some(there) => there.clone_from(waker),
        None => *slot = Some(waker.clone()),
    }
}

/// Wakes the task outside the lock: a waker may run anything.
fn wake(slot: &Mutex<Option<Waker>>) {
    let waker = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(waker) = waker {
        waker.wake();
    }
}
