package vyre

// #include <vyre_driver.h>
import "C"

// OpID is the number of an op id: the same in every registry of the process, but not the same from
// run to run. 0 is none.
type OpID uint32

// InternOpID gives the number of id, a new one when the process has none yet. Numbers are never
// given back: for ids that come from outside use FindOpID.
func InternOpID(id string) (OpID, error) {
	var out C.vyre_op_id
	err := take(C.vyre_op_id_intern(str(id), &out))
	return OpID(out), err
}

// FindOpID gives the number of id, or 0 when it has none. It remembers nothing.
func FindOpID(id string) OpID { return OpID(C.vyre_op_id_find(str(id))) }

// Name is the id of the number, empty when it was not given out.
func (n OpID) Name() string { return text(C.vyre_op_id_name(C.vyre_op_id(n))) }
