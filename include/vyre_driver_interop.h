/* vyre_driver_interop.h: work that waits for work of another interface, and the other way round.
 *
 * For programs in which this library shares a device with other code, such as a renderer. Here are
 * the parts that every such interface needs. The header of the interface itself makes a semaphore
 * out of its own: vyre_semaphore_import_vulkan of vyre_driver_vulkan.h.
 *
 *   // the renderer's timeline has the value 7 when the picture is drawn: compute comes behind it
 *   vyre_sync_point drawn = {semaphore, 7};
 *   vyre_dispatch_desc run = vyre_shape(width, height, 1);
 *   run.wait_points = &drawn;
 *   run.wait_point_count = 1;
 *   vyre_work* work = NULL;
 *   vyre_error* error = vyre_dispatch_async(pipeline, bindings, 2, &run, &work);
 *
 *   // where the renderer can go on
 *   vyre_sync_point computed;
 *   if (error == NULL) error = vyre_work_get_point(work, &computed);
 *
 * What is particular here:
 *
 *  - A semaphore is a timeline: a number that only grows. A vyre_sync_point (vyre_driver.h) is a
 *    semaphore and a value. It is reached when the semaphore has the value, or more.
 *  - Work begins behind all its wait_points. At its end it moves its signal_points, work that
 *    trapped or was cancelled, too. A lost device moves none.
 *  - A value that nobody ever signals is waited for until the work's timeout_ns. A call that waits
 *    and has one waits for the points itself, so that nothing is left on the device. Without one a
 *    Vulkan device waits, with all that is submitted to it later, and cannot be closed before the
 *    value comes.
 *  - Work of any device may have points of any semaphore. Where both belong to one VkDevice, the
 *    device waits and signals. Else the host does: inside of vyre_dispatch and vyre_sequence_run,
 * in the background for work that is asynchronous. That needs a thread of the context (run_job or
 *    VYRE_CONTEXT_OWN_THREADS) where the work is on a Vulkan device: UNSUPPORTED_FEATURE without.
 *    Work of the oracle and of plug-ins goes on in whoever waits for it too, and while its handle
 *    lives in vyre_context_run_callbacks. When the device of such a point is lost, work on other
 * devices that waits for it goes on.
 *  - UNSUPPORTED_FEATURE: wait points of vyre_sequence_run_async on the oracle and on plug-ins,
 *    which run the steps in the call; points of asynchronous work on a plug-in with
 *    VYRE_PLUGIN_ORDERED; points of programs whose ops the host runs; a timeout_ns with a signal
 *    point that the host would have to move, where a Vulkan device does the work.
 *  - The timeline of vyre_work_get_point can be waited for, as far as work was submitted. It moves
 *    by itself, so it is INVALID_ARGUMENT as a signal point.
 *  - Values that the library signals and those that the host signals must not cross: each value is
 *    larger than all before it.
 *
 * The general rules of vyre_driver.h hold: errors, owners, threads, strings, structs.
 */
#ifndef VYRE_DRIVER_INTEROP_H
#define VYRE_DRIVER_INTEROP_H

#include "vyre_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Ends an owner of a semaphore. Work that waits for it or signals it goes on and keeps it. The
 * semaphore of vyre_work_get_point is borrowed: do not destroy it. |semaphore| may be NULL. */
VYRE_API void vyre_semaphore_destroy(vyre_semaphore* semaphore);

/* Orders everything that is submitted to |device| from now on behind |point|: dispatches,
 * sequences, and the calls that write, read, copy and fill buffers. The call itself returns at
 * once. Work that was submitted before is not affected. Several points add up.
 *
 * The semaphore belongs to this device. It may be destroyed right after the call.
 * UNSUPPORTED_FEATURE: the device has no semaphores, or only records.
 * Errors: UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_device_order_after(vyre_device* device, vyre_sync_point point);

/* Gives the point at which |work| is over, on the device's own timeline. What the work wrote is
 * visible to whoever waits for that point on the device. The semaphore is borrowed and lives as
 * long as the device.
 *
 * UNSUPPORTED_FEATURE: the device has no semaphores, or the work goes on on the host behind the
 * device (files, programs that use them), so that no semaphore tells its end; wait with
 * vyre_work_wait.
 * Errors: UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_work_get_point(const vyre_work* work, vyre_sync_point* out_point);

#ifdef __cplusplus
}
#endif

/* ---- All functions of this header ------------------------------------------------------------ */
/*
 * Semaphore   vyre_semaphore_destroy
 * Device      vyre_device_order_after
 * Work        vyre_work_get_point
 */

#endif /* VYRE_DRIVER_INTEROP_H */
