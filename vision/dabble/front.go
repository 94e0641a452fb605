package dabble

import (
	"image"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"
)

// A second search for candidates of loose tiles before the racks, now that the tiles' size and contrast are known. At the right threshold wood grain, a tile's
// edge and the value beside a letter stay separate from it.
const (
	frontWide  = 6.0  // tiles to each side of the rack's middle
	frontDeep  = 5.5  // tiles before it
	frontTiles = 44.0 // pixels of a tile in the reduced picture, about
	frontLook  = 0.6  // window of the local mean, in tiles
)

// frontSteps are the steps of the threshold, in the contrast of the rack's letters.
var frontSteps = [2]float32{0.2, 0.42}

// addFrontCandidates adds the candidates before racks that were not found yet.
func (s *scan) addFrontCandidates(racks []rack) error {
	found := make([][]candidate, len(frontSteps)*len(racks))
	var group errgroup.Group
	for i := range racks {
		for n, step := range frontSteps {
			group.Go(func() (err error) {
				found[i*len(frontSteps)+n], err = s.frontCandidates(&racks[i], step)
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, m := range slices.Concat(found...) {
		if !slices.ContainsFunc(s.candidates, func(k candidate) bool { return k.Plain >= m.Plain && (duplicate(&m, &k) || duplicate(&k, &m)) }) {
			s.candidates = append(s.candidates, m)
		}
	}
	return nil
}

// frontCandidates are the candidates before a rack at one step.
func (s *scan) frontCandidates(k *rack, step float32) ([]candidate, error) {
	in, one := s.front(k)
	by := max(1, int(one/frontTiles))
	if in.Dx() < 8*by || in.Dy() < 8*by {
		return nil, nil
	}
	window := max(9, int(frontLook*one/float64(by))|1)
	return candidatesIn(s.r, s.gray, in, by, letterInk(window, step*float32(k.contrast), &frontGround), k.dark)
}

// front is where tiles may lie before a rack in the picture, and the least size of one in pixels.
func (s *scan) front(k *rack) (in image.Rectangle, one float64) {
	t := k.table(middleSlope)
	one = math.Inf(1)
	for _, x := range [3]float64{-frontWide, 0, frontWide} {
		for _, y := range [3]float64{0, frontDeep / 2, frontDeep} {
			v := t.origin.Add(t.right.Scale(x)).Add(t.front.Scale(y))
			if v[2] < nearestDepth {
				continue
			}
			p := s.cam.Project(v[0], v[1], v[2])
			at := image.Pt(int(min(max(p.X, 0), float64(s.r.W))), int(min(max(p.Y, 0), float64(s.r.H))))
			if one = min(one, s.cam.K[0][0]/v[2]); in == (image.Rectangle{}) {
				in = image.Rectangle{at, at.Add(image.Pt(1, 1))}
			}
			in = in.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
		}
	}
	return in.Intersect(image.Rect(0, 0, s.r.W, s.r.H)), one
}

// nearestDepth is the least distance from the camera, in tiles.
const nearestDepth = 2.0 // tiles before the camera
