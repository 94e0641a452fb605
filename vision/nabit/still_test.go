package nabit

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// TestScenesShowWhatLies compares the cells of all scenes with the truth, by how the camera saw them. The bounds are what was measured when they were set,
// less one standard error; the log says what each scene lacks.
func TestScenesShowWhatLies(t *testing.T) {
	type share = scenetest.Share
	measured := map[string]cellShares{
		"phone":          {recall: share{Right: 220, Of: 220}, precision: share{Right: 220, Of: 220}, color: share{Right: 220, Of: 220}, height: share{Right: 216, Of: 220}},
		"webcam-oblique": {recall: share{Right: 419, Of: 420}, precision: share{Right: 419, Of: 421}, color: share{Right: 419, Of: 419}, height: share{Right: 419, Of: 419}},
		"webcam-top":     {recall: share{Right: 266, Of: 266}, precision: share{Right: 266, Of: 267}, color: share{Right: 266, Of: 266}, height: share{Right: 265, Of: 266}},
	}
	kinds, boards := map[string]*cellShares{"phone": {}, "webcam-oblique": {}, "webcam-top": {}}, map[string]int{}
	for _, s := range sceneReadings(t) {
		if s.folder == "two" || s.folder == "cut" {
			continue // the truth of cells is not of one whole structure
		}
		kind := strings.Replace(s.Truth.Kind, "webcam-phone", "phone", 1)
		boards[kind]++
		if wrong := compareCells(&s, kinds[kind]); s.err != nil || wrong != "" {
			t.Logf("%s/%s (%s): %v%s", s.folder, s.Name, s.Truth.Kind, s.err, wrong)
		}
	}
	for kind, m := range measured {
		t.Run(kind, func(t *testing.T) {
			n := kinds[kind]
			n.recall.AsMeasured(t, "cells found", m.recall, boards[kind])
			n.precision.AsMeasured(t, "found cells that are there", m.precision, boards[kind])
			n.color.AsMeasured(t, "colors", m.color, boards[kind])
			n.height.AsMeasured(t, "heights", m.height, boards[kind])
		})
	}
}

// TestScenesShowRacksAndBanks compares what lies beside the structures of all scenes with the truth, as TestScenesShowWhatLies does.
func TestScenesShowRacksAndBanks(t *testing.T) {
	var n looseShares
	boards := 0
	for _, s := range sceneReadings(t) {
		if len(s.Truth.Racks) > 0 {
			boards++
		}
		if wrong := compareRacks(&s, &n) + compareBanks(&s, &n); wrong != "" {
			t.Logf("%s/%s (%s):%s", s.folder, s.Name, s.Truth.Kind, wrong)
		}
	}
	n.tiles.AsMeasured(t, "rack tiles found", scenetest.Share{Right: 669, Of: 742}, boards)
	n.there.AsMeasured(t, "found rack tiles that are there", scenetest.Share{Right: 670, Of: 692}, boards)
	n.colors.AsMeasured(t, "rack colors", scenetest.Share{Right: 669, Of: 669}, boards)
	n.letters.AsMeasured(t, "rack letters", scenetest.Share{Right: 666, Of: 669}, boards)
	n.banks.AsMeasured(t, "banks with tiles", scenetest.Share{Right: 74, Of: 82}, boards)
	n.said.AsMeasured(t, "reported banks that are right", scenetest.Share{Right: 74, Of: 87}, boards)
}

// TestNoSceneIsMisread holds every scene to what must never happen, whatever the light: an error that is not the picture's, a tile of a player who has
// none, a likelihood that is no number, and a smaller structure in place of the one that the warning names.
func TestNoSceneIsMisread(t *testing.T) {
	for _, s := range sceneReadings(t) {
		name := s.folder + "/" + s.Name
		if s.err != nil && codeOf(s.err) == "" {
			t.Errorf("%s: %v", name, s.err)
		}
		lie := colorsOf(&s)
		for _, c := range seenCells(s.obs) {
			if s.folder != "two" && !lie[c.color.String()] { // whose truth has no colors of the second structure
				t.Errorf("%s: a tile of %s, of which none lies there", name, c.color)
			}
		}
		for _, w := range s.obs.Warnings {
			other := 0
			if _, err := fmt.Sscanf(w.Message, "another structure of %d", &other); err == nil && other >= len(placesOf(s.obs)) {
				t.Errorf("%s: %d tiles are read, and %s", name, len(placesOf(s.obs)), w.Message)
			}
		}
		for _, c := range s.obs.Cells {
			if math.IsNaN(c.Tile + c.Color[0] + c.Height[0] + c.Letter[0][0]) {
				t.Errorf("%s: %v has no likelihoods: %+v", name, c.Place, c)
			}
		}
	}
}

