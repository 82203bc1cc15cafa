//! Building programs in code.

use crate::call::{Object, made};
use crate::strings::string;
use crate::values::{Access, BufferFlags, Memory};
use crate::{Context, Error, Program, Result, error, sys};
use std::cell::Cell;
use std::fmt;
use std::ops::Range;
use std::panic::Location;
use std::ptr::NonNull;

/// Methods of a [`Builder`], here `$builder`, that are one call each. The call gets the builder before
/// what stands here.
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
/// Expressions are values of type [`Expr`](crate::Expr), statements follow one another, and blocks
/// are closures:
///
/// ```
/// # use vyre_driver::{Builder, Context};
/// # fn main() -> vyre_driver::Result<()> {
/// # let context = Context::create()?;
/// let mut b = Builder::create(&context)?;
/// b.set_workgroup(64, 1, 1);
/// b.declare_input(0, "a", "U32");
/// b.declare_output(1, "out", "U32");
/// let i = b.invocation_id(0);
/// b.if_(i.lt(b.length("a")), || {
///     let x = b.let_("x", b.load("a", i));
///     b.store("out", i, x * x + 1);
/// });
/// let program = b.finish()?;
/// # program.validate()
/// # }
/// ```
///
/// Mistakes: the first one (a name that nothing declares, an expression used twice) is kept with the
/// call and its place in the program and in your source; from then on nothing is built.
/// [`status`](Self::status) answers at any time, [`finish`](Self::finish) at the end. The rules of
/// the IR are checked later, by [`Program::validate`] or when a pipeline is made.
///
/// A builder may move to another thread, but is used by one at a time.
pub struct Builder {
    raw: NonNull<sys::vyre_builder>,
    /// Where the first mistake was made.
    place: Cell<Option<&'static Location<'static>>>,
}

// SAFETY: convention 4 of the header: any thread. Not Sync, because of the cell.
unsafe impl Send for Builder {}

impl Object for Builder {
    type Raw = sys::vyre_builder;

    unsafe fn from_raw(raw: *mut Self::Raw) -> Self {
        let raw = NonNull::new(raw).expect("success gives an object");
        Self { raw, place: Cell::new(None) }
    }
}

impl Builder {
    /// An empty program.
    pub fn create(context: &Context) -> Result<Self> {
        // SAFETY: the context lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_builder_create(context.as_raw(), raw)) }
    }

    /// The first mistake so far.
    pub fn status(&self) -> Result<()> {
        self.check().map_err(|error| error.at(self.place.get()))
    }

    /// Hands the program out. The builder is empty afterwards, as if new, also after a mistake,
    /// which is returned. Does not validate.
    #[track_caller]
    pub fn finish(&mut self) -> Result<Program> {
        let place = self.place.take().unwrap_or(Location::caller());
        // SAFETY: the builder lives; success gives an owner.
        let made = unsafe { made(|raw| sys::vyre_builder_finish(self.as_raw(), raw)) };
        made.map_err(|error: Error| error.at(Some(place)))
    }

    pub(crate) fn as_raw(&self) -> *mut sys::vyre_builder {
        self.raw.as_ptr()
    }

    /// What a call gives; remembers the caller's place when it was the first mistake.
    #[track_caller]
    pub(crate) fn watched<T>(&self, call: impl FnOnce(*mut sys::vyre_builder) -> T) -> T {
        let given = call(self.as_raw());
        if self.place.get().is_none() && self.check().is_err() {
            self.place.set(Some(Location::caller()));
        }
        given
    }

    fn check(&self) -> std::result::Result<(), Error> {
        // SAFETY: the builder lives.
        error::check(unsafe { sys::vyre_builder_status(self.as_raw()) })
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
        f.debug_tuple("Builder").field(&self.status()).finish()
    }
}

/// A buffer to declare: `BufferDesc { name: "sums", slot: 1, element_count: 64, ..Default::default() }`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BufferDesc<'a> {
    /// Its name.
    pub name: &'a str,
    /// The spelling of the element type, as in the JSON form: "U32", "Vec<F32,4>".
    pub element: &'a str,
    /// [`BufferFlags::IS_OUTPUT`] and [`BufferFlags::LIVE_OUT`].
    pub flags: BufferFlags,
    /// The bytes that return, when that is not all of them.
    pub output_range: Option<Range<u64>>,
    /// Its slot.
    pub slot: u32,
    /// How many elements; 0: taken from what is bound.
    pub element_count: u32,
    /// How the program may touch it.
    pub access: Access,
    /// Where it lives.
    pub memory: Memory,
}

/// An unnamed buffer of U32 at slot 0 that is only read.
impl Default for BufferDesc<'_> {
    fn default() -> Self {
        Self {
            name: "",
            element: "U32",
            flags: BufferFlags(0),
            output_range: None,
            slot: 0,
            element_count: 0,
            access: Access::READ_ONLY,
            memory: Memory::GLOBAL,
        }
    }
}

impl BufferDesc<'_> {
    fn raw(&self) -> sys::vyre_buffer_desc {
        let range = self.output_range.clone();
        let ranged = if range.is_some() { BufferFlags::OUTPUT_RANGE } else { BufferFlags(0) };
        let range = range.unwrap_or(0..0);
        sys::vyre_buffer_desc {
            flags: (self.flags | ranged).0,
            name: string(self.name),
            element: string(self.element),
            output_start: range.start,
            output_end: range.end,
            slot: self.slot,
            element_count: self.element_count,
            access: self.access.0,
            memory: self.memory.0,
            ..sys::vyre_buffer_desc::INIT
        }
    }
}

calls! {
    b.watched:
    /// The declared workgroup size; 1 x 1 x 1 unless set.
    pub fn set_workgroup(x: u32, y: u32, z: u32) = sys::vyre_builder_set_workgroup(x, y, z);
    /// The op that the program stands for, such as "math.add".
    pub fn set_entry(op_id: &str) = sys::vyre_builder_set_entry(string(op_id));
    /// Declares a buffer; names are unique.
    pub fn declare(desc: &BufferDesc<'_>) = sys::vyre_builder_declare(&desc.raw());
    /// Declares a buffer that is only read and takes its length from what is bound.
    pub fn declare_input(slot: u32, name: &str, element: &str)
        = sys::vyre_builder_declare_input(slot, string(name), string(element));
    /// Declares the output, which takes its length from what is bound.
    pub fn declare_output(slot: u32, name: &str, element: &str)
        = sys::vyre_builder_declare_output(slot, string(name), string(element));
    /// Declares `element_count` elements of workgroup memory.
    pub fn declare_shared(name: &str, element: &str, element_count: u32)
        = sys::vyre_builder_declare_shared(string(name), string(element), element_count);
}
