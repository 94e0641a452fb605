package tilemap

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/blob"
	"tilewatch/vision/picture"
)

// Peak is where the map shows the middle of a tile's face.
type Peak struct {
	At    engine.Point // in the picture
	Board float64      // log-odds that it is the board's and not one on a rack, a bank or anywhere else
	Near  float64      // distance to the nearest other peak, pixels; among tiles that touch about a pitch
	heat  float64      // log-odds
}

const (
	peakReach = 3    // a peak is the most heat within so many points each way
	peakHeat  = -1.1 // log-odds, at least: a probability of 1/4
	peakTile  = -0.4 // log-odds of a tile's face there, at least

	acrossMost = 1.6  // how far apart two tiles may be that show a third one across both, of the usual distance
	acrossOff  = 0.15 // and how far from the middle between them, of their distance
)

// Peaks are where the map shows tiles; without a map there are none.
func (m *Map) Peaks() []Peak {
	if m == nil {
		return nil
	}
	return m.peaks
}

// findPeaks are the local maxima of the heat that lie on tiles (non-maximum suppression).
func (m *Map) findPeaks() (all []Peak) {
	heat := m.out.Plane(heat)
	for y := range m.Height {
		for x := range m.Width {
			if i := y*m.out.Width + x; heat[i] > peakHeat && m.tile[i] > peakTile && m.highest(heat, x, y) {
				dx, dy := m.offset(heat, x, y, 1, 0), m.offset(heat, x, y, 0, 1)
				at := engine.Point{X: (float64(x)+0.5+dx)/m.Scale - 0.5, Y: (float64(y)+0.5+dy)/m.Scale - 0.5}
				all = append(all, Peak{At: at, Board: float64(m.board[i]), heat: float64(heat[i])})
			}
		}
	}
	setNear(all)
	typical := TypicalNear(all)
	kept := slices.DeleteFunc(slices.Clone(all), func(p Peak) bool { return p.heat < 0 && p.across(all, acrossMost*typical) })
	setNear(kept)
	return kept
}

// setNear sets the peaks' distances to the nearest other.
func setNear(all []Peak) {
	for i := range all {
		all[i].Near = math.Inf(1)
		for k := range all {
			if k != i {
				all[i].Near = min(all[i].Near, picture.Dist(all[i].At, all[k].At))
			}
		}
	}
}

// across reports whether a peak lies in the middle of two that are likelier middles than not, and at most so far apart: two tiles that touch may show a third
// one across both.
func (p *Peak) across(all []Peak, most float64) bool {
	for i := range all {
		for k := range i {
			a, b := &all[i], &all[k]
			if apart := picture.Dist(a.At, b.At); a.heat > 0 && b.heat > 0 && apart < most &&
				picture.Dist(p.At, engine.Point{X: (a.At.X + b.At.X) / 2, Y: (a.At.Y + b.At.Y) / 2}) < acrossOff*apart {
				return true
			}
		}
	}
	return false
}

// highest says whether no point around has more heat; of equal ones the first is the peak.
func (m *Map) highest(heat []float32, x, y int) bool {
	here := y*m.out.Width + x
	for v := max(0, y-peakReach); v <= min(m.Height-1, y+peakReach); v++ {
		for u := max(0, x-peakReach); u <= min(m.Width-1, x+peakReach); u++ {
			if i := v*m.out.Width + u; heat[i] > heat[here] || heat[i] == heat[here] && i < here {
				return false
			}
		}
	}
	return true
}

// offset is where between points the heat peaks along an axis: the vertex of the parabola through three points, within half a point.
func (m *Map) offset(heat []float32, x, y, dx, dy int) float64 {
	if x < dx || y < dy || x+dx >= m.Width || y+dy >= m.Height {
		return 0
	}
	i, step := y*m.out.Width+x, dy*m.out.Width+dx
	a, b, c := float64(heat[i-step]), float64(heat[i]), float64(heat[i+step])
	if bend := a - 2*b + c; bend < 0 {
		return min(max((a-c)/(2*bend), -0.5), 0.5)
	}
	return 0
}

// TypicalNear is the median of the peaks' distances to the nearest other; 0 for fewer than two.
func TypicalNear(all []Peak) float64 {
	var near []float64
	for _, p := range all {
		if !math.IsInf(p.Near, 1) {
			near = append(near, p.Near)
		}
	}
	return blob.UpperMedian(near)
}
