package scenes

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
}

func colorOf(name string) uint8 {
	for i, p := range players {
		if p == name {
			return uint8(i + 1)
		}
	}
	return ColorGray
}

func (f *film) labels(all []solid) *Labels {
	n := f.w * f.h
	l := &Labels{f.w, f.h, make([]uint8, n), make([]uint8, n), make([]uint8, n)}
	for i, id := range f.id {
		if id == ground {
			continue
		}
		m := &all[id].mark
		l.Color[i] = m.color
		if p := f.part[i]; p == topFace || p >= bevel {
			l.Class[i], l.Level[i] = m.face, m.level
		} else {
			l.Class[i] = m.side
		}
	}
	return l
}
