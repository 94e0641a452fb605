package recognize

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/homography"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/picture"
)

// How near to a player's plastic a hue is in the cheap look.
const (
	mostFar   = 9.0  // squared Mahalanobis distance
	leastPale = 0.45 // share of the plastic's colorfulness: wood and cream have less of yellow's
)

// vivid says whether a hue is a player's, however bright, and not pale.
func vivid(h hue.Hue, color int) bool {
	p := &hue.PlasticHues[color]
	share := (h[0]*p.Mean[0] + h[1]*p.Mean[1]) / (p.Mean[0]*p.Mean[0] + p.Mean[1]*p.Mean[1])
	return share > leastPale && p.Mahalanobis(h, hue.Hue{}) < mostFar
}

const (
	across      = 200   // points of the cheap look along the picture's longer side
	leastColors = 0.002 // share of these that have the second color: each of 192 stills that surely show the game has half as many more
)

// colored says whether two players' hues are there, as far as single points show.
func colored(r *picture.Raster) bool {
	var seen [len(hue.PlasticHues)]int
	step, all := float64(max(r.W, r.H))/across, 0
	for y := step / 2; y < float64(r.H); y += step {
		for x := step / 2; x < float64(r.W); x += step {
			h := hue.HueOf(r.At(engine.Point{X: x, Y: y}))
			for color := range seen {
				if vivid(h, color) {
					seen[color]++
				}
			}
			all++
		}
	}
	slices.Sort(seen[:])
	return float64(seen[len(seen)-2]) > leastColors*float64(all)
}

// samples is the number of points along the side of a face.
const samples = 9

// Plastic is the median color of a face or its inner part: ink covers less than half of it.
func Plastic(r *picture.Raster, face engine.Quad) picture.BGR {
	h := homography.OfSquare(face)
	var grid [samples * samples]engine.Point
	for i := range grid {
		grid[i] = h.At((float64(i%samples)+0.5)/samples, (float64(i/samples)+0.5)/samples)
	}
	return r.MedianOf(grid[:])
}
