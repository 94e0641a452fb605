package nabit

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/floats"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/growth"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/racks"
	"tilewatch/vision/nabit/recognize"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/nabit/visible"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// Reader reads the tiles in pictures. It serves one goroutine at a time.
type Reader struct {
	letters ocr.Reader // for the observation
	budget  int        // see search.Finder

	Explains bool          // an observation's cells say why; that takes some time
	Without  search.Stages // stages of a still's reading that are left out, to measure what they are worth
}

// NewReader makes a reader that reads letters with the given reader.
func NewReader(letters ocr.Reader) *Reader {
	return &Reader{letters: letters}
}

// defaultFieldOfView is the angle that the longer side of a picture spans, radians, where neither a camera file nor EXIF says it.
// Hand-set between most webcams and most phones; the search refines it.
const defaultFieldOfView = 68 * math.Pi / 180

// Still reads one picture by itself. cam and set may be nil: then the search estimates them. cam must be for pictures of this size.
// Errors that are the picture's fault are of type *picture.Error.
func (v *Reader) Still(p *picture.Picture, cam *calibration.Camera, set *calibration.Tileset) (engine.Observation, error) {
	return v.Mapped(p, nil, cam, set)
}

// Mapped is Still for a picture of which the map is known.
func (v *Reader) Mapped(p *picture.Picture, known *tilemap.Map, cam *calibration.Camera, set *calibration.Tileset) (engine.Observation, error) {
	var obs engine.Observation
	colors := &palette{alone: true}
	colors.believe(set)
	err := picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) error {
		f := v.finder(r, gray, p, cam, set)
		f.Map = known
		s, err := structure(f)
		if err != nil {
			return err
		}
		if recognize.Foreign(r, s) {
			return cmp.Or(r.CheckColor(), error(ErrForeign)) // a gray picture's tiles look like another game's
		}
		taken := len(s.Cells)
		if obs, err = v.observe(r, s, f.Beside, colors); err == nil && len(s.Cells) < taken && foundBehind(r, s) {
			s = finalize(f, s)
			obs, err = v.observe(r, s, f.Beside, colors)
		}
		if err == nil {
			obs.Warnings = append(obs.Warnings, warnings(r, s, &obs)...)
			if colors.disproved {
				obs.Warnings = append(obs.Warnings, otherColors)
			}
		}
		if f.Unfinished {
			doubt(&obs)
		}
		return err
	})
	return obs, err
}

// structure finds the largest structure in a picture, with its heights.
func structure(f *search.Finder) (*hypothesis.Hypothesis, error) {
	s, err := f.SearchComplete()
	if err != nil {
		return nil, err
	}
	s = finalize(f, s)
	if larger := f.Largest(s); larger != s {
		s = finalize(f, larger)
	}
	return s, nil
}

// WithStructure lends the structure in a picture and the names of its plastics, for those who learn from what lies beside it. cam and set are as for Still.
func (v *Reader) WithStructure(p *picture.Picture, cam *calibration.Camera, set *calibration.Tileset, use func(*picture.Raster, *hypothesis.Hypothesis, racks.Names)) error {
	return picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) error {
		s, err := structure(v.finder(r, gray, p, cam, set))
		if err != nil {
			return err
		}
		_, naming, err := v.cells(r, s, &palette{alone: true})
		if err == nil {
			use(r, s, namesBy(&naming))
		}
		return err
	})
}

// foundBehind looks for tiles that seemed hidden by stacks which turned out to be none, and says whether it found any.
func foundBehind(r *picture.Raster, s *hypothesis.Hypothesis) bool {
	n := len(s.Cells)
	if n > 0 {
		growth.FindOccluded(r, s)
	}
	return len(s.Cells) > n
}

// ErrForeign means that what looks like linked tiles is another game's, or print.
var ErrForeign = &picture.Error{Code: picture.NoTiles, Message: "no NAB-IT! tiles found: what lies there looks like another game, or print: show the whole table with its racks; to read other letter tiles use tilewatch read"}

// finder prepares the search with a camera and a tile set. Where one is nil, the search estimates lens and sizes with the pose.
func (v *Reader) finder(r *picture.Raster, gray gocv.Mat, p *picture.Picture, cam *calibration.Camera, set *calibration.Tileset) *search.Finder {
	lens, sz := cameraOrDefault(cam, p), camerapose.SizesOf(set)
	sz.Unmeasured = camerapose.UnmeasuredOf(lens, cam == nil, set, sz)
	return &search.Finder{Raster: r, Gray: gray, Cam: lens, Sizes: sz, Budget: v.budget, Without: v.Without}
}

// finalize infers the heights of a structure, and removes cells that the frame cuts.
func finalize(f *search.Finder, s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	if !f.Without.Has(search.Heights) {
		s = heights.InferHeights(f.Raster, s)
	}
	if !f.Without.Has(search.Frame) {
		removeCutCells(f.Raster, s)
	}
	return s
}

// cameraOrDefault is the camera, or without one a pinhole with the default field of view.
func cameraOrDefault(cam *calibration.Camera, p *picture.Picture) *calibration.Camera {
	if cam != nil {
		return cam
	}
	return calibration.Pinhole(p.Width, p.Height, float64(max(p.Width, p.Height))/2/math.Tan(defaultFieldOfView/2))
}

