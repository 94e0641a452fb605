package scenes

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/train/scenes/board"
	"tilewatch/vision/train/scenes/photo"
)

// piece is a box: its middle, lower face and yaw (radians, counter-clockwise).
type piece struct {
	tile              board.Tile
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

// circle is a place on the table that is taken.
type circle struct{ x, y, radius float64 }

// Scene is a table with all that lies on it, ready to be rendered.
type Scene struct {
	Kind    string
	View    View
	Set     Set
	Photo   photo.Settings
	board   board.Board
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
	see     []vec // what each picture must show
	surface
}

// surface is the table.
type surface struct {
	table  Table
	extent [2]float64 // half sides, millimetres
	floor  vec        // the floor's color
	waves  [4]float64 // of its lacquer: slope, and waves per millimetre
}

func newPiece(t board.Tile, x, y, z, yaw float64) piece {
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
	for _, at := range s.board.Places() {
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
