package reading_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tilewatch/engine"
	"tilewatch/engine/reading"
	"tilewatch/engine/reading/madeup"
)

var perfect = madeup.Camera{Ghosts: 1}

func observe(board engine.Board, pose madeup.Pose) engine.Observation {
	return perfect.Observe(rand.New(rand.NewPCG(3, 4)), board, pose, 0, 0)
}

// straight is a pose whose lattice is the board's.
var straight = madeup.Pose{Pitch: 40}

// at is the evidence for the place, to be changed.
func at(t *testing.T, obs engine.Observation, row, col int) *engine.CellEvidence {
	t.Helper()
	for i := range obs.Cells {
		if obs.Cells[i].Place == (engine.Place{Row: row, Col: col}) {
			return &obs.Cells[i]
		}
	}
	t.Fatalf("no evidence for row %d, column %d", row, col)
	return nil
}

// like makes the tile look like the letters, the later ones worse by so many nats each.
func like(e *engine.CellEvidence, letters string, step float64) {
	for i := range e.Letter[0] {
		e.Letter[0][i] = 0
	}
	for i, l := range []byte(letters) {
		index := engine.BlankIndex
		if l != '?' {
			index = int(l - 'A')
		}
		e.Letter[0][index] = 12 - step*float64(i)
	}
}

// text is what the position reads in its rows.
func text(p reading.Position) string {
	low, high := p.Board.Bounds()
	var rows []string
	for row := low.Row; row <= high.Row; row++ {
		var line strings.Builder
		for col := low.Col; col <= high.Col; col++ {
			letter := p.Board[engine.Place{Row: row, Col: col}].Letter.String()
			if letter == "" {
				letter = " "
			}
			line.WriteString(letter)
		}
		rows = append(rows, strings.TrimRight(line.String(), " "))
	}
	return strings.Join(rows, "/")
}

