package reading_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/reading"
	"tilewatch/engine/reading/madeup"
)

// boards are the rendered tables of testdata.
func boards(t testing.TB) []engine.Board {
	t.Helper()
	file, err := os.Open("testdata/boards.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var out []engine.Board
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if text := lines.Text(); !strings.HasPrefix(text, "#") {
			out = append(out, parseBoard(t, text))
		}
	}
	return out
}

func parseBoard(t testing.TB, text string) engine.Board {
	t.Helper()
	board := engine.Board{}
	for _, stack := range strings.Fields(text) {
		var p engine.Place
		var c engine.Cell
		var letter, color string
		part := strings.Split(stack, ",")
		if _, err := fmt.Sscan(strings.Join(part, " "), &p.Row, &p.Col, &letter, &color, &c.Height); err != nil {
			t.Fatalf("%q: %v", stack, err)
		}
		c.Letter, c.Blank = engine.Letter(letter[0]), len(letter) > 1
		if err := c.Color.UnmarshalText([]byte(color)); err != nil {
			t.Fatal(err)
		}
		board[p] = c
	}
	return board
}

// truePlaces are the cells at the places of the board that was observed.
func truePlaces(got reading.Position, pose madeup.Pose) map[engine.Place]reading.Cell {
	cells := map[engine.Place]reading.Cell{}
	for _, c := range got.Cells {
		cells[c.Seen.Sub(pose.Shift).Turn(-pose.Turn)] = c
	}
	return cells
}

// misread counts how the position differs from the board; a blank may be unsettled. Turned the wrong way, every
// place is wrong.
func misread(want engine.Board, got reading.Position, pose madeup.Pose) (places, letters, colors, heights int) {
	if (got.Turn+pose.Turn)%4 != 0 {
		return len(want), 0, 0, 0
	}
	seen := truePlaces(got, pose)
	for p, w := range want {
		g, ok := seen[p]
		if !ok {
			places++
			continue
		}
		if g.Letter != w.Letter && !(w.Blank && g.Blank && g.Letter == engine.Unsettled) || g.Blank != w.Blank {
			letters++
		}
		if g.Color != w.Color {
			colors++
		}
		if g.Height != w.Height {
			heights++
		}
	}
	for p := range seen {
		if _, ok := want[p]; !ok {
			places++
		}
	}
	return places, letters, colors, heights
}

// The cameras that two tests look through.
const (
	fromSide  = "seen from the side"
	fromAbove = "seen from above heights suffer"
	blurred   = "blurred pictures keep most of it"
)

// A look is a board before a made-up camera, and what was read.
type look struct {
	board engine.Board
	pose  madeup.Pose
	got   reading.Position
}

// looked keeps what lookAt has read: most of the time goes by in reading.
var looked = map[string][]look{}

// lookAt reads each board three times through the camera, or takes what was read before under that name.
func lookAt(t *testing.T, name string, camera madeup.Camera, words reading.Dictionary) []look {
	t.Helper()
	if looked[name] == nil {
		for i, board := range boards(t) {
			for seed := range uint64(3) {
				r := rand.New(rand.NewPCG(uint64(i), seed))
				pose := madeup.Anyhow(r)
				looked[name] = append(looked[name], look{board, pose, reading.Read(camera.Observe(r, board, pose, 0, 0), words)})
			}
		}
	}
	return looked[name]
}

func TestWholeTables(t *testing.T) {
	tests := []struct {
		name   string
		camera madeup.Camera
		words  bool
		// Least share right, and of boards without a wrong letter, place or color: what is measured, less one standard error.
		place, letter, color, h, boards float64
	}{
		{"without error everything is read", madeup.Camera{Ghosts: 1}, true, 1, 1, 1, 1, 1},
		{"without error no words are needed", madeup.Camera{Ghosts: 1}, false, 1, 1, 1, 1, 1},
		{fromSide, madeup.Oblique, true, 0.995, 0.9945, 0.999, 0.975, 0.90},
		{fromAbove, madeup.Top, true, 0.995, 0.9945, 0.999, 0.80, 0.90},
		{blurred, madeup.Blurred, true, 0.953, 0.902, 0.927, 0.769, 0.149},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var words reading.Dictionary
			if test.words {
				words = dictionary(t)
			}
			tables, perfect, cells, place, letter, color, height := 0, 0, 0, 0, 0, 0, 0
			for _, at := range lookAt(t, test.name, test.camera, words) {
				p, l, c, h := misread(at.board, at.got, at.pose)
				tables, cells = tables+1, cells+len(at.board)
				place, letter, color, height = place+p, letter+l, color+c, height+h
				if p+l+c == 0 {
					perfect++
				}
			}
			right := func(wrong int) float64 { return 1 - float64(wrong)/float64(cells) }
			share := float64(perfect) / float64(tables)
			t.Logf("places %.4f letters %.4f colors %.4f heights %.4f boards %.3f", right(place), right(letter), right(color), right(height), share)
			if right(place) < test.place || right(letter) < test.letter || right(color) < test.color || right(height) < test.h || share < test.boards {
				t.Errorf("less than wanted: %+v", test)
			}
		})
	}
}

// TestConfidence: of what is read as sure (0.95) at least that share is right, so much is read as sure as is measured, less one standard error,
// and on the whole confidence is true: it is off by 0.025 at most.
func TestConfidence(t *testing.T) {
	words := dictionary(t)
	for name, test := range map[string]struct {
		camera madeup.Camera
		sure   float64 // least share
	}{fromSide: {madeup.Oblique, 0.837}, fromAbove: {madeup.Top, 0.203}, blurred: {madeup.Blurred, 0.048}} {
		t.Run(name, func(t *testing.T) {
			all, sure, right := 0, 0, 0
			sum, hit := 0.0, 0.0
			for _, at := range lookAt(t, name, test.camera, words) {
				for place, c := range truePlaces(at.got, at.pose) {
					w, ok := at.board[place]
					ok = ok && c.Color == w.Color && c.Height == w.Height && c.Blank == w.Blank && (c.Blank || c.Letter == w.Letter)
					all++
					sum += c.Confidence
					if ok {
						hit++
					}
					if c.Confidence >= 0.95 {
						sure++
						if ok {
							right++
						}
					}
				}
			}
			t.Logf("sure %.3f, of them right %.4f; mean confidence %.4f, right %.4f", float64(sure)/float64(all), float64(right)/float64(sure), sum/float64(all), hit/float64(all))
			if float64(sure) < test.sure*float64(all) {
				t.Errorf("only %d of %d cells are sure", sure, all)
			}
			if float64(right) < 0.95*float64(sure) {
				t.Errorf("only %d of %d sure cells are right", right, sure)
			}
			if off := sum/float64(all) - hit/float64(all); off > 0.035 || off < -0.035 {
				t.Errorf("confidence and truth differ by %.3f", off)
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	words := dictionary(b)
	var largest engine.Board
	for _, board := range boards(b) {
		if len(board) > len(largest) {
			largest = board
		}
	}
	for name, camera := range map[string]madeup.Camera{"oblique": madeup.Oblique, "blurred": madeup.Blurred} {
		b.Run(fmt.Sprintf("%s/%d cells", name, len(largest)), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			obs := camera.Observe(r, largest, madeup.Anyhow(r), 0, 0)
			b.ReportAllocs()
			for b.Loop() {
				reading.Read(obs, words)
			}
		})
	}
}
