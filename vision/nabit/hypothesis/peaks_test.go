package hypothesis_test

import (
	"path/filepath"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// offMost is how far the middles of two poses' faces lie apart at most, in pitches.
func offMost(s *hypothesis.Hypothesis, truth *camerapose.Pose) (off float64) {
	for at, level := range s.Cells {
		c, r, l := float64(at.Col), float64(at.Row), float64(level)
		off = max(off, picture.Dist(s.Pose.Pixel(c, r, l), truth.Pixel(c, r, l))/truth.Scale(at))
	}
	return off
}

// TestMiddlesOnTheMapHoldThePose shifts true poses by a fifth of a tile, farther than an edge is looked for closely: the middles that the map shows
// bring them back. Of a structure without one of its tiles the map misses that tile.
func TestMiddlesOnTheMapHoldThePose(t *testing.T) {
	var with, without, misses scenetest.Share
	for _, name := range []string{"009", "033", "022", "043", "020", "032"} {
		s := scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, name+".json"))
		err := picture.WithPixels(s.Picture, func(r *picture.Raster) error {
			m, err := tilemap.Of(r)
			if err != nil {
				return err
			}
			for fit, seen := range map[*scenetest.Share]*tilemap.Map{&with: m, &without: nil} {
				h := s.TruthStructure()
				h.Map = seen
				truth := h.Pose
				h.Pose.T = truth.T.Add(truth.X.Scale(truth.Pitch / 5))
				hypothesis.FitEdges(r, h, tileface.NarrowEdgeNet(), camerapose.TableHold)
				fit.Count(offMost(h, &truth) < 0.1)
			}
			h := s.TruthStructure()
			h.Map = m
			whole := h.Missed()
			for _, c := range s.Truth.Cells {
				if c.Visible == 1 {
					level := h.Cells[engine.Place{Col: c.Col, Row: c.Row}]
					delete(h.Cells, engine.Place{Col: c.Col, Row: c.Row})
					misses.Count(h.Missed() > whole)
					h.Cells[engine.Place{Col: c.Col, Row: c.Row}] = level
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if with.Right < 4 || without.Right > 1 {
		t.Errorf("%d of %d poses are right with the map, %d without", with.Right, with.Of, without.Right)
	}
	misses.AsMeasured(t, "faces missed", scenetest.Share{Right: 120, Of: 122}, 6)
}
