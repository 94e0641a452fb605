package scenes

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/vision/train/scenes/board"
)

// lying is every pile of tiles on the table, by its lowest tile.
func (s *Scene) lying() (all []piece) {
	for _, at := range s.board.Places() {
		all = append(all, s.cells[at][0])
	}
	for _, r := range s.racks {
		all = append(all, r.tiles...)
	}
	for _, b := range s.banks {
		all = append(all, b.stack[0])
	}
	return append(all, s.loose...)
}

func TestTilesDoNotCollideAndASetHasNoMore(t *testing.T) {
	banks, blanks := 0, 0
	for seed := range uint64(60) {
		s := small(t, seed, "")
		all := s.lying()
		for i, p := range all {
			for _, q := range all[:i] {
				if d := math.Hypot(p.x-q.x, p.y-q.y); d < 0.97*s.Set.Side {
					t.Errorf("seed %d: two tiles of %.1f mm are %.1f mm apart", seed, s.Set.Side, d)
				}
			}
		}
		tiles, blank := map[uint8]int{}, map[uint8]int{}
		for _, b := range s.solids() {
			if b.skin.tile != nil {
				tiles[b.mark.color]++
				if b.skin.tile.Up == "" && b.mark.color != ColorGray {
					blank[b.mark.color]++
					blanks++
				}
			}
		}
		for c := range uint8(len(board.Players) + 1) {
			if tiles[c] > board.TilesEach || blank[c] > 1 {
				t.Errorf("seed %d: %d tiles of color %d, %d of them blank", seed, tiles[c], c, blank[c])
			}
		}
		banks += tiles[ColorGray]
	}
	if banks < 20 || blanks < 5 {
		t.Errorf("%d banks and %d blanks in 60 scenes", banks, blanks)
	}
}

func TestBanksStandNearTheirRacks(t *testing.T) {
	for seed := range uint64(30) {
		s := small(t, seed, "")
		for _, b := range s.banks {
			near := math.Inf(1)
			for _, r := range s.racks {
				for _, p := range r.tiles {
					if r.player == b.player {
						near = min(near, math.Hypot(p.x-b.stack[0].x, p.y-b.stack[0].y))
					}
				}
			}
			if near > 8*s.Set.Side {
				t.Errorf("seed %d: a bank is %.0f mm from its rack", seed, near)
			}
			if b.stack[0].tile.Color != "gray" || len(b.stack) > mostBanked+1 {
				t.Errorf("seed %d: a bank of %d on %s", seed, len(b.stack)-1, b.stack[0].tile.Color)
			}
		}
	}
}

// Every shape stands where a ray meets it: the point is on its surface and the normal looks back.
func TestRaysMeetShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	shapes := map[string]solid{"box": upright(box, vec{5, 3, 0}, 0.4, 12, 8, 6), "disc": upright(disc, vec{5, 3, 2}, 1, 12, 8, 6),
		"dome": upright(dome, vec{5, 3, 0}, 1, 12, 8, 6), "rod": rodOf(vec{-10, 0, 6}, vec{14, 5, 9}, 4)}
	rounded := shapes["box"]
	rounded.corner = 3
	shapes["rounded box"] = rounded
	for name, s := range shapes {
		met := 0
		for range 2000 {
			from := vec{between(r, -90, 90), between(r, -90, 90), between(r, 20, 120)}
			to := vec{between(r, -15, 25), between(r, -12, 18), between(r, 0, 6)}
			d := to.sub(from)
			k, part := s.meets(s.local(from), s.turned(d))
			if math.IsInf(k, 1) {
				continue
			}
			met++
			at := from.add(d.mul(k))
			if n := s.normal(part, at); n.dot(d) > 1e-6 || math.Abs(n.dot(n)-1) > 1e-6 {
				t.Fatalf("%s: the normal %v of part %d looks along the ray %v", name, n, part, d)
			}
			if a, _ := s.meets(s.local(at.sub(d.mul(0.1))), s.turned(d)); math.Abs(a-0.1) > 1e-6 && k > 0.1 {
				t.Fatalf("%s: no surface at %v", name, at)
			}
		}
		if met < 300 {
			t.Errorf("%s: %d of 2000 rays met it", name, met)
		}
	}
}
