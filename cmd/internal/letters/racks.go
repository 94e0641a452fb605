package letters

import (
	"math"
	"strings"
)

// Rack is a row of tiles beside the grid, side by side and one way up.
type Rack struct {
	Letters string `json:"letters"` // from left to right as they are read
	Tiles   []int  `json:"tiles"`   // their places in the list of tiles
}

// How tiles of a row lie, in sides of a tile.
const (
	leastRack      = 2    // tiles
	nextLeast      = 0.75 // from one's middle to the next one's
	nextMost       = 1.6  // a gap
	nextOff        = 0.35 // above or below
	nextSlant      = 0.9  // least cosine between their edges
	nextSizeLeast  = 0.7  // of the next one's side
	nextSizeLarger = 1 / nextSizeLeast
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
	right, down := t.edges()
	ox, _ := o.edges()
	at, from := o.middle(), t.middle()
	d := [2]float64{at[0] - from[0], at[1] - from[1]}
	area := cross(right, down)
	along, off := cross(d, down)/area, cross(right, d)/area
	size := math.Hypot(ox[0], ox[1]) / math.Hypot(right[0], right[1])
	slant := (right[0]*ox[0] + right[1]*ox[1]) / (math.Hypot(right[0], right[1]) * math.Hypot(ox[0], ox[1]))
	return along, along > nextLeast && along < nextMost && math.Abs(off) < nextOff && slant > nextSlant && size > nextSizeLeast && size < nextSizeLarger
}

// edges are a tile's mean edges to the right and down, as its letter is read.
func (t *Tile) edges() (right, down [2]float64) {
	c := &t.Corners
	for k := range right {
		right[k] = (c[1][k] - c[0][k] + c[2][k] - c[3][k]) / 2
		down[k] = (c[3][k] - c[0][k] + c[2][k] - c[1][k]) / 2
	}
	return right, down
}

func (t *Tile) middle() (m [2]float64) {
	for _, c := range t.Corners {
		m[0], m[1] = m[0]+c[0]/4, m[1]+c[1]/4
	}
	return m
}

func cross(a, b [2]float64) float64 { return a[0]*b[1] - a[1]*b[0] }
