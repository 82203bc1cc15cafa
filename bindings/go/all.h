// Every header of the interface, for this package alone.
#ifndef VYRE_GO_ALL_H
#define VYRE_GO_ALL_H

#include <vyre_driver.h>
#include <vyre_driver_builder.h>
#include <vyre_driver_image.h>
#include <vyre_driver_interop.h>
#include <vyre_driver_keys.h>
#include <vyre_driver_plugin.h>
#include <vyre_driver_registry.h>
#include <vyre_driver_sequence.h>
#include <vyre_driver_tools.h>
#include <vyre_driver_vulkan.h>

#endif
