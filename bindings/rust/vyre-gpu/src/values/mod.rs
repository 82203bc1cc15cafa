//! Numbers and flags of the interface. They are constants, not enums: a newer library may give
//! values that this crate does not know.

/// A number with names.
macro_rules! numbers {
    ($(#[$doc:meta])* $name:ident { $($(#[$item:meta])* $item_name:ident = $value:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            $($(#[$item])* pub const $item_name: Self = Self($crate::sys::$value);)*
        }

        $crate::call::number! { $name(u32) }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match *self {
                    $(Self::$item_name => f.write_str(stringify!($item_name)),)*
                    Self(other) => write!(f, "{}({other})", stringify!($name)),
                }
            }
        }
    };
}

/// A set of bits with names.
macro_rules! flags {
    ($(#[$doc:meta])* $name:ident { $($(#[$item:meta])* $item_name:ident = $value:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $name(pub u64);

        impl $name {
            $($(#[$item])* pub const $item_name: Self = Self($crate::sys::$value);)*

            /// Whether all bits of `other` are on.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
        }

        $crate::call::number! { $name(u64) }

        impl std::ops::BitOr for $name {
            type Output = Self;
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let names = [$((Self::$item_name, stringify!($item_name)),)*];
                let on = names.iter().filter(|(bit, _)| self.contains(*bit)).map(|(_, name)| name);
                f.debug_set().entries(on).finish()
            }
        }
    };
}

mod building;
mod device;
mod image;
mod program;
mod registry;
mod tools;

pub use building::*;
pub use device::*;
pub use image::*;
pub use program::*;
pub use registry::*;
pub use tools::*;
