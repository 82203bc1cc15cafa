//! Building programs in code.

mod expression;
mod operators;
mod parameter;
mod statement;
mod value;
mod variable;

pub use parameter::{Array, Parameter, ParameterDesc};
pub use value::{Element, Expr, IntoExpr, IntoValue, Scalar, Value};
pub use variable::{Local, Var};

use crate::call::{Object, made};
use crate::context::raw_or_shared;
use crate::strings::string;
use crate::values::Type;
use crate::{Context, Error, Program, Result, error, sys};
use std::cell::Cell;
use std::fmt;
use std::panic::Location;
use std::ptr;

/// Methods of a [`Builder`], here `$builder`, that are one call each. The call gets the builder
/// before what stands here.
macro_rules! calls {
    ($builder:ident.$how:ident: $(
        $(#[$doc:meta])* $vis:vis fn $name:ident $(<$life:lifetime>)? (
            $($argument:ident: $type:ty),* $(,)?
        ) $(-> $result:ty)? = sys::$call:ident($($given:expr),*);
    )*) => {
        impl $crate::Builder {$(
            $(#[$doc])*
            #[track_caller]
            $vis fn $name $(<$life>)? (&$($life)? self, $($argument: $type),*) $(-> $result)? {
                let $builder = self;
                // SAFETY: the builder and all that it is given live for the call.
                $builder.$how(|raw| unsafe { sys::$call(raw, $($given),*) })
            }
        )*}
    };
}
pub(crate) use calls;

/// A program under construction.
///
/// Values have types of Rust, statements follow one another, and blocks are closures:
///
/// ```
/// # use vyre_gpu::Builder;
/// # fn main() -> vyre_gpu::Result<()> {
/// let k = Builder::new();
/// let (a, out) = (k.input::<u32>("a"), k.output::<u32>("out"));
/// let i = k.index();
/// k.if_(i.lt(a.length()), || {
///     let x = a.at(i);
///     let sum = k.var(x * x);
///     k.for_(0, i, |j| sum.set(sum.get() + a.at(j)));
///     out.set(i, sum.get() + 1);
/// });
/// let program = k.finish()?;
/// # program.validate()
/// # }
/// ```
///
/// A [`Value`] is what it was where it was made, and may be used any number of times; what changes
/// is a [`Var`]. Nothing is converted silently: [`Value::cast`] gives another type. A literal takes
/// the type of its neighbour.
///
/// Under the values with types lies a layer without: [`Expr`], [`Parameter`], [`Local`]. Calls,
/// atomics, subgroups and extensions are there, and elements of other types. An `Expr` fits
/// wherever a value does; whether it is right is checked with the program.
///
/// Mistakes: the first one (two parameters of one name, a value of another builder) is kept with
/// the call and its place in the program and in your source; from then on nothing is built.
/// [`error`](Self::error) answers at any time, [`finish`](Self::finish) at the end. The rules of
/// the IR are checked later, by [`Program::validate`] or when a pipeline is made.
///
/// A builder may move to another thread, but is used by one at a time.
pub struct Builder {
    raw: *mut sys::vyre_builder,
    /// Why there is no builder.
    failed: Option<Error>,
    /// Where the first mistake was made.
    place: Cell<Option<&'static Location<'static>>>,
}

// SAFETY: the header, "Threads": any thread. Not Sync, because of the cell.
unsafe impl Send for Builder {}

impl Object for Builder {
    type Raw = sys::vyre_builder;

    unsafe fn from_raw(raw: *mut Self::Raw) -> Self {
        Self { raw, failed: None, place: Cell::new(None) }
    }
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// An empty program of the shared context. Where there is no memory for it,
    /// [`finish`](Self::finish) says so.
    pub fn new() -> Self {
        Self::create(None)
    }

    /// An empty program of this context.
    pub fn new_in(context: &Context) -> Self {
        Self::create(Some(context))
    }

    fn create(context: Option<&Context>) -> Self {
        let context = raw_or_shared(context);
        // SAFETY: the context lives; success gives an owner.
        let created = unsafe { made(|raw| sys::vyre_builder_create(context, raw)) };
        created.unwrap_or_else(|error| Self {
            raw: ptr::null_mut(),
            failed: Some(error),
            place: Cell::new(None),
        })
    }

    /// The first mistake so far.
    pub fn error(&self) -> Option<Error> {
        match &self.failed {
            Some(failed) => Some(failed.clone()),
            None => self.mistake().map(|error| error.at(self.place.get())),
        }
    }

    /// Hands the program out, or the first mistake. Does not validate.
    #[track_caller]
    pub fn finish(mut self) -> Result<Program> {
        if let Some(failed) = self.failed.take() {
            return Err(failed);
        }
        let place = self.place.take().unwrap_or(Location::caller());
        // SAFETY: the builder lives; success gives an owner.
        let made = unsafe { made(|raw| sys::vyre_builder_finish(self.as_raw(), raw)) };
        made.map_err(|error: Error| error.at(Some(place)))
    }

    /// The builder of the C interface, for calls that this crate does not have.
    pub fn as_raw(&self) -> *mut sys::vyre_builder {
        self.raw
    }

    /// What a call gives; remembers the caller's place when it was the first mistake.
    #[track_caller]
    pub(crate) fn watched<T>(&self, call: impl FnOnce(*mut sys::vyre_builder) -> T) -> T {
        let given = call(self.as_raw());
        if !self.raw.is_null() && self.place.get().is_none() && self.mistake().is_some() {
            self.place.set(Some(Location::caller()));
        }
        given
    }

    fn mistake(&self) -> Option<Error> {
        // SAFETY: the builder lives; success gives an owner or nothing.
        unsafe { error::reason(|out| sys::vyre_builder_get_error(self.as_raw(), out)) }
    }
}

impl Drop for Builder {
    fn drop(&mut self) {
        // SAFETY: the only owner gives the object up.
        unsafe { sys::vyre_builder_destroy(self.as_raw()) }
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("error", &self.error()).finish()
    }
}

calls! {
    b.watched:
    /// The declared workgroup size. Without it the device chooses one, where the program cannot
    /// observe it.
    pub fn set_workgroup(x: u32, y: u32, z: u32) = sys::vyre_builder_set_workgroup(x, y, z);
    /// The op that the program stands for, such as "math.add".
    pub fn set_entry(op_id: &str) = sys::vyre_builder_set_entry(string(op_id));
    /// What errors and traces call the program.
    pub fn set_label(label: &str) = sys::vyre_builder_set_label(string(label));
}

impl Builder {
    /// The element type of a spelling, as in the JSON form: "F32", "Vec<F32,4>". One with
    /// parameters belongs to this builder.
    #[track_caller]
    pub fn type_(&self, spelling: &str) -> Type {
        // SAFETY: the builder and the text live for the call.
        Type(self.watched(|raw| unsafe { sys::vyre_builder_type(raw, string(spelling)) }))
    }
}