func TestReadings(t *testing.T) {
	words := madeup.NewWords("GAME", "TAME", "AT", "NO", "ON", "HAT", "HOT", "CAT", "EAT", "MEN")
	tests := []struct {
		name   string
		rows   []string
		change func(*testing.T, engine.Observation)
		words  reading.Dictionary
		want   string
	}{
		{"a doubtful letter is the one that makes a word", []string{"GAME"},
			func(t *testing.T, o engine.Observation) { like(at(t, o, 0, 0), "CG", 2) }, words, "GAME"},
		{"a clear picture is believed against the words", []string{"GAME"},
			func(t *testing.T, o engine.Observation) { like(at(t, o, 0, 0), "CG", 9) }, words, "CAME"},
		{"without words the picture alone counts", []string{"GAME"},
			func(t *testing.T, o engine.Observation) { like(at(t, o, 0, 0), "CG", 2) }, nil, "CAME"},
		{"two doubtful letters of a word are settled together", []string{"GAME"},
			func(t *testing.T, o engine.Observation) {
				like(at(t, o, 0, 0), "CG", 2)
				like(at(t, o, 0, 2), "NM", 2)
			}, words, "GAME"},
		{"a crossing word settles what one word leaves open", []string{"HAT", "O", "T"},
			func(t *testing.T, o engine.Observation) { like(at(t, o, 0, 0), "CH", 1) }, words, "HAT/O/T"},
		{"a blank is the only letter that fits", []string{"GA?E"}, nil, words, "GAME"},
		{"a blank that several letters fit is unsettled", []string{"?AT"}, nil, words, "?AT"},
		{"a blank that no letter fits is unsettled", []string{"?XT"}, nil, words, "?XT"},
		{"a blank that crosses two words must fit both", []string{"H?T", " N"}, nil, words, "HOT/ N"},
		{"two blanks in a word settle nothing", []string{"G?M?"}, nil, words, "G?M?"},
		{"a blank is unsettled without words", []string{"GA?E"}, nil, nil, "GA?E"},
		{"a doubtful tile is there if the words need it", []string{"GAME"},
			func(t *testing.T, o engine.Observation) { at(t, o, 0, 3).Tile = -2 }, words, "GAME"},
		{"a doubtful tile that makes no word is not there", []string{"GAME"},
			func(t *testing.T, o engine.Observation) {
				at(t, o, 1, 0).Tile = 2
				like(at(t, o, 1, 0), "X", 0)
			}, words, "GAME"},
		{"a tile is there though its letter is hidden", []string{"GAME", " T"},
			func(t *testing.T, o engine.Observation) {
				e := at(t, o, 1, 1)
				e.Tile, e.Letter = 0.5, [4]engine.LetterLikelihoods{}
			}, madeup.NewWords("GAME", "AT"), "GAME/ T"},
		{"a tile that is none takes none of its neighbors with it", []string{"EAT"},
			func(t *testing.T, o engine.Observation) {
				at(t, o, 0, 0).Tile, at(t, o, 0, 3).Tile = 0.5, 2
				like(at(t, o, 0, 3), "X", 0)
			}, words, "EAT"},
		{"a letter that was misread for a tile that is none is read again without it", []string{"HAT", "O"},
			func(t *testing.T, o engine.Observation) {
				at(t, o, 0, 3).Tile = 1.5
				like(at(t, o, 0, 0), "HC", 3)
				like(at(t, o, 0, 3), "SE", 4)
			}, madeup.NewWords("HAT", "CAT", "CATS", "HO", "CO"), "HAT/O"},
		{"what is hardly a tile and shows no letter is none", []string{"HAT"},
			func(t *testing.T, o engine.Observation) {
				at(t, o, 0, 3).Tile = 1.5
				like(at(t, o, 0, 3), "?", 0)
			}, madeup.NewWords("HAT", "HATS"), "HAT"},
		{"a blank that is hardly seen is a tile if the words need it", []string{"GAM?"},
			func(t *testing.T, o engine.Observation) { at(t, o, 0, 3).Tile = -2 }, words, "GAME"},
		{"a half hidden letter is the one that makes a word", []string{"GAME", " T"},
			func(t *testing.T, o engine.Observation) {
				e := at(t, o, 1, 1)
				e.Tile, e.Visible = 0.5, 0.4
				like(e, "CT", 1)
			}, madeup.NewWords("GAME", "AT"), "GAME/ T"},
		{"a gap is no tile", []string{"AT"},
			func(t *testing.T, o engine.Observation) { at(t, o, 0, 2).Tile = -6 }, words, "AT"},
		{"no likelihood at all is no certainty", []string{"GAME"},
			func(t *testing.T, o engine.Observation) {
				e := at(t, o, 0, 1)
				for i := range e.Letter[0] {
					e.Letter[0][i] = math.NaN()
				}
			}, words, "GAME"},
		{"impossible is a likelihood too", []string{"GAME"},
			func(t *testing.T, o engine.Observation) {
				e := at(t, o, 0, 1)
				for i := range e.Letter[0] {
					if i > 0 {
						e.Letter[0][i] = math.Inf(-1)
					}
				}
			}, words, "GAME"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			board := madeup.Board(test.rows...)
			for p, c := range board {
				c.Blank = c.Letter == engine.Unsettled
				board[p] = c
			}
			obs := observe(board, straight)
			if test.change != nil {
				test.change(t, obs)
			}
			if got := text(reading.Read(obs, test.words)); got != test.want {
				t.Errorf("read %q, want %q", got, test.want)
			}
		})
	}
}

func TestTheWholeBoardDecidesWhichWayIsUp(t *testing.T) {
	words := madeup.NewWords("NOON", "SIX", "XI", "NO", "ON")
	board := madeup.Board("NOON", "O  E", "   X")
	for turn := range 4 {
		pose := straight
		pose.Turn, pose.Shift = turn, engine.Place{Row: 5, Col: -7}
		p := reading.Read(observe(board, pose), words)
		if got := text(p); got != "NOON/O  E/   X" {
			t.Errorf("turned %d quarters: read %q", turn, got)
		}
		if p.Upright < 0.99 {
			t.Errorf("turned %d quarters: upright only with %.2f", turn, p.Upright)
		}
	}
}

func TestQuadsBeginAtTheLettersTopLeft(t *testing.T) {
	board := madeup.Board("GAME")
	for turn := range 4 {
		pose := madeup.Pose{Center: engine.Point{X: 100, Y: 100}, Angle: 30, Pitch: 40, Turn: turn}
		for _, c := range reading.Read(observe(board, pose), nil).Cells {
			right := math.Atan2(c.Quad[1].Y-c.Quad[0].Y, c.Quad[1].X-c.Quad[0].X) * 180 / math.Pi
			down := math.Atan2(c.Quad[3].Y-c.Quad[0].Y, c.Quad[3].X-c.Quad[0].X) * 180 / math.Pi
			if math.Abs(right-30) > 0.1 || math.Abs(down-120) > 0.1 {
				t.Errorf("turned %d quarters: %v's right is at %.1f degrees, its bottom at %.1f", turn, c.Letter, right, down)
			}
		}
	}
}

