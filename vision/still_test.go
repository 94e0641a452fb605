package vision

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/engine/reading"
)

// stillReading is a still of testdata and what Still says of it.
type stillReading struct {
	stillScene
	obs engine.Observation
	err error
}

var (
	stillsOnce  sync.Once
	stillsFound []stillReading
)

// stillReadings reads the stills of testdata once for all tests: it is what takes long.
func stillReadings(t *testing.T) []stillReading {
	t.Helper()
	stillsOnce.Do(func() {
		reader := NewReader(letterNet(t))
		for _, s := range stillScenes(t, stillsFolder) {
			obs, err := reader.Still(s.picture, s.camera(), s.set())
			stillsFound = append(stillsFound, stillReading{s, obs, err})
		}
	})
	return stillsFound
}

// share counts what is right of what there is.
type share struct{ right, of int }

func (s *share) count(right bool) {
	s.of++
	if right {
		s.right++
	}
}

func (s share) rate() float64 { return float64(s.right) / max(float64(s.of), 1) }

// atLeast fails when a share is less than it was when the bound was set.
func (s share) atLeast(t *testing.T, what string, least float64) {
	t.Helper()
	if s.rate() < least {
		t.Errorf("%s: %d of %d right, which is %.3f and less than %.3f", what, s.right, s.of, s.rate(), least)
	}
}

// cellShares are how much of a kind's cells are found (recall), are there (precision), and are told right.
type cellShares struct{ recall, precision, color, height share }

// seenCell is a cell of an observation, decided by its own evidence alone.
type seenCell struct {
	engine.CellEvidence
	color  engine.Color
	height int
	used   bool
}

