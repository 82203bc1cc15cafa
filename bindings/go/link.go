//go:build !vyre_static

package vyre

// No function is marked #cgo nocallback: the log and the allocator may be called from nearly all, and
// a wrong mark ends the process. The few that never call back take no Go memory, so that the mark
// would bring them nothing.

// #cgo pkg-config: vyre_driver
import "C"
