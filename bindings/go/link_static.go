//go:build vyre_static

package vyre

// #cgo pkg-config: vyre_driver_static
import "C"
