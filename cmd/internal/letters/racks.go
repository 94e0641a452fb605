package letters

import (
	"math"
	"strings"

	"tilewatch/engine"
	"tilewatch/vision/geom"
)

// Rack is a row of tiles beside the grid, side by side and one way up.
type Rack struct {
	Letters string `json:"letters"` // from left to right as they are read
	Tiles   []int  `json:"tiles"`   // their places in the list of tiles
}

// How tiles of a row lie, in sides of a tile.
const (
	leastRack = 2       // tiles
	nextLeast = 0.75    // from one's middle to the next one's
	nextMost  = 1.6     // a gap
	nextOff   = 0.35    // above or below
	nextSlant = 0.9     // least cosine between their edges
	nextSize  = 1 / 0.7 // most ratio of their sides
)

// findRacks finds the rows of tiles that stand beside a grid: a rack, or a hand that lies on the table. Without a grid tiles lie as they fell.
func (r *Result) findRacks() {
	r.Racks = []Rack{}
	if len(r.Grid) == 0 {
		return
	}
	next, follows := map[int]int{}, map[int]int{}
	for i := len(r.Grid); i < len(r.Tiles); i++ {
		nearest := nextMost
		for j := len(r.Grid); j < len(r.Tiles); j++ {
			if _, taken := follows[j]; taken || i == j {
				continue
			}
			if along, ok := r.Tiles[i].along(&r.Tiles[j]); ok && along < nearest {
				next[i], nearest = j, along
			}
		}
		if j, has := next[i]; has {
			follows[j] = i
		}
	}
	for i := len(r.Grid); i < len(r.Tiles); i++ {
		if _, has := follows[i]; has {
			continue
		}
		var text strings.Builder
		rack := Rack{}
		for at, more := i, true; more; at, more = next[at] {
			rack.Tiles = append(rack.Tiles, at)
			text.WriteString(r.Tiles[at].Letter.String())
		}
		if rack.Letters = text.String(); len(rack.Tiles) >= leastRack {
			r.Racks = append(r.Racks, rack)
		}
	}
}

// along is how far right of a tile another one of its row lies, in sides; false if it is of no row with it.
func (t *Tile) along(o *Tile) (float64, bool) {
	own, other := t.quad(), o.quad()
	right, down := edges(own)
	ox, _ := edges(other)
	d := geom.Sub(geom.Middle(other), geom.Middle(own))
	area := geom.Cross(right, down)
	along, off := geom.Cross(d, down)/area, geom.Cross(right, d)/area
	slant := (right.X*ox.X + right.Y*ox.Y) / (geom.Length(right) * geom.Length(ox))
	return along, along > nextLeast && along < nextMost && math.Abs(off) < nextOff && slant > nextSlant && geom.Similar(geom.Length(ox), geom.Length(right), nextSize)
}

// edges are a face's mean edges to the right and down, as its letter is read.
func edges(q engine.Quad) (right, down engine.Point) {
	return geom.Scale(geom.Sub(geom.Add(q[1], q[2]), geom.Add(q[0], q[3])), 0.5), geom.Scale(geom.Sub(geom.Add(q[3], q[2]), geom.Add(q[0], q[1])), 0.5)
}
