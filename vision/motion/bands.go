package motion

import (
	"slices"
	"time"
)

// A lamp's hum under a rolling shutter lies over the picture in bands that wander. Each row of a frame is brought to the model's
// brightness before the two are compared.
const (
	// bandRows are the rows whose brightness is measured as one; bandSamples is on how many pixels at least.
	bandRows, bandSamples = 4, 24
	// bandStep is the grid on which it is measured, pixels of the view.
	bandStep = 3
	// bandMost is by how much a band's brightness may differ from the whole picture's: a hum is weaker, a hand that fills a row is not.
	bandMost = 0.2
	// bandsFor is how long every frame is leveled after one with bands.
	bandsFor = 3 * time.Second
	// bandGain is how much of the difference must go by leveling for it to be one of bands.
	bandGain = 0.75
	// bandLeast is the mean difference from the model, gray levels, under which no band reaches the limit of motion: its peaks are twice
	// as high.
	bandLeast = motionLeast / 3
)

// level takes the bands of a hum out of the frame, if there are any against the model.
func (g *Gate) level(on *model) {
	plain := g.view.unlike(on, nil)
	if plain < bandLeast && g.now >= g.bandsUntil {
		return
	}
	g.bands = g.view.rowGains(on, g.bands[:0])
	if g.view.unlike(on, g.bands) < bandGain*plain {
		g.bandsUntil = g.now + bandsFor
	}
	if g.now < g.bandsUntil {
		g.view.scaleRows(g.bands)
	}
}

// rowGains appends by how much each band is brighter than the model's, compared with the whole picture.
func (v *view) rowGains(m *model, gains []float32) []float32 {
	whole := v.gainOver(func(i int) float32 { return m.mean[i] })[1]
	var ratios []float32
	for top := 0; top < v.h; top += bandRows {
		ratios = ratios[:0]
		for y := top; y < min(v.h, top+bandRows); y += 2 {
			for x := 0; x < v.w; x += bandStep {
				i := 3*(y*v.w+x) + 1
				if now, then := float32(v.now[i]), m.mean[i]; now >= gainDarkest && now <= gainBrightest && then >= gainDarkest && then <= gainBrightest {
					ratios = append(ratios, now/then)
				}
			}
		}
		gain := float32(1)
		if len(ratios) >= bandSamples {
			slices.Sort(ratios)
			gain = ratios[len(ratios)/2] / whole
		}
		gains = append(gains, min(1+bandMost, max(1-bandMost, gain)))
	}
	return gains
}

// gainAt is the gain of a row, between those of two bands.
func gainAt(gains []float32, y int) float32 {
	at := max(0, (float32(y)+0.5)/bandRows-0.5)
	i := min(int(at), len(gains)-1)
	next := min(i+1, len(gains)-1)
	return gains[i] + (at-float32(i))*(gains[next]-gains[i])
}

// unlike is the mean difference of the frame, its rows divided by the gains, from the model, gray levels.
func (v *view) unlike(m *model, gains []float32) float32 {
	whole := v.gainOver(func(i int) float32 { return m.mean[i] })[1]
	var sum float32
	n := 0
	for y := 0; y < v.h; y += bandStep {
		gain := whole
		if gains != nil {
			gain *= gainAt(gains, y)
		}
		for x := 0; x < v.w; x += bandStep {
			i := 3*(y*v.w+x) + 1
			if d := abs32(float32(v.now[i]) - gain*m.mean[i]); d < swayOutlier {
				sum += d
				n++
			}
		}
	}
	return sum / float32(max(1, n))
}

// scaleRows divides each row by its gain.
func (v *view) scaleRows(gains []float32) {
	v.gained = false
	for y := range v.h {
		by := 1 / gainAt(gains, y)
		for i := 3 * y * v.w; i < 3*(y+1)*v.w; i++ {
			v.now[i] = uint8(min(255, float32(v.now[i])*by+0.5))
		}
	}
}
