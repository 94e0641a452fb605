package letters

import (
	"math"
	"reflect"
	"testing"

	"tilewatch/engine"
)

// lying is a tile of 40 pixels with its middle there, turned by so many degrees.
func lying(letter rune, x, y, degrees float64) Tile {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	t := Tile{Letter: engine.Letter(letter)}
	for i, c := range [4][2]float64{{-20, -20}, {20, -20}, {20, 20}, {-20, 20}} {
		t.Corners[i] = [2]float64{x + cos*c[0] - sin*c[1], y + sin*c[0] + cos*c[1]}
	}
	return t
}

func TestRowsBesideTheGridAreRacks(t *testing.T) {
	row := []Tile{lying('C', 500, 300, 20), lying('A', 500+42*math.Cos(0.349), 300+42*math.Sin(0.349), 22), lying('T', 500+86*math.Cos(0.349), 300+86*math.Sin(0.349), 18)}
	board := lying('Q', 100, 100, 0)
	for _, tt := range []struct {
		name string
		grid int
		all  []Tile
		want []Rack
	}{
		{"a row in any order", 1, []Tile{board, row[2], row[0], row[1]}, []Rack{{"CAT", []int{2, 3, 1}}}},
		{"two rows", 1, []Tile{board, row[0], row[1], lying('D', 100, 500, 180), lying('O', 56, 500, 180)}, []Rack{{"CA", []int{1, 2}}, {"DO", []int{3, 4}}}},
		{"one above the other", 1, []Tile{board, lying('A', 300, 300, 0), lying('B', 300, 342, 0)}, []Rack{}},
		{"one of them upside down", 1, []Tile{board, lying('A', 300, 300, 0), lying('B', 342, 300, 180)}, []Rack{}},
		{"far apart", 1, []Tile{board, lying('A', 300, 300, 0), lying('B', 380, 300, 0)}, []Rack{}},
		{"beside a tile of the grid", 1, []Tile{board, lying('A', 142, 100, 0)}, []Rack{}},
		{"without a grid", 0, row, []Rack{}},
	} {
		r := Result{Tiles: tt.all, Grid: make([]Cell, tt.grid)}
		r.findRacks()
		if !reflect.DeepEqual(r.Racks, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, r.Racks, tt.want)
		}
	}
}
