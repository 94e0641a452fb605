package tilemap

import (
	"slices"

	"tilewatch/vision/kernel"
	"tilewatch/vision/picture"
)

// Shows reports whether a picture, from a camera that stands still, shows what the map's picture does: nothing but noise and the lamp has changed. It takes
// about a tenth of the time of a new map. m may be nil.
func (m *Map) Shows(r *picture.Raster) bool {
	if m == nil {
		return false
	}
	small, scale := shrunk(r)
	return m.Scale == scale/2 && same(m.small, small)
}

// Of changed blocks. Hand-set: a letter's strokes under a tile of the smallest size change their block by 15 levels and more, and cameras' noise by 1 to 3.
const (
	blockSide   = 8   // pixels of the small picture
	blockLevels = 4.0 // mean absolute difference of a block that has changed, beyond
	blockRatio  = 2.0 // so many times the median block's, which is noise and the lamp's
)

// same reports whether no block of two pictures differs by more than noise does.
func same(a, b kernel.Picture) bool {
	if a.W != b.W || a.H != b.H {
		return false
	}
	across := a.W / blockSide
	differ := make([]int, across*(a.H/blockSide))
	for y := range a.H / blockSide * blockSide {
		row := differ[y/blockSide*across:][:across]
		for x := range row {
			from := 3 * (y*a.W + x*blockSide)
			for i, v := range a.BGR[from:][:3*blockSide] {
				d := int(v) - int(b.BGR[from+i])
				row[x] += max(d, -d)
			}
		}
	}
	most := slices.Max(differ)
	slices.Sort(differ)
	const values = 3 * blockSide * blockSide
	return float64(most) <= blockRatio*float64(differ[len(differ)/2])+blockLevels*values
}
