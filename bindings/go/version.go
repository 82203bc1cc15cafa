package vyre

// #include <vyre_driver.h>
import "C"

// Version is the version of the library that is loaded: "0.1.0".
func Version() string { return text(C.vyre_version()) }

// ABIVersion is the number of the binary interface of the library that is loaded.
func ABIVersion() uint32 { return uint32(C.vyre_abi_version()) }

// HeaderABIVersion is the number of the binary interface that this package was built for.
const HeaderABIVersion uint32 = C.VYRE_ABI_VERSION
