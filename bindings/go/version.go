package vyre

// #include "all.h"
import "C"

// Version is the version of the library that is loaded: "0.1.0".
func Version() string { return text(C.vyre_version()) }

// ABIVersion is the number of the binary interface of the library that is loaded.
func ABIVersion() uint32 { return uint32(C.vyre_abi_version()) }

// HeaderABIVersion is the number of the binary interface that this package was built for.
const HeaderABIVersion uint32 = C.VYRE_ABI_VERSION

// BuildFlags are bits of what the library was built with.
type BuildFlags uint64

// BuildSpirvTools says that SPIR-V modules are validated, and can be [PipelineChecked].
const BuildSpirvTools BuildFlags = C.VYRE_BUILD_SPIRV_TOOLS

// GetBuildFlags is what the library that is loaded was built with.
func GetBuildFlags() BuildFlags { return BuildFlags(C.vyre_get_build_flags()) }
