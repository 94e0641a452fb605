package nabit

import (
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// TestALetterIsReadWhereItMayLie takes tiles of oblique stills for one level too high, and for either level: their letters are read as if it were known.
func TestALetterIsReadWhereItMayLie(t *testing.T) {
	v := NewReader(scenetest.LetterNet(t))
	var high, either scenetest.Share
	for _, s := range scenetest.StillScenes(t, scenetest.StillsFolder) {
		if s.Truth.Kind != "webcam-oblique" {
			continue
		}
		err := picture.WithPixels(s.Picture, func(r *picture.Raster) error {
			truth := s.TruthStructure()
			truth.Evidence = map[engine.Place]*hypothesis.Evidence{}
			for at := range truth.Cells {
				truth.Evidence[at] = hypothesis.Evaluate(r, tileface.FineClassifier(), truth, at)
			}
			for _, c := range s.Truth.Cells {
				at := engine.Place{Row: c.Row, Col: c.Col}
				if c.Letter == "" || c.Height == engine.MaxHeight {
					continue
				}
				truth.Evidence[at].Best = c.Height + 1
				likely := engine.HeightLikelihoods{-9, -9, -9, -9, -9}
				likely[c.Height] = 0
				read := func() bool {
					letters, err := v.lettersAt(r, truth, at, likely)
					if err != nil {
						t.Fatal(err)
					}
					best := slices.Index(letters[0][:], slices.Max(letters[0][:]))
					return string(rune('A'+best)) == c.Letter
				}
				high.Count(read())
				likely[c.Height-1] = 0
				either.Count(read())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("a level too high %v", high)
	either.AsMeasured(t, "letters on either level", scenetest.Share{Right: 66, Of: 70}, 8)
}
