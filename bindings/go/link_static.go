//go:build vyre_static

package vyre

// #cgo pkg-config: --static vyre_driver
import "C"
