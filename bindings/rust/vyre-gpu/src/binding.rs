//! Bindings: what each parameter gets in one dispatch.

use crate::strings::string;
use crate::{Buffer, Image, Sampler, sys};
use std::ffi::c_void;
use std::marker::PhantomData;
use std::mem::size_of_val;
use std::ops::{Bound, RangeBounds};

mod sealed {
    pub trait Sealed {}
}

/// Numbers that may travel to and from a device as their bytes: the integers, `f32`, and arrays of
/// them. An `f64` is none, so that a literal like `2.5` is the `f32` that kernels have; data of F64
/// go as their bits, `f64::to_bits`.
///
/// # Safety
/// Every bit pattern is a value, and there is no padding. Sealed.
pub unsafe trait Plain: Copy + sealed::Sealed {}

macro_rules! plain {
    ($($type:ty)*) => {$(
        impl sealed::Sealed for $type {}
        // SAFETY: a number; all its bits count, in any pattern.
        unsafe impl Plain for $type {}
    )*};
}
plain! { u8 i8 u16 i16 u32 i32 u64 i64 f32 }

impl<T: Plain, const N: usize> sealed::Sealed for [T; N] {}
// SAFETY: an array has no bytes but those of its elements.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

/// Where the bytes of `data` begin, and how many there are.
#[inline]
pub(crate) fn bytes_of<T: Plain>(data: &[T]) -> (*const c_void, usize) {
    (data.as_ptr().cast(), size_of_val(data))
}

/// The same of bytes that can be written.
#[inline]
pub(crate) fn bytes_of_mut<T: Plain>(data: &mut [T]) -> (*mut c_void, usize) {
    (data.as_mut_ptr().cast(), size_of_val(data))
}

/// Which parameter of a program is meant: by its slot, its name, or the descriptor set and slot of
/// a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindingKey<'a> {
    /// The parameter at this slot, of a module in set 0.
    Slot(u32),
    /// The parameter of this name.
    Name(&'a str),
    /// The parameter of a module at this slot of this set.
    At(u32, u32),
}

impl From<u32> for BindingKey<'_> {
    fn from(slot: u32) -> Self {
        Self::Slot(slot)
    }
}

impl<'a> From<&'a str> for BindingKey<'a> {
    fn from(name: &'a str) -> Self {
        Self::Name(name)
    }
}

impl From<(u32, u32)> for BindingKey<'_> {
    fn from((set, slot): (u32, u32)) -> Self {
        Self::At(set, slot)
    }
}

/// What one parameter gets in one dispatch. It borrows the memory or buffer it names, so
/// results can be read as soon as the bindings are gone.
///
/// ```
/// # use vyre_gpu::Binding;
/// let (a, mut out) = ([1u32, 2, 3], [0u32; 3]);
/// let bindings = [Binding::input("a", &a), Binding::output(1, &mut out)];
/// ```
#[repr(transparent)]
pub struct Binding<'a> {
    raw: sys::vyre_binding,
    borrowed: PhantomData<&'a mut [u8]>,
}

// SAFETY: a binding is borrows of plain memory, of names and of buffers, which all may move between
// threads. It is not Sync: a dispatch writes through a shared slice of bindings.
unsafe impl Send for Binding<'_> {}

impl<'a> Binding<'a> {
    fn new(key: impl Into<BindingKey<'a>>, raw: sys::vyre_binding) -> Self {
        let raw = match key.into() {
            BindingKey::Slot(slot) => sys::vyre_binding { slot, ..raw },
            BindingKey::Name(name) => sys::vyre_bind_name(string(name), raw),
            BindingKey::At(set, slot) => sys::vyre_bind_at(set, slot, raw),
        };
        Self { raw, borrowed: PhantomData }
    }

    /// The parameter starts with `data`.
    #[inline]
    pub fn input<T: Plain>(key: impl Into<BindingKey<'a>>, data: &'a [T]) -> Self {
        let (first, size) = bytes_of(data);
        Self::new(key, sys::vyre_bind_input(0, first, size))
    }

    /// The parameter starts zeroed and is written to `data`.
    #[inline]
    pub fn output<T: Plain>(key: impl Into<BindingKey<'a>>, data: &'a mut [T]) -> Self {
        let (first, size) = bytes_of_mut(data);
        Self::new(key, sys::vyre_bind_output(0, first, size))
    }

