package scenes

import (
	"math"

	"tilewatch/vision/train/scenes/board"
)

// Classes of a pixel.
const (
	ClassOther uint8 = iota // the table or anything else
	ClassFace               // the upper face of a board tile with a letter
	ClassBlank              // the upper face of a board tile without one
	ClassSide               // a side of a board tile
	ClassLoose              // any part of a rack tile or of one that lies loose
	ClassBank               // any part of a bank
)

// Colors of a pixel: those of the players are 1 to 4.
const (
	ColorNone uint8 = 0
	ColorGray uint8 = 5
)

// Labels say what each pixel's center shows, row by row.
type Labels struct {
	W, H  int
	Class []uint8
	Color []uint8
	Level []uint8 // of a board tile's upper face, 1 to 5; else 0
	tile  []int16 // number of the tile whose upper face it shows; noTile: none
}

const noTile = -1

func colorOf(name string) uint8 {
	for i, p := range board.Players {
		if p == name {
			return uint8(i + 1)
		}
	}
	return ColorGray
}

func (f *film) labels(all []solid) *Labels {
	n := f.w * f.h
	l := &Labels{f.w, f.h, make([]uint8, n), make([]uint8, n), make([]uint8, n), make([]int16, n)}
	for i, id := range f.id {
		l.tile[i] = noTile
		if id == ground {
			continue
		}
		m := &all[id].mark
		l.Color[i] = m.color
		if p := f.part[i]; p == topFace || p >= bevel {
			l.Class[i], l.Level[i] = m.face, m.level
			if all[id].skin.tile != nil {
				l.tile[i] = id
			}
		} else {
			l.Class[i] = m.side
		}
	}
	return l
}

const (
	seenLeast  = 24   // pixels of a face that is worth finding
	middleWide = 0.13 // standard deviation of its middle's heat, in sides
	heatReach  = 3    // standard deviations
)

// Heat is how near each second pixel of each second row lies to the middle of what is seen of a tile's upper face: a Gaussian, 255 in the middle.
func (l *Labels) Heat() []uint8 {
	type seen struct{ n, x, y float64 }
	faces := map[int16]seen{}
	for i, id := range l.tile {
		if id != noTile {
			f := faces[id]
			faces[id] = seen{f.n + 1, f.x + float64(i%l.W), f.y + float64(i/l.W)}
		}
	}
	w, h := l.W/2, l.H/2
	heat := make([]uint8, w*h)
	for _, f := range faces {
		if f.n < seenLeast {
			continue
		}
		x0, y0, sigma := f.x/f.n/2, f.y/f.n/2, max(1, middleWide*math.Sqrt(f.n)/2)
		reach := int(heatReach*sigma) + 1
		for y := max(0, int(y0)-reach); y <= min(h-1, int(y0)+reach); y++ {
			for x := max(0, int(x0)-reach); x <= min(w-1, int(x0)+reach); x++ {
				dx, dy := float64(x)-x0, float64(y)-y0
				heat[y*w+x] = max(heat[y*w+x], uint8(255*math.Exp(-(dx*dx+dy*dy)/(2*sigma*sigma))))
			}
		}
	}
	return heat
}
