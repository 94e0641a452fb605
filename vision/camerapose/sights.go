package camerapose

// #cgo noescape robust_cost
// #cgo nocallback robust_cost
// #cgo noescape add_sights
// #cgo nocallback add_sights
// #include "normal.h"
import "C"

import "unsafe"

// robustCost is the sum of the robust squared residuals. It runs in C, which sees several correspondences at a time: fits spend most of their time here and
// in addSights.
func (p *Pose) robustCost(observations []Correspondence) float64 {
	if len(observations) == 0 {
		return 0
	}
	seen := p.native()
	return float64(C.robust_cost(&seen, nativeOf(observations), C.int64_t(len(observations))))
}

// addSights adds the robustly weighted residuals of correspondences under a pose that turns about middle: two of a point, one of an edge.
func (n *NormalEquations) addSights(p *Pose, observations []Correspondence, middle *Vec3) {
	if len(observations) > 0 {
		seen := p.native()
		C.add_sights(&seen, nativeOf(observations), C.int64_t(len(observations)), (*C.double)(&middle[0]), C.int32_t(n.Numbers), (*C.double)(&n.A[0][0]), (*C.double)(&n.B[0]))
	}
}

// nativeOf are correspondences, at least one, as C has them.
func nativeOf(all []Correspondence) *C.correspondence {
	return (*C.correspondence)(unsafe.Pointer(&all[0]))
}

// native is the pose with its lens as C has it.
func (p *Pose) native() C.pose {
	vector := func(v *Vec3) [3]C.double { return [3]C.double{C.double(v[0]), C.double(v[1]), C.double(v[2])} }
	k, d := &p.Cam.K, &p.Cam.Dist
	return C.pose{
		t: vector(&p.T), x: vector(&p.X), y: vector(&p.Y), z: vector(&p.Z), pitch: C.double(p.Pitch), thickness: C.double(p.Thickness),
		fx: C.double(k[0][0]), skew: C.double(k[0][1]), cx: C.double(k[0][2]), fy: C.double(k[1][1]), cy: C.double(k[1][2]),
		k1: C.double(d[0]), k2: C.double(d[1]), p1: C.double(d[2]), p2: C.double(d[3]), k3: C.double(d[4]),
		width: C.double(p.Cam.Width), outlier: lossScale,
	}
}
