#![allow(warnings)]
include!(concat!(env!("VYRE_PUBLISHED"), "/c_front.rs"));
