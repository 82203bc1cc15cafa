package vyre

// #include "callback.h"
import "C"

import "io"

// WriteTrace writes what the context and its backends did last, as JSON in the form of Chrome's
// traces, which ui.perfetto.dev opens: calls by thread, submissions, times of devices. Nothing is
// forgotten. The context needs Trace. What w fails with is in the text of the error.
func (c *Context) WriteTrace(w io.Writer) error {
	p, h := use(c)
	defer h.done(p)
	user := newUser(w)
	defer freeUser(user)
	return take(C.vyre_context_write_trace(p, C.vyre_go_write(), user))
}
