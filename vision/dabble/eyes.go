package dabble

import (
	"cmp"
	"errors"
	"maps"
	"math"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	rules "tilewatch/engine/dabble"
	"tilewatch/ocr"
	"tilewatch/ocr/digit"
	"tilewatch/ocr/glyph"
	"tilewatch/vision"
	"tilewatch/vision/pointgrid"
	"tilewatch/vision/profile"
)

// Eyes read pictures of DABBLE's racks. They serve one goroutine.
type Eyes struct {
	letters *ocr.Classifier
	digits  *digit.Reader
}

var (
	_ profile.Eyes[rules.Look]    = (*Eyes)(nil)
	_ profile.Tracker[rules.Look] = (*Eyes)(nil)
)

// Track begins a film. A table without racks is nothing to complain of there: they are filled as the film goes on.
func (e *Eyes) Track() profile.Eyes[rules.Look] { return watching{e} }

// watching are eyes on a film.
type watching struct{ *Eyes }

// Look reads one picture.
func (w watching) Look(p *vision.Picture, in profile.Inputs) (rules.Look, error) {
	look, err := w.Eyes.Look(p, in)
	var known *vision.Error
	if errors.As(err, &known) && known.Code == vision.NoTiles {
		return rules.Look{Values: look.Values}, nil
	}
	return look, err
}

// Open starts the eyes.
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
func (e *Eyes) Look(p *vision.Picture, in profile.Inputs) (look rules.Look, err error) {
	err = vision.WithRaster(p, func(r *vision.Raster, gray gocv.Mat) error {
		if err := r.CheckLight(); err != nil {
			return err
		}
		s := &scan{Eyes: e, r: r, gray: gray, cam: in.Camera}
		if s.cam == nil {
			s.cam = calibration.Pinhole(r.W, r.H, usualFocal*float64(max(r.W, r.H)))
		}
		if s.marks, err = findMarks(r, gray); err != nil {
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
		return look, &vision.Error{Code: vision.NoTiles, Message: "no rack with letter tiles was found: show the racks from the front, closer, in more light"}
	}
	return look, nil
}

// usualFocal is the focal length of a camera that nobody knows, in longer sides of the picture.
const usualFocal = 0.75

// scan is one picture while it is read.
type scan struct {
	*Eyes
	r     *vision.Raster
	gray  gocv.Mat // the scan's for as long as it lasts
	cam   *calibration.Camera
	marks []mark
	index *pointgrid.Grid // of the marks
	used  []bool          // marks on tiles of a rack
	not   []bool          // marks that are known to be no letters
}

// look is everything seen.
func (s *scan) look() (look rules.Look, err error) {
	racks := s.racks()
	slices.SortStableFunc(racks, func(a, b rack) int {
		return cmp.Compare(a.pixel(a.node(float64(a.middle.col), float64(a.middle.row))).X, b.pixel(b.node(float64(b.middle.col), float64(b.middle.row))).X)
	})
	for i := range racks {
		k := &racks[i]
		var seen rules.SeenRack
		bare := s.bareAt(k)
		s.lineOn(k)
		places := k.middle.places()
		tiles := make([]rules.SeenTile, len(places))
		vision.OnAllCores(len(places), func(i int) { tiles[i] = s.tell(k, k.slots[places[i]], bare) })
		for length, from := shortest, 0; length <= longest; length++ {
			seen.Tiers[length-shortest] = tiles[from : from+length : from+length]
			from += length
		}
		look.Racks = append(look.Racks, seen)
	}
	if err := s.addFront(racks); err != nil {
		return look, err
	}
	for i, loose := range s.loose(racks, free(look.Racks)) {
		look.Racks[i].Loose = loose
	}
	return look, nil
}

// free is how many of its player's tiles are not on each rack: a rack holds them all.
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

// surely is the likelihood of what is told by simple signs, as a natural logarithm.
const surely = 12.0

// tell says what was seen at a place; bare is how far a blank's color may be off.
func (s *scan) tell(k *rack, o *slot, bare float64) rules.SeenTile {
	t := rules.SeenTile{Quad: o.quad}
	switch {
	case !o.inside:
		t.Tile = -surely
	case o.printed():
		t.Tile = surely
	case s.framedBlank(k, o):
		t.Tile = surely / 2
	case !s.flankedAtAll(o):
		t.Tile = -surely
	default:
		t.Tile = min(max(surely*(1-math.Abs(o.off)/bare), -surely), surely)
	}
	t.Faces = facesOf(&o.letters)
	switch {
	case o.apostrophe():
		t.Faces[rules.ApostropheFace], t.Faces[rules.BlankFace] = surely, -surely
	case o.printed():
		t.Faces[rules.ApostropheFace], t.Faces[rules.BlankFace] = -surely, -surely
	default:
		t.Faces[rules.ApostropheFace], t.Faces[rules.BlankFace] = -surely, surely
	}
	if !o.printed() || o.apostrophe() {
		return t
	}
	if face, ok := s.spanish(&o.patch, &o.print); ok {
		t.Faces[face], t.Values = surely, s.value(k, &o.patch)
	} else {
		face := s.lineOn(k).printed(o.patch, &o.print, false)
		t.Values = s.value(k, &face)
	}
	return t
}

// facesOf are the faces with those letters' likelihoods; all others are unlikely.
func facesOf(letters *engine.LetterLikelihoods) (f rules.FaceLikelihoods) {
	for c := range f {
		f[c] = -surely
	}
	copy(f[:engine.BlankIndex], letters[:engine.BlankIndex])
	return f
}

// read is the letter of a cut-out face, upright: log-likelihoods, and how sure it is that there is one, 0 to 1.
func (s *scan) read(m cutout) (engine.LetterLikelihoods, float64) {
	face, err := glyph.NewFace(m.size, m.pixels)
	if err != nil {
		return engine.LetterLikelihoods{}, 0
	}
	return s.readFace(face)
}

// readFace is read of a face.
func (s *scan) readFace(face glyph.Face) (engine.LetterLikelihoods, float64) {
	l, err := s.letters.Read(face)
	if err != nil {
		return engine.LetterLikelihoods{}, 0
	}
	best, _ := l.Best(0)
	if best == engine.BlankIndex {
		return l[0], 0
	}
	return l[0], math.Exp(l[0][best]) / 4
}

// looks is how much a mark looks like a letter under a seed, in shades of gray.
func (s *scan) looks(m int, by *seed) float64 {
	if s.not[m] {
		return 0
	}
	_, sure := s.readFace(s.faceOf(m, by))
	return sure
}

// faceOf is the face of a mark under a seed.
func (s *scan) faceOf(m int, by *seed) glyph.Face {
	return glyph.Face{Size: faceSize, Pix: graysOf(s.r, by.quad(&s.marks[m]), faceSize, oneSample)}
}

// isNot tells whether a mark cannot be a letter: it does not look like any where it stands straight on a face of the usual size. Rendered racks'
// letters, however they were seen, all looked more like one.
func (s *scan) isNot(m int) bool {
	one := usualPitch * s.marks[m].H
	_, sure := s.readFace(s.faceOf(m, &seed{e1: engine.Point{X: one}, e2: engine.Point{Y: one}}))
	s.not[m] = sure < unlikely
	return s.not[m]
}

const unlikely = 0.01
