#![allow(warnings)]
include!(concat!(env!("VYRE_PUBLISHED"), "/libs.rs"));