func TestWarnings(t *testing.T) {
	words := madeup.NewWords("GAME", "CAT", "HAT")
	tests := []struct {
		name   string
		rows   []string
		change func(*testing.T, engine.Observation)
		want   string
	}{
		{"a clear board needs no warning", []string{"GAME"}, nil, ""},
		{"a letter between two is of low confidence", []string{"XAME"},
			func(t *testing.T, o engine.Observation) { like(at(t, o, 0, 0), "QX", 0.1) }, "low_confidence"},
		{"a blank that several letters fit needs a person", []string{"?AT"}, nil, "unsettled_blank"},
		{"tiles apart are not counted", []string{"GAME", "", "", "CAT"}, nil, "second_structure"},
		{"what vision warned of is passed on", []string{"GAME"},
			func(_ *testing.T, o engine.Observation) { o.Warnings[0].Code = "mirrored" }, "mirrored"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			board := madeup.Board(test.rows...)
			for p, c := range board {
				c.Blank = c.Letter == engine.Unsettled
				board[p] = c
			}
			obs := observe(board, straight)
			obs.Warnings = []engine.Warning{{}}
			if test.change != nil {
				test.change(t, obs)
			}
			var codes []string
			for _, w := range reading.Read(obs, words).Warnings {
				if w.Code != "" {
					codes = append(codes, w.Code)
				}
			}
			if got := strings.Join(codes, " "); got != test.want {
				t.Errorf("warned of %q, want %q", got, test.want)
			}
		})
	}
}

func TestAColorBetweenTwoAsksForTheOwner(t *testing.T) {
	obs := observe(madeup.Board("GAME"), straight)
	at(t, obs, 0, 1).Color = engine.ColorLikelihoods{}
	got := reading.Read(obs, madeup.NewWords("GAME")).Warnings
	want := "the owners of 1 of 4 tiles are uncertain, since colors look alike in this light: check them"
	if len(got) != 1 || got[0].Code != "low_confidence" || got[0].Message != want {
		t.Errorf("warned of %v", got)
	}
}

func TestNothingIsAnEmptyPosition(t *testing.T) {
	for name, obs := range map[string]engine.Observation{
		"no cells":   {},
		"only gaps":  {Cells: []engine.CellEvidence{{Tile: -3}, {Tile: -1, Place: engine.Place{Row: 1}}}},
		"no numbers": {Cells: []engine.CellEvidence{{Tile: math.NaN()}}},
	} {
		if p := reading.Read(obs, nil); len(p.Board) != 0 || p.Board == nil || len(p.Cells) != 0 {
			t.Errorf("%s: %d cells", name, len(p.Cells))
		}
	}
}

func TestAnUnseenPlaceDoesNotPartTheStructure(t *testing.T) {
	obs := observe(madeup.Board("GAMES", "    A", "    T"), straight)
	for i, e := range obs.Cells {
		if e.Place == (engine.Place{Row: 0, Col: 2}) {
			obs.Cells = append(obs.Cells[:i], obs.Cells[i+1:]...)
			break
		}
	}
	if p := reading.Read(obs, nil); len(p.Board) != 6 {
		t.Errorf("%d of the 6 tiles in sight belong to the structure", len(p.Board))
	}
}

func FuzzRead(f *testing.F) {
	f.Add(uint64(1), 5, 1.0)
	f.Add(uint64(2), 40, math.Inf(1))
	words := madeup.NewWords("GAME", "AT")
	f.Fuzz(func(t *testing.T, seed uint64, cells int, scale float64) {
		r := rand.New(rand.NewPCG(seed, 1))
		var obs engine.Observation
		for range min(max(cells, 0), 30) {
			obs.Cells = append(obs.Cells, madeup.Anything(r, scale))
		}
		p := reading.Read(obs, words)
		for _, c := range p.Cells {
			if !(c.Confidence >= 0 && c.Confidence <= 1) || p.Board[c.Place] != c.Cell {
				t.Errorf("%+v", c)
			}
		}
	})
}
