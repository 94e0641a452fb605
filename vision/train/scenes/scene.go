package scenes

import (
	"fmt"
	"math"
	"math/rand/v2"

	"tilewatch/engine"
)

// Table is a table's linear reflectance, 0 to 1, at millimetres from its middle.
type Table interface{ At(x, y float64) [3]float64 }

// Plain is a table of one color.
type Plain [3]float64

// At is the color.
func (p Plain) At(_, _ float64) [3]float64 { return p }

// Options choose what Draw leaves to chance: the zero value draws all of it on a plain table.
type Options struct {
	Kind          string // webcam-top, webcam-oblique or phone
	Width, Height int
	Stacks        int
	Font          string // path of a font file
	Table         func(*rand.Rand) Table
}

// piece is a box: its middle, lower face and yaw (radians, counter-clockwise).
type piece struct {
	tile              Tile
	x, y, z, sin, cos float64
	yaw               float64
}

type bank struct {
	player string
	stack  []piece // the gray tile first
}

type rack struct {
	player string
	tiles  []piece
}

// Scene is a table with all that lies on it, ready to be rendered.
type Scene struct {
	Kind    string
	View    View
	Set     Set
	Quality int // of the JPEG
	board   board
	yaw     float64
	origin  [2]float64
	cells   map[engine.Place][]piece
	racks   []rack
	banks   []bank
	players []string
	table   Table
	lamps   []lamp
	look    develop
	seed    uint64
}

func newPiece(t Tile, x, y, z, yaw float64) piece {
	sin, cos := math.Sincos(yaw)
	return piece{t, x, y, z, sin, cos, yaw}
}

// corners are the face's corners at a height: top left, top right, bottom right, bottom left of the upright letter.
func (p *piece) corners(side, z float64) [4]vec {
	var c [4]vec
	for i, k := range [4][2]float64{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}} {
		u, v := k[0]*side/2, k[1]*side/2
		c[i] = vec{p.x + p.cos*u - p.sin*v, p.y + p.sin*u + p.cos*v, z}
	}
	return c
}

// Draw draws a scene.
func Draw(r *rand.Rand, o Options) (*Scene, error) {
	face, err := loadTypeface(o.Font)
	if err != nil {
		return nil, fmt.Errorf("font %q: %w", o.Font, err)
	}
	if o.Kind == "" {
		o.Kind = []string{"webcam-top", "webcam-oblique"}[r.IntN(2)]
	}
	if _, ok := shots[o.Kind]; !ok {
		return nil, fmt.Errorf("kind %q: write webcam-top, webcam-oblique or phone", o.Kind)
	}
	if o.Width == 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.Stacks == 0 {
		o.Stacks = 4 + r.IntN(26)
	}
	s := &Scene{Kind: o.Kind, Set: drawSet(r, face), Quality: 60 + r.IntN(34), yaw: between(r, 0, 2*math.Pi), cells: map[engine.Place][]piece{}, seed: r.Uint64()}
	for _, i := range r.Perm(4)[:2+r.IntN(3)] {
		s.players = append(s.players, players[i])
	}
	s.board = drawBoard(r, s.players, o.Stacks)
	s.table = Plain{between(r, 0.05, 0.6), between(r, 0.05, 0.6), between(r, 0.05, 0.6)}
	if o.Table != nil {
		s.table = o.Table(r)
	}
	see := s.lay(r)
	s.lamps, s.look = drawLamps(r), drawDevelop(r)
	var ok bool
	if s.View, ok = drawView(r, shots[o.Kind], o.Width, o.Height, see); !ok {
		return nil, fmt.Errorf("no camera sees all of a board of %d stacks: draw again", len(s.board))
	}
	return s, nil
}

// lay lays the board, racks and banks on the table; it answers what the camera must see.
func (s *Scene) lay(r *rand.Rand) (see []vec) {
	places := s.board.places()
	low, high := [2]float64{99, 99}, [2]float64{-99, -99}
	for _, p := range places {
		for k, v := range [2]float64{float64(p.Row), float64(p.Col)} {
			low[k], high[k] = min(low[k], v), max(high[k], v)
		}
	}
	s.origin = [2]float64{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2}
	sin, cos := math.Sincos(s.yaw)
	reach := 0.0
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
	}
	s.seat(r, reach)
	return see
}

// seat lays racks and banks before the players, each on one side of the board.
func (s *Scene) seat(r *rand.Rand, reach float64) {
	if r.Float64() < 0.2 {
		return
	}
	turn, side := r.IntN(4), s.Set.Side
	for i, player := range s.players {
		sin, cos := math.Sincos(float64(turn+i) * math.Pi / 2)
		yaw, dist := math.Atan2(cos, -sin)+0.06*r.NormFloat64(), reach+between(r, 20, 90)+side
		shift, spacing := between(r, -30, 30), side*1.05+between(r, 1, 8)
		one := rack{player: player}
		put := func(t Tile, u, d, z, a float64) piece { return newPiece(t, cos*d-sin*u, sin*d+cos*u, z, a) }
		letter := func() string { return string(rune('A' + r.IntN(26))) }
		for k := range 5 {
			one.tiles = append(one.tiles, put(Tile{Color: player, Up: letter(), Down: letter()}, shift+float64(k-2)*spacing, dist+r.NormFloat64(), 0, yaw+0.03*r.NormFloat64()))
		}
		s.racks = append(s.racks, one)
		b := bank{player: player}
		u, a := shift+3*spacing+between(r, 25, 60), yaw+0.1*r.NormFloat64()
		for k := range 1 + r.IntN(8) {
			t := Tile{Color: "gray"}
			if k > 0 {
				t = Tile{Color: player, Up: letter(), Down: letter()}
			}
			b.stack = append(b.stack, put(t, u+0.5*r.NormFloat64(), dist+0.5*r.NormFloat64(), float64(k)*s.Set.Thickness, a+0.05*r.NormFloat64()))
		}
		s.banks = append(s.banks, b)
	}
}

func (s *Scene) pieces() []piece {
	var all []piece
	for _, p := range s.board.places() {
		all = append(all, s.cells[p]...)
	}
	for _, r := range s.racks {
		all = append(all, r.tiles...)
	}
	for _, b := range s.banks {
		all = append(all, b.stack...)
	}
	return all
}
