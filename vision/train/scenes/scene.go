package scenes

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"tilewatch/engine"
	"tilewatch/vision/train/scenes/photo"
)

// Table is a table's linear reflectance, 0 to 1, at millimetres from its middle: the mean over a disc of a radius. One with a method
// Gloss() (strength, power float64), those of a Blinn-Phong lobe, reflects.
type Table interface {
	AtArea(x, y, radius float64) [3]float64
}

// Plain is a table of one color.
type Plain [3]float64

// AtArea is the color.
func (p Plain) AtArea(_, _, _ float64) [3]float64 { return p }

// Options choose what Draw leaves to chance: the zero value draws all of it on a plain table.
type Options struct {
	Kind          string     // webcam-top, webcam-oblique or phone; empty: any pose from straight above to 30 degrees over the table
	Width, Height int        // of the picture; 0: 1280 x 720
	TilePixels    [2]float64 // range of a tile's side in a picture 640 pixels wide; 0: 9 to 45
	Stacks        int        // 0: drawn, up to 35
	Blanks        float64    // share of blanks among the tiles until a player has laid the one there is; 0: as in a game
	Empty         bool       // some tables are without tiles
	Crosswords    float64    // share of the scenes that show a crossword game: tiles of one color, one high, mostly on a printed board
	Kept          bool       // its boards may have the plates that no training sees
	Free          bool       // plastics freely around their names, worn or not, under light of any tint
	Thickness     [2]float64 // range of a tile's thickness over the pitch, any ratio as often; 0: a usual set's
	Fonts         []string   // see the function Fonts; none: the Go font
	Table         func(*rand.Rand) Table
}

func (o Options) filled() Options {
	if o.Width == 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.TilePixels[1] == 0 {
		o.TilePixels = [2]float64{9, 45}
	}
	if o.Blanks == 0 {
		o.Blanks = rare
	}
	if len(o.Fonts) == 0 {
		o.Fonts = []string{"go:bold"}
	}
	return o
}

// Maker draws scenes. It keeps the fonts it has read and may be used from several goroutines.
type Maker struct {
	options Options
	lock    sync.Mutex
	faces   map[string]*typeface
}

// NewMaker is a maker of scenes with these options.
func NewMaker(o Options) (*Maker, error) {
	if _, ok := shots[o.Kind]; !ok {
		return nil, fmt.Errorf("kind %q: write webcam-top, webcam-oblique or phone", o.Kind)
	}
	return &Maker{options: o.filled(), faces: map[string]*typeface{}}, nil
}

func (m *Maker) typeface(path string) (*typeface, error) {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.faces[path] == nil {
		face, err := loadTypeface(path)
		if err != nil {
			return nil, fmt.Errorf("font %q: %w", path, err)
		}
		m.faces[path] = face
	}
	return m.faces[path], nil
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
	Photo   photo.Settings
	board   board
	yaw     float64
	origin  [2]float64
	cells   map[engine.Place][]piece
	racks   []rack
	banks   []bank
	loose   []piece
	blanks  map[string]bool // players whose blank is drawn
	players []string
	things  []solid // all else that lies on the table
	unseen  []solid // what only throws shadows
	taken   []circle
	lamps   []lamp
	seed    uint64
	surface
}

// surface is the table.
type surface struct {
	table  Table
	extent [2]float64 // half sides, millimetres
	floor  vec        // the floor's color
	waves  [4]float64 // of its lacquer: slope, and waves per millimetre
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
		s.players = append(s.players, players[i])
	}
	empty := o.Empty && r.Float64() < emptyShare
	if o.Stacks == 0 {
		o.Stacks = 1 + r.IntN(35)
	}
	if !empty {
		s.board = drawBoard(r, s.players, o.Stacks, o.Blanks)
	}
	s.blanks = s.board.blanks()
	s.surface = m.surface(r)
	see, reach := s.lay(r)
	if !empty {
		s.seat(r, reach)
	}
	s.clutter(r, reach)
	other := o.Crosswords > 0 && r.Float64() < o.Crosswords
	if other {
		s.crossword(r, o.Kept)
	}
	s.lamps = drawLamps(r)
	light := incident(s.lamps)
	s.Photo = photo.Draw(r, light.mul(1/light[1]))
	s.View = drawView(r, &o, s.Set.Side, see)
	if o.Free && !other {
		s.redyed(rand.New(rand.NewPCG(s.seed, 2)))
	}
	return s, nil
}

// lay lays the board on the table; it answers what the camera must see, and how far the board reaches from its middle.
func (s *Scene) lay(r *rand.Rand) (see []vec, reach float64) {
	places := s.board.places()
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

// solid is the piece as a body.
func (s *Scene) solid(p *piece, m mark) solid {
	b := upright(box, vec{p.x, p.y, p.z}, p.yaw, s.Set.Side/2, s.Set.Side/2, s.Set.Thickness)
	b.sin, b.cos, b.corner, b.bevel = p.sin, p.cos, s.Set.Corner, s.Set.Bevel
	if s.Set.tab > 0 {
		b.notch = s.Set.tab + tabSlack
	}
	b.skin = skin{color: s.Set.colors[p.tile.Color], gloss: s.Set.gloss, soft: s.Set.soft, tile: &p.tile}
	m.color = colorOf(p.tile.Color)
	b.mark = m
	return b
}

// tabSlack is how much larger a tile's bites are than the tabs that fit into them, millimetres.
const tabSlack = 0.25

// tabs are the half discs on a tile's right and upper side, as on jigsaw pieces.
func (s *Scene) tabs(tile solid) []solid {
	if s.Set.tab == 0 {
		return nil
	}
	var all []solid
	for _, k := range []vec{{tile.half[0], 0, 0}, {0, tile.half[1], 0}} {
		t := tile
		t.shape, t.at, t.skin.tile = disc, tile.at.add(tile.world(k)), nil
		t.half, t.corner, t.bevel, t.notch = [2]float64{s.Set.tab, s.Set.tab}, 0, 0, 0
		all = append(all, t)
	}
	return all
}

// solids are all bodies that the picture may show; stacks come in the order of the blockers.
func (s *Scene) solids() []solid {
	var all []solid
	owner := int16(0)
	pile := func(tiles []piece, face, side uint8) {
		for k := range tiles {
			m := mark{face: face, side: side}
			if face == ClassFace {
				m.level = uint8(k + 1)
				if tiles[k].tile.Up == "" {
					m.face = ClassBlank
				}
			}
			b := s.solid(&tiles[k], m)
			b.owner = owner
			all = append(append(all, b), s.tabs(b)...)
		}
		owner++
	}
	for _, at := range s.board.places() {
		pile(s.cells[at], ClassFace, ClassSide)
	}
	for _, b := range s.banks {
		pile(b.stack, ClassBank, ClassBank)
	}
	for _, r := range s.racks {
		for k := range r.tiles {
			pile(r.tiles[k:k+1], ClassLoose, ClassLoose)
		}
	}
	for k := range s.loose {
		pile(s.loose[k:k+1], ClassLoose, ClassLoose)
	}
	for _, t := range s.things {
		t.owner = -1
		all = append(all, t)
	}
	return all
}
