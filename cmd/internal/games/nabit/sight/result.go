// Package sight reads NAB-IT!'s pictures: one photo into what lies on the table and the score, in the form that the command line
// prints and draws, and a film's frames into observations. Eyes are vision with the letter readers behind it.
package sight

import (
	"fmt"
	"slices"
	"strings"

	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/reading"
)

// Result is the answer for one NAB-IT! photo. Lists are never null in JSON.
type Result struct {
	Photo     string           `json:"photo"`
	Game      string           `json:"game"`
	ElapsedMS float64          `json:"elapsed_ms"` // from the file's bytes in memory to the result
	Cells     []Cell           `json:"cells"`      // by row, then column
	Words     []Word           `json:"words"`
	Racks     []Rack           `json:"racks"`
	Banks     []Bank           `json:"banks"`
	Scores    []nabit.Score    `json:"scores"`
	Winners   []engine.Color   `json:"winners"`
	Warnings  []engine.Warning `json:"warnings"`
}

// Cell is one stack.
type Cell struct {
	engine.Place
	Letter     engine.Letter `json:"letter"` // ? for a blank that could be several
	Blank      bool          `json:"blank"`
	Color      engine.Color  `json:"color"`
	Height     int           `json:"height"`
	Corners    photo.Corners `json:"corners"` // of the top tile's face
	Confidence float64       `json:"confidence"`
	Doubt      string        `json:"doubt,omitempty"` // in words, what else it may be
}

// Word is a word on the board and who controls it.
type Word struct {
	engine.Word
	Controllers []engine.Color `json:"controllers"`
}

// Rack is a row of loose tiles.
type Rack struct {
	Color engine.Color `json:"color"`
	Tiles []RackTile   `json:"tiles"`
}

// RackTile is one loose tile; its letter is ? when it is blank or cannot be read.
type RackTile struct {
	Letter  engine.Letter `json:"letter"`
	Corners photo.Corners `json:"corners"`
}

// Bank is a bank tile and what is stacked on it.
type Bank struct {
	Color  *engine.Color `json:"color"` // the owner's; null when it is empty
	Tiles  int           `json:"tiles"` // without the gray one
	Center [2]float64    `json:"center"`
}

// shape puts a position and what lies beside it into the answer's form. out is who played the last tile, or NoColor.
func shape(p reading.Position, obs engine.Observation, out engine.Color) Result {
	scores := nabit.Scores(p.Board, banked(obs.Banks), out, players(p.Board, obs, out))
	return Result{
		Game: "nabit", Cells: cells(p.Cells), Words: words(p.Board), Racks: racks(obs.Racks), Banks: banks(obs.Banks),
		Scores: orEmpty(scores), Winners: orEmpty(nabit.Winners(scores)), Warnings: orEmpty(p.Warnings),
	}
}

// orEmpty makes a missing list an empty one: the contract's lists are always there.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func cells(read []reading.Cell) []Cell {
	out := make([]Cell, len(read))
	for i, c := range read {
		out[i] = Cell{c.Place, shown(c.Letter), c.Blank, c.Color, c.Height, photo.CornersOf(c.Quad), photo.Round(c.Confidence, 4), doubt(c)}
	}
	return out
}

// doubted is the probability below which a part of a reading counts as doubtful.
const doubted = 0.8

// doubt says in words what a cell may be instead; "" if it is sure.
func doubt(c reading.Cell) string {
	var parts []string
	note := func(sure float64, text string, args ...any) {
		if sure < doubted {
			parts = append(parts, fmt.Sprintf(text, args...))
		}
	}
	note(c.Sure.Tile, "maybe no tile")
	if len(c.Alternatives) > 0 && !c.Blank {
		note(c.Sure.Letter, "%s or %s", c.Letter, faceName(c.Alternatives[0]))
	}
	note(c.Sure.Color, "%s or %s", c.Color, c.Second.Color)
	note(c.Sure.Height, "%d or %d high", min(c.Height, c.Second.Height), max(c.Height, c.Second.Height))
	return strings.Join(parts, ", ")
}

func faceName(f reading.Face) string {
	if f.Blank {
		return "blank"
	}
	return f.Letter.String()
}

func words(b engine.Board) []Word {
	out := []Word{}
	for _, w := range nabit.Words(b) {
		out = append(out, Word{w, orEmpty(nabit.Controllers(b, w))})
	}
	return out
}

func racks(seen []engine.Rack) []Rack {
	out := make([]Rack, len(seen))
	for i, r := range seen {
		out[i] = Rack{r.Color, make([]RackTile, len(r.Tiles))}
		for j, t := range r.Tiles {
			out[i].Tiles[j] = RackTile{shown(t.Letter), photo.CornersOf(t.Quad)}
		}
	}
	return out
}

func banks(seen []engine.Bank) []Bank {
	out := make([]Bank, len(seen))
	for i, b := range seen {
		out[i] = Bank{Tiles: b.Tiles, Center: photo.Pair(b.Center)}
		if b.Color != engine.NoColor {
			out[i].Color = &b.Color
		}
	}
	return out
}

// banked adds up the banked tiles of each color.
func banked(seen []engine.Bank) map[engine.Color]int {
	tiles := map[engine.Color]int{}
	for _, b := range seen {
		tiles[b.Color] += b.Tiles
	}
	return tiles
}

// players are all whose tiles are in the picture, and who is said to have played last.
func players(b engine.Board, obs engine.Observation, out engine.Color) []engine.Color {
	seen := map[engine.Color]bool{out: true}
	for _, c := range b {
		seen[c.Color] = true
	}
	for _, r := range obs.Racks {
		seen[r.Color] = true
	}
	for _, bank := range obs.Banks {
		seen[bank.Color] = true
	}
	return slices.DeleteFunc(slices.Clone(engine.PlayerColors[:]), func(c engine.Color) bool { return !seen[c] })
}

// shown writes a letter nobody could read as "?".
func shown(l engine.Letter) engine.Letter {
	if l == 0 {
		return engine.Unsettled
	}
	return l
}
