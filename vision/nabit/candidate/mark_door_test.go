package candidate

import (
	"bytes"
	"image"
	"image/color"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

// drawn is a picture of one color, 320 by 240 pixels, on which a test paints.
type drawn struct {
	t *testing.T
	gocv.Mat
}

func table(t *testing.T, ground picture.BGR) drawn {
	d := drawn{t, gocv.NewMatWithSizeFromScalar(gocv.NewScalar(ground[0], ground[1], ground[2], 0), 240, 320, gocv.MatTypeCV8UC3)}
	t.Cleanup(func() { check(t, d.Close()) })
	return d
}

func rgba(c picture.BGR) color.RGBA {
	return color.RGBA{R: uint8(c[2]), G: uint8(c[1]), B: uint8(c[0])}
}

func (d drawn) rectangle(x, y, w, h int, c picture.BGR) {
	d.t.Helper()
	check(d.t, gocv.Rectangle(&d.Mat, image.Rect(x, y, x+w, y+h), rgba(c), -1))
}

// letter paints an H of 22 by 24 pixels with its center at a point.
func (d drawn) letter(x, y int, ink picture.BGR) {
	d.t.Helper()
	d.rectangle(x-11, y-12, 4, 24, ink)
	d.rectangle(x+6, y-12, 4, 24, ink)
	d.rectangle(x-11, y-2, 21, 4, ink)
}

// tile paints a tile of 44 pixels with a letter in its middle.
func (d drawn) tile(x, y int, plastic, ink picture.BGR) {
	d.t.Helper()
	d.rectangle(x-22, y-22, 44, 44, plastic)
	d.letter(x, y, ink)
}

// raster hands the picture over as the search sees it.
func (d drawn) raster(use func(r *picture.Raster, gray gocv.Mat) error) {
	d.t.Helper()
	check(d.t, picture.WithRaster(&picture.Picture{Pixels: d.Mat, Width: d.Cols(), Height: d.Rows()}, use))
}

// markAt is a letter's mark at a point, if there is one.
func markAt(marks []Mark, x, y float64) *Mark {
	for i := range marks {
		if m := &marks[i]; picture.Dist(m.At, engine.Point{X: x, Y: y}) < 2 && m.Size > 19 && m.Size < 29 {
			return m
		}
	}
	return nil
}

var (
	gray   = picture.BGR{110, 114, 118}
	red    = picture.BGR{40, 40, 190}
	yellow = picture.BGR{60, 215, 250}
	white  = picture.BGR{235, 245, 250}
	black  = picture.BGR{20, 20, 20}
)

func TestALetterIsAMarkOfItsPolarityOnItsPlastic(t *testing.T) {
	for _, c := range []struct {
		name         string
		plastic, ink picture.BGR
		dark         bool
	}{
		{"white on red", red, white, false}, {"black on yellow", yellow, black, true}, {"black on white", white, black, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := table(t, gray)
			d.tile(160, 120, c.plastic, c.ink)
			d.raster(func(r *picture.Raster, gray gocv.Mat) error {
				marks, err := Find(r, gray)
				m := markAt(marks, 160, 120)
				if m == nil {
					t.Fatalf("none of %d marks is the letter", len(marks))
				}
				if m.Dark != c.dark || picture.ColorGap(m.Plastic, c.plastic) > 20 || m.Plain < 0.8 || m.Uneven {
					t.Errorf("the letter is %+v, want dark %v on %v", *m, c.dark, c.plastic)
				}
				if !m.LetterSized(44) || m.LetterSized(90) || m.LetterSized(20) {
					t.Errorf("a mark of %.0f pixels is a letter on tiles of 44 pixels, and only there", m.Size)
				}
				return err
			})
		})
	}
}

func TestAPlainTableHasNoMarks(t *testing.T) {
	table(t, gray).raster(func(r *picture.Raster, gray gocv.Mat) error {
		marks, err := Find(r, gray)
		if len(marks) != 0 {
			t.Errorf("it has %d", len(marks))
		}
		return err
	})
}

func TestOfEachSpotTheBestMarkStays(t *testing.T) {
	d := table(t, gray)
	d.tile(100, 120, red, white)
	d.tile(160, 120, red, white)
	d.raster(func(r *picture.Raster, gray gocv.Mat) error {
		marks, err := Find(r, gray)
		for i := range marks[1:] {
			if a, b := &marks[i], &marks[i+1]; a.Uneven && !b.Uneven || a.Uneven == b.Uneven && b.Score > a.Score {
				t.Errorf("mark %d scores %.1f, the next %.1f", i, a.Score, b.Score)
			}
		}
		for _, widely := range []bool{false, true} {
			kept := SuppressDuplicates(r, marks, widely)
			for _, x := range []float64{100, 160} {
				near := 0
				for i := range kept {
					if picture.Dist(kept[i].At, engine.Point{X: x, Y: 120}) < 8 {
						near++
					}
				}
				if markAt(kept, x, 120) == nil || near != 1 && !widely {
					t.Errorf("chosen widely: %v; %d marks stay about the letter at %.0f, want the letter alone unless chosen widely", widely, near, x)
				}
			}
		}
		return err
	})
}

