package nabit

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/engine/nabit/follow"
	"tilewatch/web/album"
	webdesk "tilewatch/web/desk"
)

// Seen implements table.Places.
func (p *party) Seen() (tiles []webdesk.SeenTile) {
	board, where := p.follower.State().Board, p.follower.Where()
	for _, at := range board.Places() {
		if quad, ok := where[at]; ok {
			cell := board[at]
			tiles = append(tiles, webdesk.SeenTile{Quad: quad, Letter: cell.Letter, Color: cell.Color, Height: cell.Height})
		}
	}
	return tiles
}

// Readings implements table.Places.
func (p *party) Readings(at engine.Place) (readings []webdesk.Reading) {
	for _, face := range p.follower.Readings(at) {
		readings = append(readings, webdesk.Reading{Letter: face.Letter, Blank: face.Blank, Chance: math.Exp(face.Score)})
	}
	if p.follower.State().Board[at].Blank { // the picture says nothing of its letter: the words do
		letters, _ := p.likely(p.follower.State().Board, at)
		slices.SortStableFunc(readings, func(a, b webdesk.Reading) int {
			return cmp.Or(-cmp.Compare(rounded(a.Chance), rounded(b.Chance)), cmp.Compare(slices.Index(letters, a.Letter), slices.Index(letters, b.Letter)))
		})
	}
	return readings
}

// rounded is a chance in hundredths: finer differences say nothing.
func rounded(chance float64) int { return int(100*chance + 0.5) }

// Where implements table.Places.
func (p *party) Where(at engine.Place) (engine.Quad, bool) {
	quad, seen := p.follower.Where()[at]
	return quad, seen
}

// photograph is what the picture of a turn shows, if the line reports one.
func (p *party) photograph(l follow.Line) []album.Shot {
	if l.Type != follow.Played && l.Type != follow.Amended {
		return nil
	}
	shot, where := album.Shot{Turn: l.Turn, Confidence: l.Confidence}, p.follower.Where()
	for _, stack := range l.Board {
		if quad, ok := where[stack.Place]; ok {
			seen := album.Seen{Place: stack.Place, Cell: stack.Cell}
			for i, p := range quad {
				seen.Corners[i] = [2]float64{p.X, p.Y}
			}
			shot.Cells = append(shot.Cells, seen)
		}
	}
	for _, r := range p.follower.Racks() {
		shot.Racks = append(shot.Racks, album.Rack{Color: r.Color, Letters: r.Letters()})
	}
	return []album.Shot{shot}
}
