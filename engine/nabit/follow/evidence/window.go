package evidence

import "tilewatch/engine"

const (
	// correlation is how much two pictures of the same table at rest repeat each other: a letter that is misread once is misread
	// again. Any number of pictures weighs at most 1/correlation times as much as one. Hand-set. At 0.2 and at
	// 1.0, three tests of doubtful letters and differences fail.
	correlation = 0.5
	// longest is how many pictures a window remembers; older ones fade.
	longest = 30
	// leastCount is the count of pictures below which a place has faded away: fading never reaches 0.
	leastCount = 1e-6
)

// Window gathers the pictures of a table at rest.
type Window struct {
	Count float64 // pictures gathered, old ones fading
	sum   map[engine.Place]*summed
}

type summed struct {
	Look
	count float64 // of the pictures that report the place
}

// NewWindow returns a window without pictures.
func NewWindow() *Window { return &Window{sum: map[engine.Place]*summed{}} }

// Add adds a picture.
func (w *Window) Add(s Sighting) {
	if w.Count >= longest {
		w.fade(1 - 1.0/longest)
	}
	w.Count++
	for p, l := range s.Looks {
		if w.sum[p] == nil {
			w.sum[p] = &summed{}
		}
		w.sum[p].add(l, 1)
		w.sum[p].count++
		w.sum[p].Quad = l.Quad
	}
}

// Laid returns the window on a lattice turned clockwise by so many quarter turns, then shifted.
func (w *Window) Laid(quarters int, shift engine.Place) *Window {
	out := NewWindow()
	out.Count = w.Count
	for p, s := range w.sum {
		out.sum[p.Turn(quarters).Add(shift)] = &summed{s.turned(quarters), s.count}
	}
	return out
}

func (w *Window) fade(by float64) {
	w.Count *= by
	for _, s := range w.sum {
		s.count *= by
		s.add(s.Look, by-1)
	}
}

// View returns the means over the window.
func (w *Window) View() View {
	v := View{Looks: make(map[engine.Place]Mean, len(w.sum)), Weight: w.Count / (1 + correlation*(w.Count-1))}
	for p, s := range w.sum {
		if s.count < leastCount {
			continue
		}
		m := Mean{Share: min(1, s.count/w.Count)}
		m.Look.add(s.Look, 1/s.count)
		m.Quad = s.Quad
		m.Read, m.Tiles, m.Hue = m.Letter[0], m.Height, m.Color
		normalize(m.Read[:])
		normalize(m.Tiles[:])
		normalize(m.Hue[:])
		v.Looks[p] = m
	}
	return v
}

// View returns the view of one sighting alone.
func (s Sighting) View() View {
	w := NewWindow()
	w.Add(s)
	return w.View()
}
