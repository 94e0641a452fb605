package nabit

import (
	"errors"
	"math"
	"slices"
	"sync"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/background"
	"tilewatch/vision/nabit/glyphs"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/marks"
	"tilewatch/vision/nabit/racks"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/nabit/tableplane"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
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
	_, _, _, _, _, _ = tileface.CandidateClassifier(), tileface.CoarseClassifier(), tileface.FineClassifier(), tileface.WideEdgeNet(), tileface.NarrowEdgeNet(), tableplane.OrientationBins()
	_, _, _ = racks.BanksClassifier(), heights.StepsClassifier(), heights.DropsClassifier()
	blank := gocv.NewMatWithSizeFromScalar(gocv.NewScalar(90, 90, 90, 0), warmHeight, warmWidth, gocv.MatTypeCV8UC3)
	defer blank.Close()
	file, err := gocv.IMEncode(gocv.JPEGFileExt, blank)
	if err != nil {
		return // the first picture takes longer, then
	}
	defer file.Close()
	if p, err := picture.Decode(file.GetBytes()); err == nil {
		defer p.Close()
		_ = picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) error {
			_, err := marks.Find(r, gray)
			return err
		})
	}
})

// defaultView is the angle that the longer side of the picture spans where neither a camera file nor EXIF tells, in
// radians: between most webcams and most phones.
const defaultView = 68 * math.Pi / 180

// Still reads one picture by itself. cam and set may be nil: then they are estimated. cam must be for pictures of this size.
// Errors that are the picture's fault are of type *Error.
func (v *Reader) Still(p *picture.Picture, cam *calibration.Camera, set *calibration.Tileset) (engine.Observation, error) {
	return v.still(p, cam, set, hypothesis.UtmostEffort)
}

// Glance is Still with the least effort: of a picture that was read as another it tells whether more is seen so.
func (v *Reader) Glance(p *picture.Picture, cam *calibration.Camera, set *calibration.Tileset) (engine.Observation, error) {
	return v.still(p, cam, set, hypothesis.UsualEffort)
}

// still is the whole way from a picture to an observation: it searches for the structure, cleans it up and weighs its heights, checks whether
// a larger one lies beside it, reads letters, colors, racks and banks, and adds warnings.
func (v *Reader) still(p *picture.Picture, cam *calibration.Camera, set *calibration.Tileset, most hypothesis.Effort) (obs engine.Observation, err error) {
	err = picture.WithRaster(p, func(r *picture.Raster, gray gocv.Mat) error {
		f := v.finder(r, gray, p, cam, set)
		s, err := f.SearchComplete(most)
		if err != nil {
			return err
		}
		s = finalize(f, s)
		if larger := f.Largest(s); larger != s {
			s = finalize(f, larger)
		}
		if obs, err = v.observe(r, s, f.Beside); err == nil {
			obs.Warnings = append(obs.Warnings, warnings(r, s, &obs)...)
		}
		return err
	})
	return obs, err
}

// finder searches a picture with a camera and a tile set that may be nil: then lens and tiles are found together with the pose.
func (v *Reader) finder(r *picture.Raster, gray gocv.Mat, p *picture.Picture, cam *calibration.Camera, set *calibration.Tileset) *search.Finder {
	lens, sz := orDefault(cam, p), camerapose.SizesOf(set)
	sz.Unmeasured = camerapose.UnmeasuredOf(lens, cam == nil, set, sz)
	return &search.Finder{Raster: r, Gray: gray, Cam: lens, Sizes: sz, Letters: v.glance}
}

// finalize is the structure without gaps, patterns and tiles that the frame cuts, its heights weighed.
func finalize(f *search.Finder, s *hypothesis.Hypothesis) *hypothesis.Hypothesis {
	s = heights.LevelsFromLetterCenters(s)
	background.RemoveGaps(s)
	w := f.Witness()
	background.LeavePatterns(&w, s)
	s = heights.InferHeights(f.Raster, s)
	removeCut(f.Raster, s)
	return s
}

func orDefault(cam *calibration.Camera, p *picture.Picture) *calibration.Camera {
	if cam != nil {
		return cam
	}
	return calibration.Pinhole(p.Width, p.Height, float64(max(p.Width, p.Height))/2/math.Tan(defaultView/2))
}

// reportedTile is the log-likelihood ratio under which a place is not worth telling.
const reportedTile = -6.0

// observe is everything seen of a structure, and of what lies beside it, for the engine.
func (v *Reader) observe(r *picture.Raster, s *hypothesis.Hypothesis, beside []hypothesis.Hypothesis) (engine.Observation, error) {
	var obs engine.Observation
	shift := hue.CommonShift(s.FaceHues())
	var places []engine.Place
	for at, e := range s.Evidence {
		if e.Tile >= reportedTile && e.Face[e.Best-1].Inside {
			places = append(places, at)
		}
	}
	slices.SortFunc(places, engine.ComparePlaces)
	obs.Cells = make([]engine.CellEvidence, len(places))
	errs := make([]error, len(places))
	parallel.Do(len(places), func(i int) { obs.Cells[i], errs[i] = v.cell(r, s, places[i], shift) })
	if err := errors.Join(errs...); err != nil {
		return obs, err
	}
	if len(s.Cells) > 0 {
		search.DropMarksOf(s, beside)
		racks, banks, warnings := racks.Loose(r, v.letters, s, beside, s.Shift())
		obs.Racks, obs.Banks, obs.Warnings = racks, banks, append(search.SecondaryWarnings(beside), warnings...)
	}
	return obs, nil
}

// cell is everything seen of a place.
func (v *Reader) cell(r *picture.Raster, s *hypothesis.Hypothesis, at engine.Place, shift hue.Hue) (engine.CellEvidence, error) {
	e := s.Evidence[at]
	face := &e.Face[e.Best-1]
	hides := s.MaskOf(at, e.Best)
	plastic := glyphs.PlasticOf(r, s, at, face, e.Best, &hides)
	letters, err := glyphs.LettersOf(r, v.letters, &s.Pose, at, e.Best, &hides, plastic)
	return engine.CellEvidence{
		Place: at, Quad: face.Quad, Tile: e.Tile, Visible: hides.Visible(1),
		Color: hue.HueOf(plastic).LogLikelihoods(shift), Letter: letters, Height: heights.LogLikelihoods(s, at, e),
	}, err
}
