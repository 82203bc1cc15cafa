//! Registries: the ops that programs can call.

mod builder;
mod op;
pub(crate) mod op_desc;
mod target;

pub use builder::RegistryBuilder;
pub use op::{Attribute, Op, OpId, OpInfo, Operand};
pub use op_desc::{Lowering, OpDesc};
pub use target::Target;

use crate::call::{Object, list, made, mirrors};
use crate::strings::string;
use crate::values::DialectFlags;
use crate::{Context, Result, error, sys};
use std::fmt;
use std::ops::Deref;
use std::ptr::{self, NonNull};

/// A frozen set of ops. Holding it keeps all of it, whatever is published meanwhile. Look-ups
/// neither lock nor allocate.
pub struct Registry {
    reference: RegistryRef,
}

/// A registry that somebody else holds.
#[repr(transparent)]
pub struct RegistryRef {
    raw: NonNull<sys::vyre_registry>,
}

// SAFETY: the header, "Threads": any thread, several at once on one object.
unsafe impl Send for RegistryRef {}
// SAFETY: as above.
unsafe impl Sync for RegistryRef {}

mirrors! {
    vyre_dialect_info:
    /// A dialect of a registry.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct DialectInfo<'a> {
        /// More about it.
        pub flags: DialectFlags,
        /// Its name; from outside it begins with "vyre-libs-".
        pub name: &'a str,
        /// Its version; empty but for a dialect from outside.
        pub version: &'a str,
        /// Where it comes from; empty but for a dialect from outside.
        pub url: &'a str,
        /// The absolute path of its manifest, when it came from one.
        pub source: Option<&'a str>,
        /// Its ops in this registry.
        pub op_count: usize,
    }
}

impl RegistryRef {
    /// The registry of the C interface, for calls that this crate does not have.
    #[inline]
    pub fn as_raw(&self) -> *const sys::vyre_registry {
        self.raw.as_ptr()
    }

    fn info(&self) -> &sys::vyre_registry_info {
        // SAFETY: the info lives as long as the registry.
        unsafe { &*sys::vyre_registry_get_info(self.as_raw()) }
    }

    /// The op of an id. For a number: [`OpId::name`].
    #[inline]
    pub fn find(&self, id: &str) -> Option<Op<'_>> {
        // SAFETY: the registry and the text live for the call, ops as long as the registry.
        unsafe { Op::from_raw(sys::vyre_registry_find(self.as_raw(), string(id))) }
    }

    /// How many ops there are.
    #[inline]
    pub fn op_count(&self) -> usize {
        self.info().op_count
    }

    /// All ops, by dialect and then by id.
    pub fn ops(&self) -> impl Iterator<Item = Op<'_>> {
        let info = self.info();
        // SAFETY: so many ops are there, and live as long as the registry.
        (0..info.op_count).filter_map(|index| unsafe { Op::from_raw(*info.ops.add(index)) })
    }

    /// All dialects, in the order of their names.
    pub fn dialects(&self) -> Vec<DialectInfo<'_>> {
        let info = self.info();
        // SAFETY: all that the info points to lives as long as the registry.
        unsafe { list(info.dialects, info.dialect_count) }
    }
}

impl fmt::Debug for RegistryRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ops().map(|op| op.info().id)).finish()
    }
}

impl Object for Registry {
    type Raw = sys::vyre_registry;

    unsafe fn from_raw(raw: *mut Self::Raw) -> Self {
        let raw = NonNull::new(raw).expect("success gives an object");
        Self { reference: RegistryRef { raw } }
    }
}

impl Deref for Registry {
    type Target = RegistryRef;
    #[inline]
    fn deref(&self) -> &RegistryRef {
        &self.reference
    }
}

impl Drop for Registry {
    fn drop(&mut self) {
        // SAFETY: the only owner gives the object up.
        unsafe { sys::vyre_registry_destroy(self.reference.raw.as_ptr()) }
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reference.fmt(f)
    }
}

impl Context {
    /// The registry that is published now.
    pub fn registry(&self) -> Result<Registry> {
        // SAFETY: the context lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_context_get_registry(self.as_raw(), raw)) }
    }

    /// Makes `registry` the current one, in one step. It may come from another context. `expected`
    /// is the one that it was built from: when another is current by now, nothing changes and the
    /// call is [`ErrorKind::AlreadyRegistered`](crate::ErrorKind::AlreadyRegistered): get, build
    /// and publish once more. `None` publishes over any.
    pub fn publish(&self, registry: &RegistryRef, expected: Option<&RegistryRef>) -> Result<()> {
        let expected = expected.map_or(ptr::null(), RegistryRef::as_raw);
        // SAFETY: the context and the registries live.
        error::check(unsafe {
            sys::vyre_context_publish(self.as_raw(), registry.as_raw(), expected)
        })
    }

    /// Publishes the current registry with the manifests of `folder` as they are now, in place of
    /// what came from files in that folder before. When anything is wrong nothing is published, and
    /// the error carries all findings.
    pub fn load_manifests(&self, folder: &str) -> Result<()> {
        // SAFETY: the context and the text live for the call.
        error::check(unsafe { sys::vyre_context_load_manifests(self.as_raw(), string(folder)) })
    }
}

/// The current registry for the hot path of one thread at a time.
pub struct RegistryView {
    raw: NonNull<sys::vyre_registry_view>,
    /// The registry that was lent last.
    lent: Option<RegistryRef>,
}

// SAFETY: the header: one thread at a time. Calls take &mut self, and nothing of it is Sync.
unsafe impl Send for RegistryView {}

impl Object for RegistryView {
    type Raw = sys::vyre_registry_view;

    unsafe fn from_raw(raw: *mut Self::Raw) -> Self {
        Self { raw: NonNull::new(raw).expect("success gives an object"), lent: None }
    }
}

impl RegistryView {
    /// A view of what `context` publishes.
    pub fn create(context: &Context) -> Result<Self> {
        // SAFETY: the context lives; success gives an owner.
        unsafe { made(|raw| sys::vyre_registry_view_create(context.as_raw(), raw)) }
    }

    /// The registry that is current now, for one acquire load when nothing was published since the
    /// last call.
    #[inline]
    pub fn get(&mut self) -> &RegistryRef {
        // SAFETY: the view lives; what it lends lives until the next call, which needs &mut self.
        let raw = unsafe { sys::vyre_registry_view_get(self.raw.as_ptr()) };
        let raw = NonNull::new(raw.cast_mut()).expect("a view lends a registry");
        self.lent.insert(RegistryRef { raw })
    }
}

impl Drop for RegistryView {
    fn drop(&mut self) {
        // SAFETY: the only owner gives the object up.
        unsafe { sys::vyre_registry_view_destroy(self.raw.as_ptr()) }
    }
}

impl fmt::Debug for RegistryView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RegistryView").field(&self.raw).finish()
    }
}