// minReported is the least log-likelihood ratio of a tile at a place that an observation has. Hand-set: the engine rules out less
// likely ones anyway.
const minReported = -6.0

// observe is the observation of a structure and of what lies beside it. colors are those of the table so far, which learn from it.
func (v *Reader) observe(r *picture.Raster, s *hypothesis.Hypothesis, beside []hypothesis.Hypothesis, colors *palette) (engine.Observation, error) {
	obs, naming, err := v.cells(r, s, colors)
	if err != nil {
		return obs, err
	}
	if !v.Without.Has(search.Set) {
		for _, at := range settle(obs.Cells, s.Cells) {
			s.Drop(at)
		}
	}
	if len(s.Cells) > 0 {
		search.DropMarksOf(s, beside)
		obs.Warnings = search.SecondaryWarnings(beside)
		racks.Loose(r, v.letters, s, beside, namesBy(&naming), stacksOf(obs.Cells, s.Cells), s.Shift(), &obs)
	}
	return obs, nil
}

// cells is the observation of a structure alone, and the names of its plastics.
func (v *Reader) cells(r *picture.Raster, s *hypothesis.Hypothesis, colors *palette) (obs engine.Observation, naming hue.Naming, err error) {
	var places []engine.Place
	for at, e := range s.Evidence {
		if e.Tile >= minReported && e.Face[e.Best-1].Inside {
			places = append(places, at)
		}
	}
	slices.SortFunc(places, engine.ComparePlaces)
	obs.Cells = make([]engine.CellEvidence, len(places))
	faces, errs := make([]hue.Face, len(places)), make([]error, len(places))
	parallel.Do(len(places), func(i int) { obs.Cells[i], faces[i], errs[i] = v.cell(r, s, places[i]) })
	if err = errors.Join(errs...); err != nil {
		return obs, naming, err
	}
	naming = colors.see(append(faces, witnesses(r, s)...), s.Map)
	for i := range obs.Cells {
		obs.Cells[i].Color = naming.Faces[i]
		if v.Explains {
			obs.Cells[i].Why = why(s, obs.Cells[i].Place, faces[i].Other)
		}
	}
	obs.Plastics = naming.Plastics
	return obs, naming, nil
}

// namesBy are the names of plastics beside the structure.
func namesBy(n *hue.Naming) racks.Names {
	return func(h hue.Hue) engine.ColorLikelihoods { return n.Of(h, engine.ColorLikelihoods{}) }
}

// witnesses are the faces that the map shows beside the structure, on racks and banks: they say which plastics lie on the table besides those of the structure,
// and so which names these can have. Gray ones say what the lamp is. Without a map there are none.
func witnesses(r *picture.Raster, s *hypothesis.Hypothesis) (all []hue.Face) {
	for _, p := range s.Map.Peaks() {
		at, ok := hypothesis.OnLevel(&s.Pose, p.At, 1)
		if !ok || s.ShowsFaceAt(p.At) {
			continue
		}
		here := s.PoseAt(at.X, at.Y, 0)
		face := here.Face(engine.Place{}, 1)
		if !r.Shows(face) || s.Map.Signs(face).Tile < surelyTile {
			continue
		}
		plastic := visible.RingColor(r, &here, plasticRadius, 1)
		seen := hue.Face{Hue: hue.HueOf(plastic), Seen: plastic, Other: s.Map.Color(face), Beside: true}
		_, gray := s.Map.Bank(face)
		if seen.Gray = gray > surelyGray; seen.Gray || slices.Max(seen.Other[:])-floats.LogSumExp(seen.Other[:]) > surelyPlayers {
			seen.Tile = !seen.Gray
			all = append(all, seen)
		}
	}
	return all
}

// Of a witness. Hand-set.
const (
	surelyTile    = 2.0   // log-odds of a tile's face, at least
	surelyPlayers = -0.05 // log-probability of its likeliest color, at least
	surelyGray    = 2.0   // log-odds of a gray tile, at least: it is nobody's, and shows the lamp
	plasticRadius = 0.4   // pitches: outside letters, and on the tile in any turn
)

// stacksOf counts the stacks of the structure by their likeliest color.
func stacksOf(cells []engine.CellEvidence, structure lattice.Levels) map[engine.Color]int {
	count := map[engine.Color]int{}
	for _, c := range cells {
		if structure[c.Place] > 0 {
			count[engine.PlayerColors[slices.Index(c.Color[:], slices.Max(c.Color[:]))]]++
		}
	}
	return count
}

// cell is the evidence of one place but for its color, and the face by which hue.Explain judges the colors of all places together.
func (v *Reader) cell(r *picture.Raster, s *hypothesis.Hypothesis, at engine.Place) (engine.CellEvidence, hue.Face, error) {
	e := s.Evidence[at]
	face := &e.Face[e.Best-1]
	hides := s.MaskOf(at, e.Best)
	plastic := visible.PlasticOf(r, &s.Pose, at, face, e.Best, &hides)
	letters, err := visible.LettersOf(r, v.letters, &s.Pose, at, e.Best, &hides, plastic)
	return engine.CellEvidence{
		Place: at, Quad: face.Quad, Tile: e.Tile, Visible: hides.Visible(1), Letter: letters, Height: heights.LogLikelihoods(s, at, e),
	}, hue.Face{Hue: hue.HueOf(plastic), Seen: plastic, Other: s.Map.Color(face.Quad), Tile: s.Cells[at] > 0}, err
}
