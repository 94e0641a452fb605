package hypothesis

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/follow/evidence"
)

// Bounds of the lines that the search tries. Hand-set: the counts bound the time of a search.
const (
	clearGain  = 4  // nats from which a place surely has a new tile, if the hypothesis is right at all
	worthGain  = -3 // nats down to which a new tile is considered
	openPlaces = 4  // doubtful places of a line, with all their subsets
	triedPlays = 8  // plays whose letters are worked out
	startGain  = 2  // nats that the tiles of a play must explain together
)

// gain is how much better a new tile at a place explains the view.
type gain struct {
	engine.Place
	nats float64
}

// gains returns the places where one more tile of the color may lie, by row and column. NoColor stands for any color, and for clear
// gains only.
func (t scorer) gains(board engine.Board, color engine.Color) []gain {
	var out []gain
	for _, p := range t.looks {
		if color != engine.NoColor {
			if g := t.gain(board, p, color); g > worthGain {
				out = append(out, gain{p, g})
			}
			continue
		}
		for _, c := range t.Colors() {
			if g := t.gain(board, p, c); g > clearGain {
				out = append(out, gain{p, g})
				break
			}
		}
	}
	return out
}

// gain returns the log-likelihood ratio of one more tile of the color at p against the board.
func (t scorer) gain(board engine.Board, p engine.Place, color engine.Color) float64 {
	old := board[p]
	if old.Height >= engine.MaxHeight {
		return math.Inf(-1)
	}
	if t.covers(board, p, color) {
		return clearGain // the heights bear it out; whose turn laid it is open
	}
	next := engine.Cell{Color: color, Height: old.Height + 1}
	next.Letter, next.Blank = t.likeliest(p, old, color)
	nats := t.cell(p, next) - t.cell(p, old) + t.view.Weight*evidence.AlsoLost*(1-t.view.Looks[p].Share)
	if old.Height > 0 && next.Letter == old.Letter && next.Letter != engine.Unsettled {
		nats += t.sameLetterPrior(p, old)
	}
	return nats
}

// likeliest returns the likeliest letter of a new tile of the color on top of the old cell.
func (t scorer) likeliest(p engine.Place, old engine.Cell, color engine.Color) (engine.Letter, bool) {
	m, at := t.view.Looks[p], -1
	for i, v := range m.Read {
		if !unchanged(old, color, i) && (at < 0 || v > m.Read[at]) {
			at = i
		}
	}
	if at == engine.BlankIndex {
		return engine.Unsettled, true
	}
	return engine.Letter('A' + at), false
}

// unchanged reports whether a tile of that color and face (an index of letters) would look just like the tile that it covers. No play
// does that. The same letter in another color is against the rules too, but the old letter may be misread.
func unchanged(old engine.Cell, color engine.Color, face int) bool {
	if old.Height == 0 || old.Color != color {
		return false
	}
	if face == engine.BlankIndex {
		return old.Blank
	}
	return !old.Blank && old.Letter == engine.Letter('A'+face)
}

// line is a set of places for one play, with the gain of all of them.
type line struct {
	color  engine.Color
	places []engine.Place
	nats   float64
}

// bestLines returns the places of the turns that may follow on the board, those with the highest gain first.
func (t scorer) bestLines(board engine.Board) []line {
	var lines []line
	for _, color := range t.Colors() {
		lines = append(lines, t.lines(board, color)...)
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(b.nats, a.nats) })
	return lines[:min(len(lines), triedPlays)]
}

// lines returns the sets of places in one row or column where a play of the color may lie.
func (t scorer) lines(board engine.Board, color engine.Color) []line {
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

// subsets returns the clear places of a line with every choice of its doubtful ones, if they hold at least so many tiles.
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
