package vyre

// #include "all.h"
import "C"

import "time"

// DeviceEntryFlags are bits about one device of a list.
type DeviceEntryFlags uint64

const (
	DeviceUsable     DeviceEntryFlags = C.VYRE_DEVICE_ENTRY_USABLE     // it can be opened
	DeviceIsOracle   DeviceEntryFlags = C.VYRE_DEVICE_ENTRY_ORACLE     // opened by its id alone
	DeviceCandidate  DeviceEntryFlags = C.VYRE_DEVICE_ENTRY_CANDIDATE  // the options allow it
	DeviceChosen     DeviceEntryFlags = C.VYRE_DEVICE_ENTRY_CHOSEN     // OpenDevice would take it
	DeviceDispatches DeviceEntryFlags = C.VYRE_DEVICE_ENTRY_DISPATCHES // its backend runs programs
)

// Decision is the first fact that put a device where it is in the list.
type Decision uint32

const (
	DecisionNothing     Decision = C.VYRE_DECISION_NOTHING     // nobody decided
	DecisionBest        Decision = C.VYRE_DECISION_BEST        // nothing comes before it
	DecisionSoftware    Decision = C.VYRE_DECISION_SOFTWARE    // software comes after real devices
	DecisionScore       Decision = C.VYRE_DECISION_SCORE       // lower capability score than the one before it
	DecisionTiming      Decision = C.VYRE_DECISION_TIMING      // lower timing quality
	DecisionBandwidth   Decision = C.VYRE_DECISION_BANDWIDTH   // less memory bandwidth
	DecisionRank        Decision = C.VYRE_DECISION_RANK        // higher rank
	DecisionAcquisition Decision = C.VYRE_DECISION_ACQUISITION // finding it took longer
	DecisionID          Decision = C.VYRE_DECISION_ID          // equal in all facts, and its id comes later
	DecisionUnusable    Decision = C.VYRE_DECISION_UNUSABLE    // no candidate: it cannot be used
	DecisionName        Decision = C.VYRE_DECISION_NAME        // no candidate: another id is asked for
	DecisionExclusion   Decision = C.VYRE_DECISION_EXCLUSION   // no candidate: excluded
	DecisionRefusal     Decision = C.VYRE_DECISION_REFUSAL     // no candidate: [SelectNoSoftware]
	DecisionOracle      Decision = C.VYRE_DECISION_ORACLE      // no candidate: oracles are opened by their id alone
	DecisionDispatch    Decision = C.VYRE_DECISION_DISPATCH    // no candidate: its backend is not declared to dispatch
	DecisionProgram     Decision = C.VYRE_DECISION_PROGRAM     // no candidate: it cannot run a program of the options
)

// DeviceEntry is one device as the choice sees it.
type DeviceEntry struct {
	ID              string // what [DeviceOptions] takes
	Reason          string // why it is chosen, comes later, is no candidate or cannot be used
	Flags           DeviceEntryFlags
	Info            *DeviceInfo   // nil: it cannot be used
	Missing         []Finding     // every fact that DeviceOptions.Programs want in vain
	AcquisitionTime time.Duration // that it took to find it, once per context
	Score           uint32        // of its capabilities, 0 to 66
	Rank            uint32        // of its backend; lower is better
	Order           uint32        // among the candidates, from 1; 0: it is none
	Decision        Decision      // Reason as data
}

// DeviceList is all devices of the machine: candidates first, best first. It is a copy; there is
// nothing to close.
type DeviceList []DeviceEntry

// ListDevices looks at every device of the machine, opens none for the caller, and says how
// [OpenDevice] with the same options would choose. A machine without any gives an empty list. May
// block.
func ListDevices(options *DeviceOptions) (DeviceList, error) { return listDevices(nil, options) }

// ListDevices is [ListDevices] in this context.
func (c *Context) ListDevices(options *DeviceOptions) (DeviceList, error) {
	p, h, err := need(c, "context")
	if err != nil {
		return nil, err
	}
	defer h.done(p)
	return listDevices(p, options)
}

func listDevices(context *C.vyre_context, options *DeviceOptions) (DeviceList, error) {
	var l loan
	defer l.end()
	desc := options.desc(&l)
	if l.err != nil {
		return nil, l.err
	}
	var list *C.vyre_device_list
	if err := take(C.vyre_device_list_create(context, &desc, &list)); err != nil {
		return nil, err
	}
	defer C.vyre_device_list_destroy(list)
	info := C.vyre_device_list_get_info(list)
	return each(info.devices, info.device_count, deviceEntry), nil
}

func deviceEntry(e *C.vyre_device_entry_info) DeviceEntry {
	entry := DeviceEntry{
		ID:              text(e.id),
		Reason:          text(e.reason),
		Flags:           DeviceEntryFlags(e.flags),
		Missing:         each(e.missing, e.missing_count, finding),
		AcquisitionTime: duration(e.acquisition_ns),
		Score:           uint32(e.score),
		Rank:            uint32(e.rank),
		Order:           uint32(e.order),
		Decision:        Decision(e.decision),
	}
	if e.info != nil {
		info := deviceInfo(e.info)
		entry.Info = &info
	}
	return entry
}
