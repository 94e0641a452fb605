package nabit

import (
	"errors"
	"fmt"
	"image/color"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/engine/reading"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// stillReading is a still of testdata with the result of Still.
type stillReading struct {
	scenetest.StillScene
	obs engine.Observation
	err error
}

var (
	stillsOnce  sync.Once
	stillsFound []stillReading
)

// stillReadings reads the stills of testdata once for all tests, for that takes long.
func stillReadings(t *testing.T) []stillReading {
	t.Helper()
	stillsOnce.Do(func() {
		reader := NewReader(scenetest.LetterNet(t))
		for _, s := range scenetest.StillScenes(t, scenetest.StillsFolder) {
			obs, err := reader.Still(s.Picture, s.Camera(), s.Set())
			stillsFound = append(stillsFound, stillReading{s, obs, err})
		}
	})
	return stillsFound
}

// cellShares are the recall and precision of a kind's cells, and the shares with the right color and height.
type cellShares struct{ recall, precision, color, height scenetest.Share }

// seenCell is a cell of an observation with the color and height of its own evidence.
type seenCell struct {
	engine.CellEvidence
	color  engine.Color
	height int
	used   bool
}

func seenCells(obs engine.Observation) []seenCell {
	var all []seenCell
	for _, e := range obs.Cells {
		if e.Tile < hypothesis.TileAccepted {
			continue
		}
		c := seenCell{CellEvidence: e, color: engine.Red}
		for i, l := range e.Color {
			if l > e.Color[c.color-engine.Red] {
				c.color = engine.PlayerColors[i]
			}
		}
		likely := reading.HeightPosterior(e.Height)
		c.height = slices.Index(likely, slices.Max(likely)) + 1
		all = append(all, c)
	}
	return all
}

func quadMiddle(q engine.Quad) engine.Point {
	return engine.Point{X: (q[0].X + q[1].X + q[2].X + q[3].X) / 4, Y: (q[0].Y + q[1].Y + q[2].Y + q[3].Y) / 4}
}

// compareCells counts a still's cells, and lists those that are missing, extra and wrong by their places in the picture.
func compareCells(s *stillReading, n *cellShares) string {
	var out strings.Builder
	cells := seenCells(s.obs)
	for _, want := range s.Truth.Cells {
		at := want.Corners.Middle()
		i := slices.IndexFunc(cells, func(c seenCell) bool { return picture.Dist(quadMiddle(c.Quad), at) < 0.3*s.Truth.TilePx })
		n.recall.Count(i >= 0)
		if i < 0 {
			fmt.Fprintf(&out, "\n\tmissing %s %s of %d at %.0f,%.0f", want.Colour, want.Letter, want.Height, at.X, at.Y)
			continue
		}
		got := &cells[i]
		got.used = true
		n.color.Count(got.color.String() == want.Colour)
		n.height.Count(got.height == want.Height)
		if got.color.String() != want.Colour || got.height != want.Height {
			fmt.Fprintf(&out, "\n\twrong: %s of %d is %s %s of %d at %.0f,%.0f", got.color, got.height, want.Colour, want.Letter, want.Height, at.X, at.Y)
		}
	}
	for _, c := range cells {
		n.precision.Count(c.used)
		if !c.used {
			at := quadMiddle(c.Quad)
			fmt.Fprintf(&out, "\n\textra %s of %d at %.0f,%.0f", c.color, c.height, at.X, at.Y)
		}
	}
	return out.String()
}

// TestStillFindsWhatLies compares with the truth. The bounds are a little under what was measured when they were set.
func TestStillFindsWhatLies(t *testing.T) {
	bounds := []struct {
		kind                             string
		recall, precision, color, height float64
	}{
		{"phone", 0.93, 0.95, 0.97, 0.93},
		{"webcam-oblique", 0.93, 0.95, 0.97, 0.92},
		{"webcam-top", 0.80, 0.88, 0.97, 0.80},
	}
	kinds := map[string]*cellShares{}
	for _, s := range stillReadings(t) {
		if kinds[s.Truth.Kind] == nil {
			kinds[s.Truth.Kind] = &cellShares{}
		}
		wrong := compareCells(&s, kinds[s.Truth.Kind])
		if s.err != nil || wrong != "" {
			t.Logf("%s (%s): %v%s", s.Name, s.Truth.Kind, s.err, wrong)
		}
	}
	for _, b := range bounds {
		t.Run(b.kind, func(t *testing.T) {
			n := kinds[b.kind]
			if n == nil {
				t.Fatalf("no stills of kind %q", b.kind)
			}
			t.Logf("recall %.3f precision %.3f color %.3f height %.3f of %d cells", n.recall.Rate(), n.precision.Rate(), n.color.Rate(), n.height.Rate(), n.recall.Of)
			n.recall.AtLeast(t, "cells found", b.recall)
			n.precision.AtLeast(t, "found cells that are there", b.precision)
			n.color.AtLeast(t, "colors", b.color)
			n.height.AtLeast(t, "heights", b.height)
		})
	}
}

// looseShares are the recall (tiles, banks) and precision (there, said) of rack tiles and banks, and the shares of rack tiles with the right letter and
// color.
type looseShares struct{ tiles, there, letters, colors, banks, said scenetest.Share }

// compareRacks counts a still's rack tiles.
func compareRacks(s *stillReading, n *looseShares) string {
	var out strings.Builder
	var tiles []engine.LooseTile
	for _, r := range s.obs.Racks {
		tiles = append(tiles, r.Tiles...)
	}
	used := make([]bool, len(tiles))
	for _, r := range s.Truth.Racks {
		for _, want := range r.Tiles {
			at := want.Corners.Middle()
			i := slices.IndexFunc(tiles, func(l engine.LooseTile) bool { return picture.Dist(quadMiddle(l.Quad), at) < 0.3*s.Truth.TilePx })
			if i >= 0 {
				used[i] = true
			}
			if !want.InFrame {
				continue
			}
			n.tiles.Count(i >= 0)
			if i < 0 {
				fmt.Fprintf(&out, "\n\tmissing %s %q at %.0f,%.0f", r.Player, want.Up, at.X, at.Y)
				continue
			}
			n.colors.Count(tiles[i].Color.String() == r.Player)
			letter := tiles[i].Letter.String()
			right := letter == want.Up || want.Up == "" && tiles[i].Letter == engine.Unsettled
			n.letters.Count(right)
			if !right {
				fmt.Fprintf(&out, "\n\twrong: %s is %s %q at %.0f,%.0f", letter, r.Player, want.Up, at.X, at.Y)
			}
		}
	}
	for i := range tiles {
		n.there.Count(used[i])
	}
	return out.String()
}

// compareBanks counts a still's banks that hold tiles and are wholly in the picture.
func compareBanks(s *stillReading, n *looseShares) string {
	var out strings.Builder
	said := map[string]int{}
	for _, b := range s.obs.Banks {
		said[b.Color.String()] = b.Tiles
	}
	for _, b := range s.Truth.Banks {
		got, seen := said[b.Player]
		if b.InFrame && b.Count > 0 {
			n.banks.Count(got == b.Count)
		}
		if seen {
			n.said.Count(got == b.Count)
		}
		if b.InFrame && got != b.Count {
			fmt.Fprintf(&out, "\n\tbank of %s: %d, is %d", b.Player, got, b.Count)
		}
	}
	return out.String()
}

// TestStillFindsRacksAndBanks compares with the truth. The bounds are a little under what was measured when they were set.
func TestStillFindsRacksAndBanks(t *testing.T) {
	var n looseShares
	for _, s := range stillReadings(t) {
		if wrong := compareRacks(&s, &n) + compareBanks(&s, &n); wrong != "" {
			t.Logf("%s (%s):%s", s.Name, s.Truth.Kind, wrong)
		}
	}
	t.Logf("%+v", n)
	n.tiles.AtLeast(t, "rack tiles found", 0.80)
	n.there.AtLeast(t, "found rack tiles that are there", 0.92)
	n.colors.AtLeast(t, "rack colors", 0.93)
	n.letters.AtLeast(t, "rack letters", 0.90)
	n.banks.AtLeast(t, "banks with tiles", 0.80)
	n.said.AtLeast(t, "reported banks that are right", 0.80)
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

func placesOf(obs engine.Observation) []engine.Place {
	var places []engine.Place
	for _, c := range seenCells(obs) {
		places = append(places, c.Place)
	}
	return places
}

func TestReadingOnSeesTheSame(t *testing.T) {
	s := scenetest.LoadScene(t, scenetest.StillsFolder+"/043.json")
	reader := NewReader(scenetest.LetterNet(t))
	tracker := NewTracker(reader)
	tests := []struct {
		rule string
		read func(again bool) (engine.Observation, error)
	}{
		{"a reader sees the same picture in the same way", func(bool) (engine.Observation, error) {
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
