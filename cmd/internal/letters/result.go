package letters

import (
	"fmt"
	"strings"

	"tilewatch/cmd/internal/photo"
	"tilewatch/cmd/internal/term"
	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/vision/picture"
)

// Result is the line for one photo.
type Result struct {
	Photo     string   `json:"photo"`
	ElapsedMS float64  `json:"elapsed_ms"`
	Tiles     []Tile   `json:"tiles"`
	Grid      []Cell   `json:"grid"`
	Words     []string `json:"words"`
	Racks     []Rack   `json:"racks"`

	Warnings []engine.Warning `json:"warnings"`
}

// Tile is one letter tile: its corners from the upper left as its letter is read, its plastic's color as red, green, blue.
type Tile struct {
	Letter     engine.Letter `json:"letter"`
	Corners    [4][2]float64 `json:"corners"`
	Color      [3]uint8      `json:"color"`
	Confidence float64       `json:"confidence"`
}

// Cell is a place of the largest lattice of linked tiles.
type Cell struct {
	engine.Place
	Letter engine.Letter `json:"letter"`
}

// empty is the answer for a picture without a tile.
func empty() Result {
	return Result{Tiles: []Tile{}, Grid: []Cell{}, Words: []string{}, Racks: []Rack{}, Warnings: []engine.Warning{{Code: string(picture.NoTiles),
		Message: "no letter tiles lie there: if some do, take the photo from nearer, with the tiles in the light"}}}
}

func corners(q engine.Quad) (c [4][2]float64) {
	for i, p := range q {
		c[i] = photo.Pair(p)
	}
	return c
}

// lay puts the board down with its smallest row and column at 0, reads its words, and finds the racks beside it.
func (r *Result) lay(board engine.Board) {
	low, _ := board.Bounds()
	for _, p := range board.Places() {
		r.Grid = append(r.Grid, Cell{p.Sub(low), board[p].Letter})
		for _, d := range [2]engine.Direction{engine.Across, engine.Down} {
			if word := run(board, p, d); len(word) > 1 {
				r.Words = append(r.Words, word)
			}
		}
	}
	r.findRacks()
}

// run is the run of letters that begins at a place; empty if one goes on there.
func run(board engine.Board, p engine.Place, d engine.Direction) string {
	if _, before := board[p.Sub(d.Step())]; before {
		return ""
	}
	var word strings.Builder
	for {
		c, ok := board[p]
		if !ok {
			return word.String()
		}
		word.WriteString(c.Letter.String())
		p = p.Add(d.Step())
	}
}

// quad is the tile's face.
func (t *Tile) quad() (q engine.Quad) {
	for i, c := range t.Corners {
		q[i] = engine.Point{X: c[0], Y: c[1]}
	}
	return q
}

// doubted is the confidence below which a tile is drawn as doubtful.
const doubted = 0.8

// Overlay draws what was seen on the photo. It returns a JPEG file.
func (r Result) Overlay(data []byte) ([]byte, error) {
	var marks []game.Mark
	for _, t := range r.Tiles {
		marks = append(marks, game.Mark{Label: t.Letter.String(), Quad: t.quad(), Doubtful: t.Confidence < doubted})
	}
	return photo.Draw(data, marks, []string{fmt.Sprintf("%s, %d linked", engine.Count(len(r.Tiles), "tile"), len(r.Grid))})
}

// Text is the answer for people: the grid as it lies, and its words.
func (r Result) Text(term.Painter) string {
	var text strings.Builder
	if len(r.Tiles) == 0 {
		for _, w := range r.Warnings {
			fmt.Fprintf(&text, "%s: %s\n", r.Photo, w.Message)
		}
		return text.String()
	}
	fmt.Fprintf(&text, "%s: %s\n", r.Photo, engine.Count(len(r.Tiles), "tile"))
	row, col := 0, 0
	for _, c := range r.Grid {
		for ; row < c.Row; row, col = row+1, 0 {
			text.WriteString("\n")
		}
		if col == 0 {
			text.WriteString(" ")
		}
		text.WriteString(strings.Repeat(" .", c.Col-col) + " " + c.Letter.String())
		col = c.Col + 1
	}
	if len(r.Grid) > 0 {
		text.WriteString("\n")
	}
	if len(r.Words) > 0 {
		fmt.Fprintf(&text, "  %s\n", strings.Join(r.Words, " "))
	}
	for _, rack := range r.Racks {
		fmt.Fprintf(&text, "  beside it: %s\n", rack.Letters)
	}
	for _, w := range r.Warnings {
		fmt.Fprintf(&text, "  note: %s\n", w.Message)
	}
	return text.String()
}
