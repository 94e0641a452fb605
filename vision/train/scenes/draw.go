package scenes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"tilewatch/engine"
	"tilewatch/vision/train/scenes/board"
	"tilewatch/vision/train/scenes/photo"
	"tilewatch/vision/train/scenes/typeface"
)

// Maker draws scenes. It keeps the fonts it has read and may be used from several goroutines.
type Maker struct {
	options Options
	lock    sync.Mutex
	faces   map[string]*typeface.Face
}

// NewMaker is a maker of scenes with these options.
func NewMaker(o Options) (*Maker, error) {
	if _, ok := shots[o.Kind]; !ok {
		return nil, fmt.Errorf("kind %q: write webcam-top, webcam-oblique or phone", o.Kind)
	}
	return &Maker{options: o.filled(), faces: map[string]*typeface.Face{}}, nil
}

func (m *Maker) typeface(path string) (*typeface.Face, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.faces[path] == nil {
		face, err := typeface.Load(path)
		if err != nil {
			return nil, fmt.Errorf("font %q: %w", path, err)
		}
		m.faces[path] = face
	}
	return m.faces[path], nil
}

func (m *Maker) surface(r *rand.Rand) surface {
	s := surface{table: Plain{between(r, 0.05, 0.6), between(r, 0.05, 0.6), between(r, 0.05, 0.6)},
		extent: [2]float64{between(r, 400, 900), between(r, 330, 700)},
		waves:  [4]float64{between(r, 0, 0.02), between(r, 0.02, 0.15), between(r, 0.02, 0.15), between(r, 0.01, 0.1)}}
	k := between(r, 0.03, 0.4)
	s.floor = vec{k, k * between(r, 0.6, 1), k * between(r, 0.4, 1)}
	if m.options.Table != nil { // such a table knows where it ends
		s.table, s.extent = m.options.Table(r), [2]float64{math.Inf(1), math.Inf(1)}
	}
	return s
}

// emptyShare is the share of tables without tiles, if they are allowed.
const emptyShare = 0.07

// Draw draws a scene.
func (m *Maker) Draw(r *rand.Rand) (*Scene, error) {
	o := m.options
	face, err := m.typeface(o.Fonts[r.IntN(len(o.Fonts))])
	if err != nil {
		return nil, err
	}
	s := &Scene{Kind: o.Kind, Set: drawSet(r, face), yaw: between(r, 0, 2*math.Pi), cells: map[engine.Place][]piece{}, seed: r.Uint64()}
	if low, high := o.Thickness[0], o.Thickness[1]; high > 0 {
		s.Set.Thickness = s.Set.Pitch * math.Exp(between(rand.New(rand.NewPCG(s.seed, 3)), math.Log(low), math.Log(high)))
	}
	for _, i := range r.Perm(4)[:2+r.IntN(3)] {
		s.players = append(s.players, board.Players[i])
	}
	empty := o.Empty && r.Float64() < emptyShare
	if o.Stacks == 0 {
		o.Stacks = 1 + r.IntN(35)
	}
	if !empty {
		s.board = board.Draw(r, s.players, o.Stacks, o.Blanks)
	}
	s.blanks = s.board.Blanks()
	s.surface = m.surface(r)
	see, reach := s.lay(r)
	if !empty {
		s.seat(r, reach)
	}
	s.clutter(r, reach, o.NoHand)
	other := o.Crosswords > 0 && r.Float64() < o.Crosswords
	if other {
		s.crossword(r, o.Kept)
	}
	s.lamps = drawLamps(r)
	light := incident(s.lamps)
	s.Photo = photo.Draw(r, light.mul(1/light[1]))
	s.see, s.View = see, shots[o.Kind].drawView(r, &o, s.Set.Side, see)
	if o.Free && !other {
		s.redyed(rand.New(rand.NewPCG(s.seed, 2)))
	}
	return s, nil
}

// Look takes another picture of a scene: a phone's that stands in a direction of the table, radians, so many degrees from straight above.
func (m *Maker) Look(s *Scene, r *rand.Rand, from, tilt float64) {
	phone := shots["phone"]
	phone.tilt, phone.from = [2]float64{tilt, tilt}, &from
	s.Kind, s.View = "phone", phone.drawView(r, &m.options, s.Set.Side, s.see)
}

// lay lays the board on the table; it answers what the camera must see, and how far the board reaches from its middle.
func (s *Scene) lay(r *rand.Rand) (see []vec, reach float64) {
	places := s.board.Places()
	low, high := [2]float64{99, 99}, [2]float64{-99, -99}
	for _, p := range places {
		for k, v := range [2]float64{float64(p.Row), float64(p.Col)} {
			low[k], high[k] = min(low[k], v), max(high[k], v)
		}
	}
	s.origin = [2]float64{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}
	sin, cos := math.Sincos(s.yaw)
	for _, p := range places {
		u, v := (float64(p.Col)-s.origin[1])*s.Set.Pitch, (s.origin[0]-float64(p.Row))*s.Set.Pitch
		reach = max(reach, math.Hypot(u, v)+s.Set.Side)
		for k, t := range s.board[p] {
			one := newPiece(t, cos*u-sin*v+0.1*r.NormFloat64(), sin*u+cos*v+0.1*r.NormFloat64(), float64(k)*s.Set.Thickness, s.yaw+0.005*r.NormFloat64())
			s.cells[p] = append(s.cells[p], one)
			for _, z := range []float64{one.z, one.z + s.Set.Thickness} {
				c := one.corners(s.Set.Side, z)
				see = append(see, c[:]...)
			}
		}
		s.take(cos*u-sin*v, sin*u+cos*v, 0.72*s.Set.Side)
	}
	return see, reach
}
