package dabble

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	rules "tilewatch/engine/dabble"
	"tilewatch/ocr"
	"tilewatch/ocr/digit"
	"tilewatch/vision/dabble/lattice"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/profile"
)

var (
	_ profile.Eyes[rules.Look]    = (*Eyes)(nil)
	_ profile.Tracker[rules.Look] = (*Eyes)(nil)
)

// Track begins a film. A table without racks is no error there: players fill them as the film goes on.
func (e *Eyes) Track() profile.Eyes[rules.Look] { return watching{e} }

// watching are eyes on a film.
type watching struct{ *Eyes }

// Look reads one picture.
func (w watching) Look(p *picture.Picture, in profile.Inputs) (rules.Look, error) {
	look, err := w.Eyes.Look(p, in)
	var known *picture.Error
	if errors.As(err, &known) && known.Code == picture.NoTiles {
		return rules.Look{Values: look.Values}, nil
	}
	return look, err
}

// Open loads the readers of letters and digits.
func Open() (profile.Eyes[rules.Look], error) {
	letters, err := ocr.NewClassifier()
	if err != nil {
		return nil, err
	}
	digits, err := digit.New()
	if err != nil {
		return nil, err
	}
	return &Eyes{letters, digits}, nil
}

// Close ends them.
func (e *Eyes) Close() error { return nil }

// Look reads one picture.
func (e *Eyes) Look(p *picture.Picture, in profile.Inputs) (look rules.Look, err error) {
	err = picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) error {
		if err := r.CheckLight(); err != nil {
			return err
		}
		s := &scan{Eyes: e, r: r, gray: gray, cam: in.Camera}
		if s.cam == nil {
			s.cam = calibration.Pinhole(r.W, r.H, usualFocal*float64(max(r.W, r.H)))
		}
		if s.candidates, err = findCandidates(r, gray); err != nil {
			return err
		}
		look, err = s.look()
		return err
	})
	if err != nil {
		return look, err
	}
	if in.Tileset != nil && len(in.Tileset.Values)+len(in.Tileset.Spanish) > 0 {
		look.Values = rules.Values{}
		maps.Copy(look.Values, in.Tileset.Spanish)
		for letter, points := range in.Tileset.Values {
			look.Values[letter.String()] = points
		}
	}
	if len(look.Racks) == 0 {
		return look, &picture.Error{Code: picture.NoTiles, Message: "no rack with letter tiles found: show the racks from the front, closer, in better light"}
	}
	return look, nil
}

// usualFocal is the focal length of an unknown camera, in longer sides of the picture.
const usualFocal = 0.75

// look finds everything: racks, the tiles on them, and loose tiles.
func (s *scan) look() (look rules.Look, err error) {
	racks := s.racks()
	slices.SortStableFunc(racks, func(a, b rack) int {
		return cmp.Compare(a.pixel(a.node(float64(a.middle.Col), float64(a.middle.Row))).X, b.pixel(b.node(float64(b.middle.Col), float64(b.middle.Row))).X)
	})
	for i := range racks {
		k := &racks[i]
		var seen rules.SeenRack
		bare := s.blankTolerance(k)
		s.valueModel(k)
		places := k.middle.Places()
		tiles := make([]rules.SeenTile, len(places))
		parallel.Do(len(places), func(i int) { tiles[i] = s.classify(k, k.slots[places[i]], bare) })
		for length, from := lattice.Shortest, 0; length <= lattice.Longest; length++ {
			seen.Tiers[length-lattice.Shortest] = tiles[from : from+length : from+length]
			from += length
		}
		look.Racks = append(look.Racks, seen)
	}
	if err := s.addFrontCandidates(racks); err != nil {
		return look, err
	}
	for i, loose := range s.loose(racks, free(look.Racks)) {
		look.Racks[i].Loose = loose
	}
	return look, nil
}

// free is how many tiles of each rack's player are not on the rack: it holds them all.
func free(racks []rules.SeenRack) []int {
	var left []int
	for _, k := range racks {
		n := 0
		for _, t := range slices.Concat(k.Tiers[:]...) {
			if n++; t.Tile > 0 {
				n--
			}
		}
		left = append(left, n)
	}
	return left
}
