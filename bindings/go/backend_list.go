package vyre

// #include <vyre_driver.h>
import "C"

import (
	"runtime"
	"time"
)

// BackendFlags are bits about one backend of a list.
type BackendFlags uint64

const (
	BackendUsable    BackendFlags = C.VYRE_BACKEND_USABLE    // it can be acquired
	BackendOracle    BackendFlags = C.VYRE_BACKEND_ORACLE    // chosen only by name
	BackendCandidate BackendFlags = C.VYRE_BACKEND_CANDIDATE // the selection considers it
	BackendChosen    BackendFlags = C.VYRE_BACKEND_CHOSEN    // the selection takes it

	BackendDispatches BackendFlags = C.VYRE_BACKEND_DISPATCHES // declared to run programs
)

// DecidedBy is the first fact that put a backend where it is in the list.
type DecidedBy uint32

const (
	DecidedByNothing     DecidedBy = C.VYRE_DECIDED_BY_NOTHING     // not asked
	DecidedByBest        DecidedBy = C.VYRE_DECIDED_BY_BEST        // nothing comes before it
	DecidedBySoftware    DecidedBy = C.VYRE_DECIDED_BY_SOFTWARE    // software devices come after real ones
	DecidedByScore       DecidedBy = C.VYRE_DECIDED_BY_SCORE       // lower capability score
	DecidedByTiming      DecidedBy = C.VYRE_DECIDED_BY_TIMING      // lower timing quality
	DecidedByBandwidth   DecidedBy = C.VYRE_DECIDED_BY_BANDWIDTH   // less memory bandwidth
	DecidedByRank        DecidedBy = C.VYRE_DECIDED_BY_RANK        // higher rank
	DecidedByAcquisition DecidedBy = C.VYRE_DECIDED_BY_ACQUISITION // finding it took longer
	DecidedByID          DecidedBy = C.VYRE_DECIDED_BY_ID          // equal in all facts, and the id comes later
	DecidedByUnusable    DecidedBy = C.VYRE_DECIDED_BY_UNUSABLE    // not considered: it cannot be used
	DecidedByName        DecidedBy = C.VYRE_DECIDED_BY_NAME        // not considered: another one is named
	DecidedByExclusion   DecidedBy = C.VYRE_DECIDED_BY_EXCLUSION   // not considered: excluded
	DecidedByRefusal     DecidedBy = C.VYRE_DECIDED_BY_REFUSAL     // not considered: [SelectNoSoftware]
	DecidedByOracle      DecidedBy = C.VYRE_DECIDED_BY_ORACLE      // not considered: oracles are taken only by name
	DecidedByDispatch    DecidedBy = C.VYRE_DECIDED_BY_DISPATCH    // not considered: not declared to dispatch
)

// BackendInfo is one backend as the selection sees it.
type BackendInfo struct {
	ID              string // what AcquireBackend takes
	Version         string // empty when not usable
	Reason          string // why it is chosen, comes later, is not considered or cannot be used
	Flags           BackendFlags
	AcquisitionTime time.Duration // time it took to find it, once per context
	Score           uint32        // capability score, 0 to 66
	Rank            uint32        // lower is better
	Order           uint32        // place among the candidates, from 1; 0 when it is none
	DecidedBy       DecidedBy     // Reason as data
	Profile         DeviceProfile // all zero and empty when it is not usable
}

// BackendList is what is there and what would be chosen. It is a copy; there is nothing to close.
type BackendList []BackendInfo

// ListBackends looks at every backend of the machine and records its facts, or why it cannot be
// used, and how AcquirePreferredBackend with the same options would choose. Candidates come first,
// best first. A machine without any device gives a list, not an error. May block.
func (c *Context) ListBackends(options *SelectOptions) (BackendList, error) {
	p, h := use(c)
	defer h.done(p)
	var pinner runtime.Pinner
	defer pinner.Unpin()
	desc := options.desc(&pinner)
	var list *C.vyre_backend_list
	if err := take(C.vyre_backend_list_create(p, &desc, &list)); err != nil {
		return nil, err
	}
	defer C.vyre_backend_list_destroy(list)
	return each(C.vyre_backend_list_count(list), func(i C.size_t) (BackendInfo, error) { return copyEntry(list, i) })
}

func copyEntry(list *C.vyre_backend_list, index C.size_t) (BackendInfo, error) {
	info, profile := blank[C.vyre_backend_info](), blank[C.vyre_device_profile]()
	if err := take(C.vyre_backend_list_get(list, index, &info)); err != nil {
		return BackendInfo{}, err
	}
	if err := take(C.vyre_backend_list_get_profile(list, index, &profile)); err != nil {
		return BackendInfo{}, err
	}
	return backendInfo(&info, &profile), nil
}

func backendInfo(info *C.vyre_backend_info, profile *C.vyre_device_profile) BackendInfo {
	return BackendInfo{
		ID:              text(info.id),
		Version:         text(info.version),
		Reason:          text(info.reason),
		Flags:           BackendFlags(info.flags),
		AcquisitionTime: time.Duration(info.acquisition_ns),
		Score:           uint32(info.score),
		Rank:            uint32(info.rank),
		Order:           uint32(info.order),
		DecidedBy:       DecidedBy(info.decided_by),
		Profile:         deviceProfile(profile),
	}
}