// made is a mark as a finder may have left it.
func made(x, y, size float64, plastic picture.BGR) Mark {
	return Mark{At: engine.Point{X: x, Y: y}, Size: size, W: size, H: size, Plastic: plastic, Plain: 1, Score: 100}
}

func TestBestMarksSuppressesWhatIsLessLikelyALetter(t *testing.T) {
	solid, slope := made(50, 50, 20, red), made(150, 50, 20, red)
	solid.full, slope.Uneven = true, true
	weak := made(101, 50, 22, red)
	weak.Score = 10
	both := made(200, 50, 20, red)
	both.full, both.Uneven = true, true
	var squares []Mark
	for i := range maxFull + 1 {
		m := made(20*float64(i), 200, 12, red)
		m.full = true
		squares = append(squares, m)
	}
	var letters []Mark
	for i := range maxMarks + 30 {
		letters = append(letters, made(30*float64(i), 300, 20, red))
	}
	for _, c := range []struct {
		name  string
		marks []Mark
		want  int
		first engine.Point
	}{
		{"the better of two marks of one spot stays", []Mark{weak, made(100, 50, 20, red)}, 1, engine.Point{X: 100, Y: 50}},
		{"marks of different size at one spot both stay", []Mark{made(100, 50, 20, red), made(100, 50, 40, red)}, 2, engine.Point{X: 100, Y: 50}},
		{"an uneven mark comes last", []Mark{slope, weak}, 2, weak.At},
		{"a filled shape stays, for it may be a blurred O", []Mark{solid}, 1, solid.At},
		{"a filled shape on uneven ground goes", []Mark{both, weak}, 1, weak.At},
		{"many filled shapes are a cloth's pattern", append(squares, weak), 1, weak.At},
		{"the list is bounded", letters, maxMarks, letters[0].At},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := bestMarks(c.marks)
			if len(got) != c.want || got[0].At != c.first {
				t.Errorf("%d marks stay, the first at %v; want %d and %v", len(got), got[0].At, c.want, c.first)
			}
		})
	}
}

func TestSuppressDuplicatesChoosesSpots(t *testing.T) {
	r := &picture.Raster{W: 2000, H: 400, BGR: bytes.Repeat([]byte{200}, 3*2000*400)}
	outer, part := made(100, 100, 40, red), made(110, 105, 15, red)
	part.inner = true
	solid := made(300, 100, 20, red)
	solid.full = true
	var squares []Mark
	for i := range alikeMost + 5 {
		squares = append(squares, made(40*float64(i)+20, 200, 20, gray))
	}
	odd := made(1500, 300, 20, yellow)
	for _, c := range []struct {
		name           string
		marks          []Mark
		strict, widely int
	}{
		{"a letter", []Mark{outer}, 1, 1},
		{"a counter of a letter is no spot of its own", []Mark{outer, made(104, 100, 12, red)}, 1, 2},
		{"a fragment of a larger mark is one only when chosen widely", []Mark{part, outer}, 1, 2},
		{"a filled shape is none", []Mark{solid}, 0, 0},
		{"a speck is none", []Mark{made(300, 100, leastSpot-1, red)}, 0, 0},
		{"marks alike all stay", squares, len(squares), len(squares)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := len(SuppressDuplicates(r, c.marks, false)); got != c.strict {
				t.Errorf("%d spots stay, want %d", got, c.strict)
			}
			if got := len(SuppressDuplicates(r, c.marks, true)); got != c.widely {
				t.Errorf("chosen widely, %d spots stay, want %d", got, c.widely)
			}
		})
	}
	if kept := SuppressDuplicates(r, append(squares, odd), true); kept[alikeMost].At != odd.At {
		t.Errorf("mark %d is at %v, want the one that is unlike the pattern", alikeMost, kept[alikeMost].At)
	}
}

func TestAPatchIsNoLetter(t *testing.T) {
	r := &picture.Raster{W: 200, H: 200, BGR: bytes.Repeat([]byte{200}, 3*200*200)} // light everywhere
	table := picture.BGR{40, 40, 40}                                                // darker than all that is seen inside
	word := Mark{Size: 80, W: 80, H: 40, Plastic: table}
	word.At.X, word.At.Y = 100, 100
	letter := func(x, size float64) Mark {
		m := Mark{Size: size, W: size, H: size}
		m.At.X, m.At.Y = x, 100
		return m
	}
	for _, c := range []struct {
		name   string
		others []Mark
		want   bool
	}{
		{"nothing inside", nil, false},
		{"one letter", []Mark{letter(80, 20)}, false},
		{"two letters", []Mark{letter(80, 20), letter(120, 20)}, true},
		{"one letter found twice", []Mark{letter(80, 20), letter(82, 22)}, false},
		{"what is nearly as large", []Mark{letter(80, 60), letter(125, 60)}, false},
		{"what lies outside", []Mark{letter(20, 20), letter(180, 20)}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := word.isPatch(r, append(c.others, word)); got != c.want {
				t.Errorf("a patch: %v", got)
			}
		})
	}
	counters := word
	counters.Plastic = picture.BGR{200, 200, 200} // as what is seen inside: a letter's counters
	if counters.isPatch(r, []Mark{letter(80, 20), letter(120, 20), counters}) {
		t.Error("a letter with counters is a patch")
	}
}