    /// The parameter starts with `data` and is written back there.
    #[inline]
    pub fn inout<T: Plain>(key: impl Into<BindingKey<'a>>, data: &'a mut [T]) -> Self {
        let (first, size) = bytes_of_mut(data);
        Self::new(key, sys::vyre_bind_inout(0, first, size))
    }

    /// An output of `size` bytes whose results [`Work::collect`](crate::Work::collect) fetches: for
    /// asynchronous dispatches and for plans.
    #[inline]
    pub fn output_later(key: impl Into<BindingKey<'a>>, size: usize) -> Self {
        Self::new(key, sys::vyre_bind_output(0, std::ptr::null_mut(), size))
    }

    /// The parameter starts with `data`, and [`Work::collect`](crate::Work::collect) fetches what
    /// becomes of it: for asynchronous dispatches.
    #[inline]
    pub fn inout_later<T: Plain>(key: impl Into<BindingKey<'a>>, data: &'a [T]) -> Self {
        let (input, size) = bytes_of(data);
        let raw = sys::vyre_bind_inout(0, std::ptr::null_mut(), size);
        Self::new(key, sys::vyre_binding { input, ..raw })
    }

    /// The parameter starts as `size` zeroed bytes and is not read back.
    #[inline]
    pub fn zeros(key: impl Into<BindingKey<'a>>, size: u64) -> Self {
        Self::new(key, sys::vyre_bind_zeros(0, size))
    }

    /// The parameter is the whole of `buffer`.
    #[inline]
    pub fn buffer(key: impl Into<BindingKey<'a>>, buffer: &'a Buffer) -> Self {
        Self::new(key, sys::vyre_bind_buffer(0, buffer.as_raw()))
    }

    /// The parameter is these bytes of `buffer`.
    #[inline]
    pub fn range(
        key: impl Into<BindingKey<'a>>,
        buffer: &'a Buffer,
        range: impl RangeBounds<u64>,
    ) -> Self {
        let (offset, size) = offset_and_size(range);
        Self::new(key, sys::vyre_bind_range(0, buffer.as_raw(), offset, size))
    }

    /// The parameter is `image`, whole: a storage image or a texture of a module. A storage image is
    /// one level: [`mip_level`](Self::mip_level) chooses it where there are more.
    #[inline]
    pub fn image(key: impl Into<BindingKey<'a>>, image: &'a Image) -> Self {
        Self::new(key, sys::vyre_bind_image(0, image.as_raw(), std::ptr::null_mut()))
    }

    /// The parameter is `image`, whole, read through `sampler`: a sampled texture of a module.
    #[inline]
    pub fn sampled_image(
        key: impl Into<BindingKey<'a>>,
        image: &'a Image,
        sampler: &'a Sampler,
    ) -> Self {
        Self::new(key, sys::vyre_bind_image(0, image.as_raw(), sampler.as_raw()))
    }

    /// The parameter is `sampler`, of a module.
    #[inline]
    pub fn sampler(key: impl Into<BindingKey<'a>>, sampler: &'a Sampler) -> Self {
        Self::new(key, sys::vyre_bind_sampler(0, sampler.as_raw()))
    }

    /// The same for one level of the image.
    #[inline]
    pub fn mip_level(mut self, level: u32) -> Self {
        self.raw.mip_level = level;
        self
    }

    /// The same for a descriptor of an array of them, in a module.
    #[inline]
    pub fn array_index(mut self, index: u32) -> Self {
        self.raw.array_index = index;
        self
    }

    /// Where the bindings begin in the C form, and how many there are.
    pub(crate) fn raw(bindings: &[Self]) -> (*const sys::vyre_binding, usize) {
        (bindings.as_ptr().cast(), bindings.len()) // transparent
    }
}

/// A range as the C interface has it. One that ends before it begins is empty.
fn offset_and_size(range: impl RangeBounds<u64>) -> (u64, u64) {
    let offset = match range.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let size = match range.end_bound() {
        Bound::Included(&last) => last.saturating_add(1).saturating_sub(offset),
        Bound::Excluded(&end) => end.saturating_sub(offset),
        Bound::Unbounded => sys::VYRE_WHOLE_SIZE,
    };
    (offset, size)
}
