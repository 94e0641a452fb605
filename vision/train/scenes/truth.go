package scenes

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/train/scenes/board"
	"tilewatch/vision/train/scenes/printed"
)

type obj = map[string]any

// Truth is the truth file of a scene: what grade.py and vision/nabit/scenetest read.
type Truth map[string]any

func (s *Scene) image(corners [4]vec) (px [4][2]float64, inside bool) {
	inside = true
	for i, c := range corners {
		q := s.View.Project(c)
		px[i] = [2]float64{math.Round(100*q.X) / 100, math.Round(100*q.Y) / 100}
		inside = inside && s.View.inside(c, 0)
	}
	return px, inside
}

func (s *Scene) face(p piece) ([4][2]float64, bool) {
	return s.image(p.corners(s.Set.Side, p.z+s.Set.Thickness))
}

// behind says whether a corner lies behind the camera, which sees nothing there: it has no pixel, and JSON no number for it.
func behind(px [4][2]float64) bool {
	return slices.ContainsFunc(px[:], func(p [2]float64) bool { return math.IsNaN(p[0]) || math.IsNaN(p[1]) })
}

// Truth says what the picture shows.
func (s *Scene) Truth() Truth {
	v, all := s.View, s.solids()
	shortest := math.Inf(1)
	cells, racks, banks, loose, list := []obj{}, []obj{}, []obj{}, []obj{}, []obj{}
	for _, at := range s.board.Places() {
		stack := s.cells[at]
		top := stack[len(stack)-1]
		px, _ := s.face(top)
		for i := range px {
			shortest = min(shortest, math.Hypot(px[i][0]-px[(i+1)%4][0], px[i][1]-px[(i+1)%4][1]))
		}
		cells = append(cells, obj{"row": at.Row, "col": at.Col, "height": len(stack), "letter": top.tile.Letter(), "colour": top.tile.Color,
			"stack": s.board[at], "corners": px, "world": vec{top.x, top.y, top.z + s.Set.Thickness}, "yaw": top.yaw * 180 / math.Pi, "visible": s.visible(all, top)})
	}
	for _, r := range s.racks {
		tiles := []obj{}
		for _, p := range r.tiles {
			px, in := s.face(p)
			if behind(px) {
				continue
			}
			tiles = append(tiles, obj{"colour": p.tile.Color, "up": p.tile.Up, "down": p.tile.Down, "blank_as": nil, "corners": px, "in_frame": in})
		}
		racks = append(racks, obj{"player": r.player, "tiles": tiles})
	}
	for _, p := range s.loose {
		px, in := s.face(p)
		if behind(px) {
			continue
		}
		loose = append(loose, obj{"colour": p.tile.Color, "up": p.tile.Up, "down": p.tile.Down, "corners": px, "in_frame": in})
	}
	for _, b := range s.banks {
		px, in := s.face(b.stack[0])
		top, topIn := s.face(b.stack[len(b.stack)-1])
		if behind(px) || behind(top) {
			continue
		}
		banks = append(banks, obj{"player": b.player, "count": len(b.stack) - 1, "corners": px, "top_corners": top, "in_frame": in && topIn})
	}
	for _, r := range s.board.Runs() {
		at := [][2]int{}
		for _, p := range r.Cells {
			at = append(at, [2]int{p.Row, p.Col})
		}
		list = append(list, obj{"text": r.Text, "cells": at, "controllers": s.board.Controllers(r.Cells)})
	}
	if len(cells) == 0 {
		shortest = 0
	}
	return Truth{"kind": s.Kind, "set": s.Set, "cells": cells, "racks": racks, "banks": banks, "bags": []obj{}, "loose": loose, "words": list, "players": s.players, "tile_px": shortest,
		"camera":  obj{"width": v.Camera.Width, "height": v.Camera.Height, "K": v.Camera.K, "dist": v.Camera.Dist, "R": v.R, "t": v.T, "position": v.eye()},
		"lattice": obj{"centre": [2]float64{}, "yaw_deg": s.yaw * 180 / math.Pi, "origin_cell": s.origin, "pitch": s.Set.Pitch}}
}

// visible is the share of a face that the camera sees, by 25 rays.
func (s *Scene) visible(all []solid, p piece) float64 {
	q, seen, eye := p.corners(s.Set.Side, p.z+s.Set.Thickness), 0, s.View.eye()
	for i := range 25 {
		u, v := 0.1+0.2*float64(i%5), 0.1+0.2*float64(i/5)
		at := q[0].add(q[1].sub(q[0]).mul(u)).add(q[3].sub(q[0]).mul(v))
		if s.View.inside(at, 0) && !hidden(all, eye, at.sub(eye)) {
			seen++
		}
	}
	return float64(seen) / 25
}

// hidden says whether something stands before the end of a ray.
func hidden(all []solid, from, dir vec) bool {
	for i := range all {
		if t, _ := all[i].meets(all[i].local(from), all[i].turned(dir)); t < 0.998 {
			return true
		}
	}
	return false
}

// Face is a tile's upper face in the picture.
type Face struct {
	Quad    engine.Quad // top left first as its letter is read
	Visible float64     // share that the camera sees
}

// Faces are the upper faces of all tiles that lie wholly in the picture.
func (s *Scene) Faces() (faces []Face) {
	all := s.solids()
	add := func(p piece) {
		if px, inside := s.face(p); inside {
			faces = append(faces, Face{quad(px), s.visible(all, p)})
		}
	}
	for _, at := range s.board.Places() {
		stack := s.cells[at]
		add(stack[len(stack)-1])
	}
	for _, r := range s.racks {
		for _, p := range r.tiles {
			add(p)
		}
	}
	for _, p := range s.loose {
		add(p)
	}
	return faces
}

// Square is where in the picture a place of the board's lattice lies on the table; false if not all of it is in the picture.
func (s *Scene) Square(at engine.Place) (engine.Quad, bool) { return s.square(at, 1) }

func (s *Scene) square(at engine.Place, side float64) (engine.Quad, bool) {
	sin, cos := math.Sincos(s.yaw)
	u, v := (float64(at.Col)-s.origin[1])*s.Set.Pitch, (s.origin[0]-float64(at.Row))*s.Set.Pitch
	p := newPiece(board.Tile{}, cos*u-sin*v, sin*u+cos*v, 0, s.yaw)
	px, inside := s.image(p.corners(side*s.Set.Pitch, 0))
	return quad(px), inside
}

// Plate is where in the picture a printed square of the board lies, smaller than its place on the lattice; false if the place is bare or not all of it is in
// the picture.
func (s *Scene) Plate(at engine.Place) (engine.Quad, bool) {
	b, ok := s.table.(*printed.Board)
	if !ok {
		return engine.Quad{}, false
	}
	side, has := b.Plate(engine.Place{Row: at.Row - int(math.Ceil(s.origin[0])), Col: at.Col - int(math.Ceil(s.origin[1]))})
	if !has {
		return engine.Quad{}, false
	}
	return s.square(at, side)
}

func quad(px [4][2]float64) (q engine.Quad) {
	for i, c := range px {
		q[i] = engine.Point{X: c[0], Y: c[1]}
	}
	return q
}
