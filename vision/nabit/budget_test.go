package nabit

import (
	"bytes"
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/picture"
)

// searched are scenes whose search tries much: other poses and levels, other thicknesses.
var searched = []struct {
	name    string
	profile bool
}{{"steps/005", true}, {"words/005", false}}

func observed(t *testing.T, s *scenetest.StillScene, v *Reader, profile bool) engine.Observation {
	t.Helper()
	camera, set := s.Camera(), s.Set()
	if !profile {
		camera, set = nil, nil
	}
	obs, err := v.Still(s.Picture, camera, set)
	if err != nil {
		t.Fatal(err)
	}
	return obs
}

func observedJSON(t *testing.T, s *scenetest.StillScene, profile bool) []byte {
	t.Helper()
	data, err := json.Marshal(observed(t, s, NewReader(scenetest.LetterNet(t)), profile))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestTheAnswerIsTheSameAtAnyLoad reads scenes at rest, and on one core beside a loop that keeps it busy: the answers are equal, byte by byte.
func TestTheAnswerIsTheSameAtAnyLoad(t *testing.T) {
	for _, c := range searched {
		s := scenetest.LoadScene(t, scenetest.StillsFolder+"/../"+c.name+".json")
		rest := observedJSON(t, &s, c.profile)
		cores, stop := runtime.GOMAXPROCS(1), busy(1)
		loaded := observedJSON(t, &s, c.profile)
		close(stop)
		if runtime.GOMAXPROCS(cores); !bytes.Equal(rest, loaded) {
			t.Errorf("%s is answered with %d bytes at rest, and otherwise, with %d, under load", c.name, len(rest), len(loaded))
		}
	}
}

// busy starts loops that run until the channel is closed.
func busy(loops int) chan struct{} {
	stop := make(chan struct{})
	for range loops {
		go func() {
			for work := 0; ; work++ {
				if work%1000 > 0 {
					continue
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		}()
	}
	return stop
}

// TestWhatIsLeftUntriedIsUnsure ends the search early: what was found by then is told, none of it as sure, with a warning.
func TestWhatIsLeftUntriedIsUnsure(t *testing.T) {
	s := scenetest.LoadScene(t, scenetest.StillsFolder+"/../"+searched[0].name+".json")
	whole := observed(t, &s, NewReader(scenetest.LetterNet(t)), true)
	hurried := NewReader(scenetest.LetterNet(t))
	hurried.budget = 1000
	part := observed(t, &s, hurried, true)
	if len(part.Cells) < 2 {
		t.Fatalf("%d cells are told", len(part.Cells))
	}
	if most := likeliestTile(part); most > unfinishedTile || likeliestTile(whole) <= unfinishedTile {
		t.Errorf("the likeliest tile has %.1f, and %.1f after the whole search", most, likeliestTile(whole))
	}
	if !unfinished(part) || unfinished(whole) {
		t.Errorf("warnings %v, and %v after the whole search", part.Warnings, whole.Warnings)
	}
}

func likeliestTile(obs engine.Observation) (most float64) {
	for _, c := range obs.Cells {
		most = max(most, c.Tile)
	}
	return most
}

func unfinished(obs engine.Observation) bool {
	for _, w := range obs.Warnings {
		if w.Code == "low_confidence" && strings.Contains(w.Message, "not all that it may show was tried") {
			return true
		}
	}
	return false
}

// The tracker's search has no reader of letters: what only letters show stays out of it.
func TestASearchWithoutLettersFindsTheStructure(t *testing.T) {
	s := scenetest.LoadScene(t, scenetest.StillsFolder+"/../steps/005.json")
	err := picture.WithRaster(s.Picture, func(r *picture.Raster, gray gocv.Mat) error {
		f := &search.Finder{Raster: r, Gray: gray, Cam: cameraOrDefault(s.Camera(), s.Picture), Sizes: camerapose.SizesOf(s.Set())}
		found, err := f.SearchComplete()
		if err == nil && len(found.Cells) < 4 {
			t.Errorf("%d cells are found", len(found.Cells))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