func seenCells(obs engine.Observation) []seenCell {
	var all []seenCell
	for _, e := range obs.Cells {
		if e.Tile < tileAccepted {
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

// compareCells counts a still's cells, and tells those that are missing, extra and wrong by their places in the picture.
func compareCells(s *stillReading, n *cellShares) string {
	var out strings.Builder
	cells := seenCells(s.obs)
	for _, want := range s.truth.Cells {
		at := want.Corners.middle()
		i := slices.IndexFunc(cells, func(c seenCell) bool { return dist(quadMiddle(c.Quad), at) < 0.3*s.truth.TilePx })
		n.recall.count(i >= 0)
		if i < 0 {
			fmt.Fprintf(&out, "\n\tmissing %s %s of %d at %.0f,%.0f", want.Colour, want.Letter, want.Height, at.X, at.Y)
			continue
		}
		got := &cells[i]
		got.used = true
		n.color.count(got.color.String() == want.Colour)
		n.height.count(got.height == want.Height)
		if got.color.String() != want.Colour || got.height != want.Height {
			fmt.Fprintf(&out, "\n\twrong: %s of %d is %s %s of %d at %.0f,%.0f", got.color, got.height, want.Colour, want.Letter, want.Height, at.X, at.Y)
		}
	}
	for _, c := range cells {
		n.precision.count(c.used)
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
		if kinds[s.truth.Kind] == nil {
			kinds[s.truth.Kind] = &cellShares{}
		}
		wrong := compareCells(&s, kinds[s.truth.Kind])
		if s.err != nil || wrong != "" {
			t.Logf("%s (%s): %v%s", s.name, s.truth.Kind, s.err, wrong)
		}
	}
	for _, b := range bounds {
		t.Run(b.kind, func(t *testing.T) {
			n := kinds[b.kind]
			if n == nil {
				t.Fatalf("no stills of kind %q", b.kind)
			}
			t.Logf("recall %.3f precision %.3f color %.3f height %.3f of %d cells", n.recall.rate(), n.precision.rate(), n.color.rate(), n.height.rate(), n.recall.of)
			n.recall.atLeast(t, "cells found", b.recall)
			n.precision.atLeast(t, "found cells that are there", b.precision)
			n.color.atLeast(t, "colors", b.color)
			n.height.atLeast(t, "heights", b.height)
		})
	}
}

// looseShares are how much of the racks and banks is found and told right.
type looseShares struct{ tiles, there, letters, colors, banks, said share }

// compareRacks counts a still's rack tiles.
func compareRacks(s *stillReading, n *looseShares) string {
	var out strings.Builder
	var tiles []engine.LooseTile
	for _, r := range s.obs.Racks {
		tiles = append(tiles, r.Tiles...)
	}
	used := make([]bool, len(tiles))
	for _, r := range s.truth.Racks {
		for _, want := range r.Tiles {
			at := want.Corners.middle()
			i := slices.IndexFunc(tiles, func(l engine.LooseTile) bool { return dist(quadMiddle(l.Quad), at) < 0.3*s.truth.TilePx })
			if i >= 0 {
				used[i] = true
			}
			if !want.InFrame {
				continue
			}
			n.tiles.count(i >= 0)
			if i < 0 {
				fmt.Fprintf(&out, "\n\tmissing %s %q at %.0f,%.0f", r.Player, want.Up, at.X, at.Y)
				continue
			}
			n.colors.count(tiles[i].Color.String() == r.Player)
			letter := tiles[i].Letter.String()
			right := letter == want.Up || want.Up == "" && tiles[i].Letter == engine.Unsettled
			n.letters.count(right)
			if !right {
				fmt.Fprintf(&out, "\n\twrong: %s is %s %q at %.0f,%.0f", letter, r.Player, want.Up, at.X, at.Y)
			}
		}
	}
	for i := range tiles {
		n.there.count(used[i])
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
	for _, b := range s.truth.Banks {
		got, seen := said[b.Player]
		if b.InFrame && b.Count > 0 {
			n.banks.count(got == b.Count)
		}
		if seen {
			n.said.count(got == b.Count)
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
			t.Logf("%s (%s):%s", s.name, s.truth.Kind, wrong)
		}
	}
	t.Logf("%+v", n)
	n.tiles.atLeast(t, "rack tiles found", 0.80)
	n.there.atLeast(t, "found rack tiles that are there", 0.92)
	n.colors.atLeast(t, "rack colors", 0.93)
	n.letters.atLeast(t, "rack letters", 0.90)
	n.banks.atLeast(t, "banks with tiles", 0.80)
	n.said.atLeast(t, "banks told", 0.80)
}

// painted is a picture in one color with a little noise.
func painted(t *testing.T, c color.RGBA, noise float64) *Picture {
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
	p := FromMat(whole)
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func codeOf(err error) ErrorCode {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func TestStillTellsWhyNothingIsRead(t *testing.T) {
	tests := []struct {
		rule  string
		color color.RGBA
		noise float64
		want  ErrorCode
	}{
		{"a blank table has no tiles", color.RGBA{150, 130, 110, 255}, 0, NoTiles},
		{"noise is no tiles", color.RGBA{150, 130, 110, 255}, 6, NoTiles},
		{"a black picture is too dark", color.RGBA{2, 2, 2, 255}, 1, TooDark},
		{"a white picture has no tiles", color.RGBA{255, 255, 255, 255}, 0, NoTiles},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			obs, err := NewReader(letterNet(t)).Still(painted(t, tt.color, tt.noise), nil, nil)
			if codeOf(err) != tt.want || len(obs.Cells)+len(obs.Racks)+len(obs.Banks) > 0 {
				t.Errorf("%d cells, error %v; want %s", len(obs.Cells), err, tt.want)
			}
		})
	}
}

// encoded is a small picture as a file.
func encoded(t *testing.T, w, h int, encode func(*bytes.Buffer, image.Image) error) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := encode(&file, image.NewRGBA(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func asPNG(b *bytes.Buffer, m image.Image) error  { return png.Encode(b, m) }
func asJPEG(b *bytes.Buffer, m image.Image) error { return jpeg.Encode(b, m, nil) }

// claiming is a PNG file whose header says that it is of this size.
func claiming(t *testing.T, w, h uint32) []byte {
	file := encoded(t, 100, 100, asPNG)
	const header = 8 + 4 // the signature and the first chunk's length come before its name
	binary.BigEndian.PutUint32(file[header+4:], w)
	binary.BigEndian.PutUint32(file[header+8:], h)
	binary.BigEndian.PutUint32(file[header+17:], crc32.ChecksumIEEE(file[header:header+17]))
	return file
}

func TestDecodeRefusesWhatIsNoPictureToRead(t *testing.T) {
	tests := []struct {
		rule string
		file []byte
		want ErrorCode
	}{
		{"an empty file", nil, Unreadable},
		{"a text", []byte("this is no picture"), Unreadable},
		{"a cut header", encoded(t, 100, 100, asPNG)[:20], Unreadable},
		{"one pixel", encoded(t, 1, 1, asPNG), TooSmall},
		{"a strip too narrow for letters", encoded(t, 1000, 63, asPNG), TooSmall},
		{"a hundred megapixels, refused on the header", claiming(t, 10000, 10000), TooLarge},
		{"a hundred thousand pixels in a row", claiming(t, 1<<20, 1<<10), TooLarge},
		{"too many bytes", make([]byte, MaxBytes+1), TooLarge},
		{"a JPEG's header alone", encoded(t, 100, 100, asJPEG)[:200], Unreadable},
		{"a picture", encoded(t, 64, 64, asJPEG), ""},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			p, err := Decode(tt.file)
			if codeOf(err) != tt.want || (err == nil) != (tt.want == "") {
				t.Errorf("error %v, want code %q", err, tt.want)
			}
			if err == nil {
				if err := p.Close(); err != nil {
					t.Error(err)
				}
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
	s := loadScene(t, stillsFolder+"/043.json")
	reader := NewReader(letterNet(t))
	tracker := NewTracker(reader)
	tests := []struct {
		rule string
		read func(again bool) (engine.Observation, error)
	}{
		{"a reader sees the same picture in the same way", func(bool) (engine.Observation, error) {
			return reader.Still(s.picture, s.camera(), s.set())
		}},
		{"a tracker goes on when it is told to", func(again bool) (engine.Observation, error) {
			if again {
				return tracker.Read(s.picture, s.camera(), s.set(), Trusted)
			}
			return tracker.Read(s.picture, s.camera(), s.set(), Unknown)
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
