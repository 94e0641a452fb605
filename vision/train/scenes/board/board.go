// Package board plays boards of NAB-IT! by the rules, at random.
package board

import (
	"maps"
	"math/rand/v2"
	"slices"

	"tilewatch/engine"
)

// Tile is one tile as it lies: the letter that is up and the letter underneath. A blank has neither, and BlankAs is what its player declared.
type Tile struct {
	Color   string  `json:"colour"`
	Up      string  `json:"up"`
	Down    string  `json:"down"`
	BlankAs *string `json:"blank_as"`
}

// Letter is what the tile stands for.
func (t Tile) Letter() string {
	if t.BlankAs != nil {
		return *t.BlankAs
	}
	return t.Up
}

// Board has the stacks, each from the bottom up.
type Board map[engine.Place][]Tile

// Players are the colors that play.
var Players = []string{"red", "purple", "yellow", "green"}

// TilesEach is how many tiles a color has.
const TilesEach = 25

const (
	highest = 5  // tiles in a stack
	span    = 10 // rows and columns of a board at most
)

// Rare is the share of blanks among the tiles until a player has laid the one there is, as in a game.
const Rare = 0.03

func (b Board) Letter(p engine.Place) string {
	if s := b[p]; len(s) > 0 {
		return s[len(s)-1].Letter()
	}
	return ""
}

// Places are those of its stacks, row by row.
func (b Board) Places() []engine.Place {
	var all []engine.Place
	for p := range b {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, c engine.Place) int {
		if a.Row != c.Row {
			return a.Row - c.Row
		}
		return a.Col - c.Col
	})
	return all
}

func step(p engine.Place, down bool, n int) engine.Place {
	if down {
		p.Row += n
	} else {
		p.Col += n
	}
	return p
}

// Run is a word on the board.
type Run struct {
	Text  string
	Cells []engine.Place
	down  bool
}

// Runs are its words.
func (b Board) Runs() []Run {
	var all []Run
	for _, down := range []bool{false, true} {
		for _, p := range b.Places() {
			if b.Letter(step(p, down, -1)) != "" {
				continue
			}
			r := Run{down: down}
			for ; b.Letter(p) != ""; p = step(p, down, 1) {
				r.Text, r.Cells = r.Text+b.Letter(p), append(r.Cells, p)
			}
			if len(r.Cells) > 1 {
				all = append(all, r)
			}
		}
	}
	return all
}

// play is the board after a word, or nil if the rules forbid it.
func (b Board) play(word string, at engine.Place, down bool, color string, r *rand.Rand, blanks map[string]bool, share float64, before []Run) Board {
	changed := b.changes(word, at, down)
	if len(changed) == 0 || len(changed) > 5 || !b.linked(word, at, down) {
		return nil
	}
	after := maps.Clone(b)
	for i := range word {
		p, letter := step(at, down, i), word[i:i+1]
		if !changed[p] {
			continue
		}
		t := Tile{Color: color, Up: letter, Down: string(rune('A' + r.IntN(26)))}
		if !blanks[color] && r.Float64() < share {
			t, blanks[color] = Tile{Color: color, BlankAs: &letter}, true
		}
		after[p] = append(slices.Clone(b[p]), t)
	}
	if !after.fits(changed, before) {
		return nil
	}
	return after
}

// changes are the places where a word needs a tile; none if a stack is full.
func (b Board) changes(word string, at engine.Place, down bool) map[engine.Place]bool {
	changed := map[engine.Place]bool{}
	for i := range word {
		p := step(at, down, i)
		if b.Letter(p) == word[i:i+1] {
			continue
		}
		if len(b[p]) >= highest {
			return nil
		}
		changed[p] = true
	}
	return changed
}

// linked says whether a word would touch the board.
func (b Board) linked(word string, at engine.Place, down bool) bool {
	for i := range word {
		p := step(at, down, i)
		for _, d := range []engine.Place{{}, {Row: 1}, {Row: -1}, {Col: 1}, {Col: -1}} {
			if len(b[engine.Place{Row: p.Row + d.Row, Col: p.Col + d.Col}]) > 0 {
				return true
			}
		}
	}
	return len(b) == 0
}

// through is the word through a place.
func (b Board) through(p engine.Place, down bool) string {
	for b.Letter(step(p, down, -1)) != "" {
		p = step(p, down, -1)
	}
	text := ""
	for ; b.Letter(p) != ""; p = step(p, down, 1) {
		text += b.Letter(p)
	}
	return text
}

func (b Board) fits(changed map[engine.Place]bool, before []Run) bool {
	for p := range changed {
		for _, down := range []bool{false, true} {
			if w := b.through(p, down); len(w) > 1 && !known[w] {
				return false
			}
		}
	}
	low, high := engine.Place{Row: 99, Col: 99}, engine.Place{Row: -99, Col: -99}
	for p := range b {
		low, high = engine.Place{Row: min(low.Row, p.Row), Col: min(low.Col, p.Col)}, engine.Place{Row: max(high.Row, p.Row), Col: max(high.Col, p.Col)}
	}
	if high.Row-low.Row >= span || high.Col-low.Col >= span {
		return false
	}
	for _, w := range before {
		if !slices.ContainsFunc(w.Cells, func(p engine.Place) bool { return !changed[p] }) {
			return false
		}
	}
	return true
}

// Blanks says which colors have a blank on the board.
func (b Board) Blanks() map[string]bool {
	known := map[string]bool{}
	for _, s := range b {
		for _, t := range s {
			known[t.Color] = known[t.Color] || t.BlankAs != nil
		}
	}
	return known
}

// Count is how many tiles of a color lie on the board.
func (b Board) Count(color string) (n int) {
	for _, s := range b {
		for _, t := range s {
			if t.Color == color {
				n++
			}
		}
	}
	return n
}

// Draw plays words until the board has the number of stacks, or for as long as patience lasts. blanks is their share among the tiles of those who have
// one left.
func Draw(r *rand.Rand, colors []string, stacks int, blanks float64) Board {
	b, turn, runs := Board{}, 0, []Run{}
	for range 1000 {
		if len(b) >= stacks {
			break
		}
		word, at, down := words[r.IntN(len(words))], engine.Place{}, r.IntN(2) == 0
		if len(runs) > 0 {
			w := runs[r.IntN(len(runs))]
			k := r.IntN(len(w.Cells))
			if at, down = w.Cells[k], !w.down; r.IntN(2) == 0 { // over the word itself, or longer
				at, down = w.Cells[0], w.down
			} else {
				at = step(at, down, -r.IntN(len(word)))
			}
		}
		color := colors[turn%len(colors)]
		if after := b.play(word, at, down, color, r, b.Blanks(), blanks, runs); after != nil {
			turn++
			if after.Count(color) <= TilesEach {
				b, runs = after, after.Runs()
			}
		}
	}
	return b
}

// Controllers are who has most tiles at the word's highest level.
func (b Board) Controllers(cells []engine.Place) []string {
	high, most, count := 0, 0, map[string]int{}
	for _, p := range cells {
		high = max(high, len(b[p]))
	}
	for _, p := range cells {
		if s := b[p]; len(s) == high {
			count[s[high-1].Color]++
			most = max(most, count[s[high-1].Color])
		}
	}
	var who []string
	for _, c := range Players {
		if count[c] == most {
			who = append(who, c)
		}
	}
	return who
}
