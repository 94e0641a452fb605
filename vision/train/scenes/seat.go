package scenes

import (
	"math"
	"math/rand/v2"

	"tilewatch/vision/train/scenes/board"
)

// circle is room on the table that is taken.
func (s *Scene) take(x, y, radius float64) { s.taken = append(s.taken, circle{x, y, radius}) }

func (s *Scene) free(x, y, radius float64) bool {
	for _, c := range s.taken {
		if math.Hypot(c.x-x, c.y-y) < c.radius+radius {
			return false
		}
	}
	return true
}

// left is how many tiles of each color do not lie on the board.
func (s *Scene) left() map[string]int {
	n := map[string]int{}
	for _, c := range s.players {
		n[c] = board.TilesEach - s.board.Count(c)
	}
	return n
}

// seatless is the share of tables on which only the board lies.
const seatless = 0.15

// seat lays racks and banks before the players, each on one side of the board.
func (s *Scene) seat(r *rand.Rand, reach float64) {
	if r.Float64() < seatless {
		return
	}
	turn, left, seats := r.IntN(4), s.left(), []*seat{}
	for i, player := range s.players {
		if p := s.seatOf(r, player, float64(turn+i)*math.Pi/2+0.1*r.NormFloat64(), reach, left); p != nil {
			seats = append(seats, p)
		}
	}
	for _, p := range seats {
		s.bank(r, p, left)
	}
	if r.Float64() < looseShare {
		s.scatter(r, reach, left)
	}
}

const (
	looseShare = 0.3 // of the tables on which tiles lie about
	mostLoose  = 8
)

// scatter lays tiles about, alone or in a clump.
func (s *Scene) scatter(r *rand.Rand, reach float64, left map[string]int) {
	side, spread := s.Set.Side, between(r, 30, reach+200)
	cx, cy := between(r, -1, 1)*(reach+100), between(r, -1, 1)*(reach+100)
	player := s.players[r.IntN(len(s.players))]
	for range 1 + r.IntN(mostLoose) {
		if r.IntN(3) == 0 {
			player = s.players[r.IntN(len(s.players))]
		}
		x, y := cx+between(r, -spread, spread), cy+between(r, -spread, spread)
		if left[player] == 0 || !s.free(x, y, 0.72*side) {
			continue
		}
		s.take(x, y, 0.72*side)
		left[player]--
		s.loose = append(s.loose, newPiece(s.drawn(r, player), x, y, 0, between(r, 0, 2*math.Pi)))
	}
}

// drawn is a tile from a player's bag.
func (s *Scene) drawn(r *rand.Rand, player string) board.Tile {
	if !s.blanks[player] && r.IntN(board.TilesEach) == 0 {
		s.blanks[player] = true
		return board.Tile{Color: player}
	}
	return board.Tile{Color: player, Up: s.letter(r), Down: s.letter(r)}
}

// seat is where a player sits: the direction from the board, the distance and side step of the rack's middle.
type seat struct {
	player      string
	sin, cos    float64
	dist, shift float64
	yaw, half   float64 // of the rack: direction, half length
}

// at is the point d from the board's middle and u to the player's right.
func (p *seat) at(d, u float64) (x, y float64) { return p.cos*d - p.sin*u, p.sin*d + p.cos*u }

const rackTiles = 5

// seatOf finds room for a rack and lays it.
func (s *Scene) seatOf(r *rand.Rand, player string, az, reach float64, left map[string]int) *seat {
	side := s.Set.Side
	p := &seat{player: player}
	p.sin, p.cos = math.Sincos(az)
	spacing := side*1.03 + between(r, 0.5, 8)
	for range 30 {
		p.dist, p.shift = reach+side/2+between(r, -0.5*reach, 90), between(r, -60, 60)
		p.yaw = 0.08 * r.NormFloat64()
		if r.IntN(5) == 0 { // any way, even toward the board
			p.yaw = between(r, -math.Pi/2, math.Pi/2)
		}
		p.half = spacing * rackTiles / 2
		if tiles := s.row(r, p, spacing, left); tiles != nil {
			s.racks = append(s.racks, rack{player, tiles})
			left[player] -= len(tiles)
			return p
		}
	}
	return nil
}

// row is a rack, or nil if something lies there.
func (s *Scene) row(r *rand.Rand, p *seat, spacing float64, left map[string]int) []piece {
	sin, cos := math.Sincos(p.yaw)
	n, tight, radius := min(rackTiles, left[p.player]), between(r, 0, 0.06), 0.72*s.Set.Side
	if n > 1 && r.IntN(6) == 0 {
		n = 1 + r.IntN(n)
	}
	upright := math.Atan2(p.cos, -p.sin)
	var all []piece
	for k := range n {
		u := (float64(k) - float64(n-1)/2) * spacing
		x, y := p.at(p.dist+u*sin+12*tight*r.NormFloat64(), p.shift+u*cos)
		if !s.free(x, y, radius) {
			return nil
		}
		all = append(all, newPiece(s.drawn(r, p.player), x, y, 0, upright-p.yaw+tight*r.NormFloat64()))
	}
	for i := range all {
		s.take(all[i].x, all[i].y, radius)
	}
	return all
}

func (s *Scene) letter(r *rand.Rand) string { return string(rune('A' + r.IntN(26))) }

const mostBanked = 12

// bank lays a player's bank near the rack: a gray tile under what was banked.
func (s *Scene) bank(r *rand.Rand, p *seat, left map[string]int) {
	radius := 0.8 * s.Set.Side
	for range 40 {
		side := float64(2*r.IntN(2) - 1)
		x, y := p.at(p.dist+between(r, -25, 30), p.shift+side*(p.half+between(r, 0.6, 3.5)*s.Set.Side))
		if !s.free(x, y, radius) {
			continue
		}
		s.take(x, y, radius)
		b, yaw := bank{player: p.player}, math.Atan2(p.cos, -p.sin)+0.1*r.NormFloat64()
		b.stack = []piece{newPiece(board.Tile{Color: "gray"}, x, y, 0, yaw)}
		for k := range min(r.IntN(mostBanked+1), left[p.player]) {
			t := board.Tile{Color: p.player, Up: s.letter(r), Down: s.letter(r)}
			b.stack = append(b.stack, newPiece(t, x+0.5*r.NormFloat64(), y+0.5*r.NormFloat64(), float64(k+1)*s.Set.Thickness, yaw+0.05*r.NormFloat64()))
			left[p.player]--
		}
		s.banks = append(s.banks, b)
		return
	}
}
