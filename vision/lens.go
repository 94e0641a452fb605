package vision

import (
	"math"

	"tilewatch/calibration"
)

// Where nobody measured the camera its lens is guessed, and found by the lattice: under the right focal length and distortion more of
// it is explained, and it does not drift off where it reaches far.
const (
	lensFocal  = 0.12 // first step, as a share of the focal length
	lensBend   = 0.06 // of the first distortion coefficient
	lensRounds = 4
	lensHalves = 3    // times that the steps are halved
	lensGain   = 2.0  // what a step must gain (log-likelihood)
	lensCells  = 6    // fewer tell no lens
	lensWidest = 0.25 // the largest distortion coefficient: more bends no webcam's picture
)

// lensed is the structure under the lens that explains it best, near the one guessed.
func (r *raster) lensed(s *structure) *structure {
	if len(s.cells) < lensCells {
		return s
	}
	best := s.clone()
	focal, bend := lensFocal, lensBend
	for range lensHalves {
		for range lensRounds {
			next := bestOf(best, r.each(best.otherLenses(focal, bend), r.finish))
			if next.explained() < best.explained()+lensGain {
				break
			}
			best = next
		}
		focal, bend = focal/2, bend/2
	}
	return &best
}

// otherLenses are copies of the structure as lenses that are a little longer, shorter, and bent either way would show it.
func (s *structure) otherLenses(focal, bend float64) (all []structure) {
	for _, change := range [][2]float64{{1 + focal, 0}, {1 / (1 + focal), 0}, {1, bend}, {1, -bend}} {
		cam := *s.cam
		cam.K[0][0] *= change[0]
		cam.K[1][1] *= change[0]
		if cam.Dist[0] += change[1]; math.Abs(cam.Dist[0]) > lensWidest {
			continue
		}
		c := s.clone()
		c.pose = s.pose.through(&cam)
		all = append(all, c)
	}
	return all
}

// through is the pose that looks the most alike in the middle of the picture with another camera: as much farther away as that enlarges.
func (p *pose) through(cam *calibration.Camera) pose {
	q := *p
	q.cam = cam
	q.t[2] *= cam.K[0][0] / p.cam.K[0][0]
	return q
}