// TestWarningsOfScenesAreTrue counts the scenes without a warning of tiles that no frame cuts, or of a false structure.
func TestWarningsOfScenesAreTrue(t *testing.T) {
	var cut, second scenetest.Share
	for _, s := range sceneReadings(t) {
		if s.folder != "cut" {
			cut.Count(!hasWarning(s.obs, "cut_tiles"))
		}
		if s.folder != "two" {
			second.Count(!hasWarning(s.obs, "second_structure"))
		}
	}
	cut.AsMeasured(t, "scenes without a warning of cut tiles", scenetest.Share{Right: 60, Of: 60}, 60)
	second.AsMeasured(t, "scenes without a warning of another structure", scenetest.Share{Right: 60, Of: 60}, 60)
}

// colorsOf are the colors of all tiles on a scene's table.
func colorsOf(s *sceneReading) map[string]bool {
	lie := map[string]bool{}
	for _, c := range s.Truth.Cells {
		lie[c.Colour] = true
	}
	for _, r := range s.Truth.Racks {
		lie[r.Player] = true
	}
	for _, b := range s.Truth.Banks {
		lie[b.Player] = true
	}
	return lie
}

// painted is a picture in one color with a little noise.
func painted(t *testing.T, c color.RGBA, noise float64) *picture.Picture {
	t.Helper()
	const w, h = 640, 480
	rng := rand.New(rand.NewPCG(1, 2))
	pixels := make([]byte, 0, 3*w*h)
	for range w * h {
		for _, level := range [...]uint8{c.B, c.G, c.R} {
			pixels = append(pixels, uint8(min(max(float64(level)+noise*rng.NormFloat64(), 0), 255)))
		}
	}
	mat, err := gocv.NewMatFromBytes(h, w, gocv.MatTypeCV8UC3, pixels)
	if err != nil {
		t.Fatal(err)
	}
	whole := mat.Clone()
	if err := mat.Close(); err != nil {
		t.Fatal(err)
	}
	p := picture.FromMat(whole)
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// codeOf is the code of a picture's error; empty for others.
func codeOf(err error) picture.ErrorCode {
	var e *picture.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func TestStillSaysWhyItReadsNothing(t *testing.T) {
	tests := []struct {
		rule  string
		color color.RGBA
		noise float64
		want  picture.ErrorCode
	}{
		{"a blank table has no tiles", color.RGBA{150, 130, 110, 255}, 0, picture.NoTiles},
		{"noise is no tiles", color.RGBA{150, 130, 110, 255}, 6, picture.NoTiles},
		{"a black picture is too dark", color.RGBA{2, 2, 2, 255}, 1, picture.TooDark},
		{"a white picture has no tiles", color.RGBA{255, 255, 255, 255}, 0, picture.NoTiles},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			obs, err := NewReader(scenetest.LetterNet(t)).Still(painted(t, tt.color, tt.noise), nil, nil)
			if codeOf(err) != tt.want || len(obs.Cells)+len(obs.Racks)+len(obs.Banks) > 0 {
				t.Errorf("%d cells, error %v; want %s", len(obs.Cells), err, tt.want)
			}
		})
	}
}

func TestReadingOnSeesTheSame(t *testing.T) {
	s := scenetest.LoadScene(t, scenetest.StillsFolder+"/043.json")
	reader := NewReader(scenetest.LetterNet(t))
	tracker := NewTracker(reader)
	tests := []struct {
		rule string
		read func(again bool) (engine.Observation, error)
	}{
		{"a reader sees the same picture in the same way, whatever others read beside it", func(again bool) (engine.Observation, error) {
			if !again {
				first := readingOf(t, stillsFolder, "043")
				return first.obs, first.err
			}
			return reader.Still(s.Picture, s.Camera(), s.Set())
		}},
		{"a tracker follows a trusted structure", func(again bool) (engine.Observation, error) {
			if again {
				return tracker.Read(s.Picture, s.Camera(), s.Set(), Trusted)
			}
			return tracker.Read(s.Picture, s.Camera(), s.Set(), Unknown)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			first, err := tt.read(false)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				next, err := tt.read(true)
				if err != nil {
					t.Fatal(err)
				}
				if a, b := placesOf(first), placesOf(next); !slices.Equal(a, b) {
					t.Errorf("first %v, then %v", a, b)
				}
			}
		})
	}
}
