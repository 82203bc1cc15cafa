//! Registries: the ops that programs can call.

use crate::call::{Object, Taken, made, mirrors};
use crate::strings::string;
use crate::{Context, Op, OpId, Result, error, sys};
use std::fmt;
use std::ops::Deref;
use std::ptr::NonNull;

/// A frozen set of ops. Holding it keeps all of it, whatever is published meanwhile. Look-ups neither
/// lock nor allocate.
pub struct Registry {
    reference: RegistryRef,
}

/// A registry that somebody else holds.
#[repr(transparent)]
pub struct RegistryRef {
    raw: NonNull<sys::vyre_registry>,
}

// SAFETY: convention 4 of the header: any thread, several at once on one object.
unsafe impl Send for RegistryRef {}
// SAFETY: as above.
unsafe impl Sync for RegistryRef {}

mirrors! {
    vyre_extern_dialect:
    /// A dialect from outside.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct ExternDialect<'a> {
        /// Its name, which begins with "vyre-libs-".
        pub name: &'a str,
        /// Its version.
        pub version: &'a str,
        /// Where more is told about it.
        pub url: &'a str,
        /// The absolute path of its manifest, when it came from one.
        pub source: Option<&'a str>,
    }
}

impl RegistryRef {
    /// The registry of the C interface, for calls that this crate does not have.
    #[inline]
    pub fn as_raw(&self) -> *const sys::vyre_registry {
        self.raw.as_ptr()
    }

    /// The op of a number.
    #[inline]
    pub fn lookup(&self, number: OpId) -> Option<Op<'_>> {
        // SAFETY: the registry lives, and its ops do as long.
        unsafe { Op::from_raw(sys::vyre_registry_lookup(self.as_raw(), number.0)) }
    }

    /// The op of an id.
    #[inline]
    pub fn find(&self, id: &str) -> Option<Op<'_>> {
        // SAFETY: the registry and the text live for the call, ops as long as the registry.
        unsafe { Op::from_raw(sys::vyre_registry_find(self.as_raw(), string(id))) }
    }

    /// How many ops there are.
    #[inline]
    pub fn op_count(&self) -> usize {
        // SAFETY: the registry lives.
        unsafe { sys::vyre_registry_op_count(self.as_raw()) }
    }

    /// Op `index`, by dialect and then by id.
    #[inline]
    pub fn op(&self, index: usize) -> Option<Op<'_>> {
        // SAFETY: the registry lives, and its ops do as long.
        unsafe { Op::from_raw(sys::vyre_registry_op(self.as_raw(), index)) }
    }

    /// All ops, by dialect and then by id.
    pub fn ops(&self) -> impl Iterator<Item = Op<'_>> {
        (0..self.op_count()).filter_map(|index| self.op(index))
    }

    /// The dialects from outside, by name.
    pub fn extern_dialects(&self) -> Vec<ExternDialect<'_>> {
        // SAFETY: the registry lives, and its strings do as long.
        unsafe {
            let count = sys::vyre_registry_extern_dialect_count(self.as_raw());
            (0..count).map(|index| self.extern_dialect(index)).collect()
        }
    }

    /// # Safety
    /// There is one at `index`.
    unsafe fn extern_dialect(&self, index: usize) -> ExternDialect<'_> {
        // SAFETY: the registry lives, and its strings do as long.
        unsafe {
            let raw = sys::vyre_registry_extern_dialect(self.as_raw(), index);
            ExternDialect::taken(raw)
        }
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

impl Registry {
    /// The registry of the C interface, for calls that this crate does not have. It stays owned
    /// here.
    #[inline]
    pub fn as_raw(&self) -> *const sys::vyre_registry {
        self.reference.as_raw()
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

    /// Makes `registry` the current one, in one step. It may come from another context.
    pub fn publish(&self, registry: &RegistryRef) -> Result<()> {
        // SAFETY: the context and the registry live.
        error::check(unsafe { sys::vyre_context_publish(self.as_raw(), registry.as_raw()) })
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
