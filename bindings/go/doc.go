// Package vyre runs compute programs on the GPU. It is the Go form of the C library vyre-driver:
// the same objects under the same names, over all of its interface.
//
//	k := vyre.NewBuilder()
//	a, out := k.Input("a", vyre.F32), k.Output("out", vyre.F32)
//	i := k.Index()
//	out.Store(i, a.Load(i).Mul(k.F32(2)))
//
//	device, err := vyre.OpenDevice(nil) // the best one
//	program, err := k.Finish()
//	kernel, err := device.CreatePipeline(program, nil)
//	_, err = kernel.Dispatch(ctx, []vyre.Binding{vyre.In("a", x), vyre.Out("out", z)}, nil)
//
// Errors. Every error of the library is an *[Error]; errors.Is tells its code apart:
// errors.Is(err, vyre.ErrInvalidProgram). After an error every object is as usable as before.
//
// Ownership. Close gives an object back; it may be called more than once, in any order among
// objects and while calls are under way: the object goes when the last of them has returned. An
// object keeps what it was made from alive. One that is never closed is given back some time after
// it became unreachable; programs that care about device memory close. Using a closed, nil or zero
// object is [ErrInvalidArgument], and never a panic; the info of one is empty.
//
// Threads. Every method may be called from any goroutine, also on one object from several at once.
//
// Contexts. A wait that is given a context.Context ends with it and returns its error. What was
// started goes on, and touches nothing of the caller's.
//
// Memory. No call keeps a slice after it returns. Results of a dispatch are written straight into
// the caller's slices.
//
// Callbacks run on threads of the library, several at once perhaps, and must return normally. A
// panic in one ends the process, whoever would have recovered it: it must not pass through C.
//
// Zero values of options mean the defaults, and nil options all defaults. Sizes and offsets are
// bytes, counts of a parameter are elements. A number that nobody knows is [Unknown], a time that
// nobody measured [UnknownTime].
//
// The library is found by pkg-config as vyre_driver; with the build tag vyre_static the static one, as
// vyre_driver_static.
package vyre
