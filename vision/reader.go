package vision

import (
	"errors"
	"math"
	"slices"
	"sync"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/ocr"
)

// Reader sees tiles in pictures. It serves one goroutine at a time.
type Reader struct {
	letters ocr.Reader // of what is told
	glance  ocr.Reader // of what is doubted while it is looked for
}

// NewReader is a reader that has faces read by letters.
func NewReader(letters ocr.Reader) *Reader {
	warm()
	return &Reader{letters, ocr.Quick(letters)}
}

// A usual picture's size: its memory, once fetched page by page, is kept for the next one.
const (
	warmWidth  = 1920
	warmHeight = 1080
)

// warm loads what was learned and runs the native code once, so that the first picture does not take longer than others.
var warm = sync.OnceFunc(func() {
	_, _, _, _, _, _ = spotJudge(), coarseJudge(), fineJudge(), wideLocator(), narrowLocator(), binsOf()
	_, _, _ = banksJudge(), stepsJudge(), dropsJudge()
	blank := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 90, 90, 0), warmHeight, warmWidth, gocv.MatTypeCV8UC3)
	defer blank.Close()
	file, err := gocv.IMEncode(gocv.JPEGFileExt, blank)
	if err != nil {
		return // the first picture takes longer, then
	}
	defer file.Close()
	if p, err := Decode(file.GetBytes()); err == nil {
		defer p.Close()
		_ = withRaster(p, func(r *raster, gray gocv.Mat) error {
			_, err := findMarks(r, gray)
			return err
		})
	}
})

// defaultView is the angle that the longer side of the picture spans where neither a camera file nor EXIF tells, in
// radians: between most webcams and most phones.
const defaultView = 68 * math.Pi / 180

// Still reads one picture by itself. cam and set may be nil: then they are estimated. cam must be for pictures of this size.
// Errors that are the picture's fault are of type *Error.
func (v *Reader) Still(p *Picture, cam *calibration.Camera, set *calibration.Tileset) (engine.Observation, error) {
	return v.still(p, cam, set, utmost)
}

// Glance is Still with the least effort: of a picture that was read as another it tells whether more is seen so.
func (v *Reader) Glance(p *Picture, cam *calibration.Camera, set *calibration.Tileset) (engine.Observation, error) {
	return v.still(p, cam, set, usual)
}

// still is the whole way from a picture to an observation: it searches for the structure, cleans it up and weighs its heights, checks whether
// a larger one lies beside it, reads letters, colors, racks and banks, and adds warnings.
func (v *Reader) still(p *Picture, cam *calibration.Camera, set *calibration.Tileset, most effort) (obs engine.Observation, err error) {
	err = withRaster(p, func(r *raster, gray gocv.Mat) error {
		f := v.finder(r, gray, p, cam, set)
		s, err := f.searchWhole(most)
		if err != nil {
			return err
		}
		s = f.readied(s)
		if larger := f.largest(s); larger != s {
			s = f.readied(larger)
		}
		if obs, err = v.observe(r, s, f.beside); err == nil {
			obs.Warnings = append(obs.Warnings, r.cautions(s, &obs)...)
		}
		return err
	})
	return obs, err
}

// finder searches a picture with a camera and a tile set that may be nil: then lens and tiles are found together with the pose.
func (v *Reader) finder(r *raster, gray gocv.Mat, p *Picture, cam *calibration.Camera, set *calibration.Tileset) *finder {
	lens, sz := orDefault(cam, p), sizesOf(set)
	sz.free = freedomOf(lens, cam == nil, set, sz)
	return &finder{raster: r, gray: gray, cam: lens, sizes: sz, letters: v.glance}
}

// readied is the structure without gaps, patterns and tiles that the frame cuts, its heights weighed.
func (f *finder) readied(s *structure) *structure {
	s = s.centered()
	s.leaveGaps()
	w := f.witness()
	w.leavePatterns(s)
	s = f.weighed(s)
	f.leaveCut(s)
	return s
}

func orDefault(cam *calibration.Camera, p *Picture) *calibration.Camera {
	if cam != nil {
		return cam
	}
	return calibration.Pinhole(p.Width, p.Height, float64(max(p.Width, p.Height))/2/math.Tan(defaultView/2))
}

// doubtfulTile is the log-likelihood ratio under which a place is not worth telling.
const doubtfulTile = -6.0

// observe is everything seen of a structure, and of what lies beside it, for the engine.
func (v *Reader) observe(r *raster, s *structure, beside []structure) (engine.Observation, error) {
	var obs engine.Observation
	shift := commonShift(s.faceHues())
	var places []engine.Place
	for at, e := range s.evidence {
		if e.tile >= doubtfulTile && e.view[e.best-1].inside {
			places = append(places, at)
		}
	}
	slices.SortFunc(places, engine.ComparePlaces)
	obs.Cells = make([]engine.CellEvidence, len(places))
	errs := make([]error, len(places))
	onAllCores(len(places), func(i int) { obs.Cells[i], errs[i] = v.cell(r, s, places[i], shift) })
	if err := errors.Join(errs...); err != nil {
		return obs, err
	}
	if len(s.cells) > 0 {
		s.leave(beside)
		racks, banks, warnings := r.loose(v.letters, s, beside, s.shift())
		obs.Racks, obs.Banks, obs.Warnings = racks, banks, append(named(beside), warnings...)
	}
	return obs, nil
}

// cell is everything seen of a place.
func (v *Reader) cell(r *raster, s *structure, at engine.Place, shift hue) (engine.CellEvidence, error) {
	e := s.evidence[at]
	face := &e.view[e.best-1]
	hides := s.coverOf(at, e.best)
	plastic := r.plasticOf(s, at, face, e.best, &hides)
	letters, err := r.lettersOf(v.letters, &s.pose, at, e.best, &hides, plastic)
	return engine.CellEvidence{
		Place: at, Quad: face.quad, Tile: e.tile, Visible: hides.visible(1),
		Color: hueOf(plastic).logLikelihood(shift), Letter: letters, Height: s.heights(at, e),
	}, err
}
