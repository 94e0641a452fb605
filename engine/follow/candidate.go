package follow

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/reading"
)

const (
	clearGain  = 4  // nats from which a place surely has a new tile, if the story is right at all
	worthGain  = -3 // nats down to which a new tile is considered
	openPlaces = 4  // doubtful places of a line of which all subsets are tried
	triedPlays = 8  // plays whose letters are worked out
	startGain  = 2  // nats that the tiles of a play must explain together
)

// gain is how much better the view is explained by a new tile at a place.
type gain struct {
	engine.Place
	nats float64
}

// gains are the places where one more tile of the color may have been laid, by row and column. NoColor asks for
// any color, and for clear gains only.
func (t teller) gains(board engine.Board, color engine.Color) []gain {
	var out []gain
	for p := range t.view.looks {
		if color != engine.NoColor {
			if g := t.gain(board, p, color); g > worthGain {
				out = append(out, gain{p, g})
			}
			continue
		}
		for _, c := range t.colors() {
			if g := t.gain(board, p, c); g > clearGain {
				out = append(out, gain{p, g})
				break
			}
		}
	}
	slices.SortFunc(out, func(a, b gain) int { return engine.ComparePlaces(a.Place, b.Place) })
	return out
}

// colors are those whose turn it could be.
func (f *Follower) colors() []engine.Color {
	if len(f.players) > 0 {
		return f.players
	}
	return engine.PlayerColors[:]
}

func (t teller) gain(board engine.Board, p engine.Place, color engine.Color) float64 {
	old := board[p]
	if old.Height >= engine.MaxHeight {
		return math.Inf(-1)
	}
	next := engine.Cell{Color: color, Height: old.Height + 1}
	next.Letter, next.Blank = t.likeliest(p, old, color)
	return t.cell(p, next) - t.cell(p, old) + t.view.weight*alsoLost*(1-t.view.looks[p].share)
}

// likeliest is the letter that the picture likes best of a new tile of the color on top of the old cell.
func (t teller) likeliest(p engine.Place, old engine.Cell, color engine.Color) (engine.Letter, bool) {
	m, at := t.view.looks[p], -1
	for i, v := range m.read {
		if !unchanged(old, color, i) && (at < 0 || v > m.read[at]) {
			at = i
		}
	}
	if at == engine.BlankIndex {
		return engine.Unsettled, true
	}
	return engine.Letter('A' + at), false
}

// unchanged tells whether a tile of that color and face (an index of letters) would look just like the one it is
// laid on. No play does that; the same letter in another color is against the rules too, but the old letter may have
// been read wrong.
func unchanged(old engine.Cell, color engine.Color, face int) bool {
	if old.Height == 0 || old.Color != color {
		return false
	}
	if face == engine.BlankIndex {
		return old.Blank
	}
	return !old.Blank && old.Letter == engine.Letter('A'+face)
}

// line is a set of places for one play, with what they explain together.
type line struct {
	color  engine.Color
	places []engine.Place
	nats   float64
}

// bestLines are the places of the turns that may follow on the board, those that explain most first.
func (t teller) bestLines(board engine.Board) []line {
	var lines []line
	for _, color := range t.colors() {
		lines = append(lines, t.lines(board, color)...)
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(b.nats, a.nats) })
	return lines[:min(len(lines), triedPlays)]
}

// lines are the sets of places in one row or column where a play of the color may lie.
func (t teller) lines(board engine.Board, color engine.Color) []line {
	rows, cols := map[int][]gain{}, map[int][]gain{}
	for _, g := range t.gains(board, color) {
		rows[g.Row] = append(rows[g.Row], g)
		cols[g.Col] = append(cols[g.Col], g)
	}
	var out []line
	for _, gains := range rows {
		out = append(out, subsets(gains, color, 1)...)
	}
	for _, gains := range cols {
		out = append(out, subsets(gains, color, 2)...)
	}
	slices.SortFunc(out, func(a, b line) int { // maps come in any order
		return cmp.Or(cmp.Compare(b.nats, a.nats), slices.CompareFunc(a.places, b.places, engine.ComparePlaces))
	})
	return out
}

// subsets are the clear places of a line with every choice of its doubtful ones, if at least so many tiles.
func subsets(gains []gain, color engine.Color, least int) []line {
	slices.SortStableFunc(gains, func(a, b gain) int { return cmp.Compare(b.nats, a.nats) })
	clear := 0
	for clear < len(gains) && clear < nabit.RackSize && gains[clear].nats > clearGain {
		clear++
	}
	open := gains[clear:min(len(gains), clear+openPlaces)]
	var out []line
	for choice := range 1 << len(open) {
		l := line{color: color}
		for i, g := range gains[:clear+len(open)] {
			if i < clear || choice>>(i-clear)&1 == 1 {
				l.places = append(l.places, g.Place)
				l.nats += g.nats
			}
		}
		if len(l.places) >= least && len(l.places) <= nabit.RackSize && l.nats > startGain {
			slices.SortFunc(l.places, engine.ComparePlaces)
			out = append(out, l)
		}
	}
	return out
}

// spell reads the letters of a play with the words they make; blanked says that its player has laid a blank before.
func (t teller) spell(board engine.Board, l line, blanked bool) nabit.Play {
	words := t.crossword(board, l.places, l.color, blanked)
	p := nabit.Play{Color: l.color}
	for _, place := range l.places {
		tile := nabit.Placement{Place: place, Height: board[place].Height + 1}
		tile.Letter, tile.Blank = words.Letter(place)
		p.Placements = append(p.Placements, tile)
	}
	return p
}

// crossword reads new tiles of the color on the board at these places, with the tiles in line with them. Runs of old tiles that are
// parts of words only cost the same whatever the new tiles are read as.
func (t teller) crossword(board engine.Board, places []engine.Place, color engine.Color, blanked bool) reading.Crossword {
	tiles := make(map[engine.Place][]reading.Face, 8*len(places))
	for _, p := range places {
		tiles[p] = t.faces(p, board[p], color, blanked)
	}
	for _, p := range places {
		for _, step := range (engine.Place{}).Neighbors() {
			for at := p.Add(step); ; at = at.Add(step) {
				c, there := board[at]
				_, placed := tiles[at]
				if !there && !placed {
					break
				}
				if !placed {
					tiles[at] = reading.Fixed(c.Letter, c.Blank)
				}
			}
		}
	}
	return reading.Solve(tiles, t.words)
}

// faces are the ways to read a new tile of the color on top of the old cell.
func (t teller) faces(p engine.Place, old engine.Cell, color engine.Color, blanked bool) []reading.Face {
	m := t.view.looks[p]
	var weighed engine.LetterLikelihoods
	for i, v := range m.read {
		weighed[i] = max(v, -letterBound) * t.view.weight * m.clear() * m.legible()
	}
	if blanked {
		weighed[engine.BlankIndex] += secondBlank
	}
	var faces []reading.Face
	for _, f := range reading.Faces(weighed) {
		index := engine.BlankIndex
		if !f.Blank {
			index = int(f.Letter - 'A')
		}
		if unchanged(old, color, index) || f.Blank && f.Letter == old.Letter {
			continue
		}
		if old.Height > 0 && f.Letter == old.Letter {
			f.Score += brokenRule
		}
		faces = append(faces, f)
	}
	if len(faces) == 0 {
		letter, blank := t.likeliest(p, old, color)
		return reading.Fixed(letter, blank)
	}
	return faces
}
