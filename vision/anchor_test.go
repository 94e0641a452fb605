package vision

import (
	"math"
	"testing"

	"tilewatch/engine"
)

// outlinesOn are the edges of single tiles strewn over the table of a pose, as exactly as they can be seen.
func outlinesOn(p *pose) (all []outline) {
	t := planeOf(p.cam, p.z)
	s := structure{pose: *p}
	for _, at := range [][3]float64{{-4, -5, 0.3}, {-3, -5, 0.2}, {5, -4, 1.2}, {6, 4, -0.4}, {-5, 5, 0.7}, {0, 6, 0.1}, {6, 0, 0.9}} {
		tile := s.poseAt(at[0], at[1], at[2])
		face := squareOf(&tile, engine.Place{}, 1)
		o := outline{middle: tile.space(0, 0, 1), to: tile.space(0.3, 0, 1)}
		half := tile.side / tile.pitch / 2
		for i := range 8 {
			out, dir := sideAxes[i/2][0], sideAxes[i/2][1]
			seen := face.pixel(half*out[0]+halfMiddle[i%2]*dir[0], half*out[1]+halfMiddle[i%2]*dir[1])
			o.edges = append(o.edges, edgeRay{t.ray(seen), i, 0.03})
		}
		all = append(all, o)
	}
	return all
}

func TestRacksTellTheTable(t *testing.T) {
	for _, c := range []struct {
		name        string
		right, back float64 // how far the structure leans, radians
		farther     float64 // how far off it lies
	}{
		{"under a structure that leans a little", 0.03, -0.02, 1.04},
		{"and under one that leans much, for two stacks of it are one tile high", 0.12, -0.05, 1.04},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := tiltedPose()
			wrong := structure{pose: p}
			turn := p.x.scale(c.right).add(p.y.scale(c.back))
			wrong.z = p.z.add(turn.cross(p.z)).unit()
			wrong.x = p.x.add(wrong.z.scale(-p.x.dot(wrong.z))).unit()
			wrong.y = wrong.z.cross(wrong.x)
			wrong.t = p.t.scale(c.farther)
			f := wrong.field()
			all, g := outlinesOn(&p), f.groundAt(wrong.t.dot(wrong.z))
			g.seek(&f, all)
			if !f.tells(g, all) {
				t.Fatal("no table was found")
			}
			compareGround(t, g, &p, &wrong.pose)
		})
	}
}

// compareGround compares a table with that of a pose, and tells it from that of a wrong one.
func compareGround(t *testing.T, g *ground, want, wrong *pose) {
	t.Helper()
	if off := math.Acos(min(1, g.down.dot(want.z))); off > 0.004 {
		t.Errorf("its direction is %.4f radians off", off)
	}
	if height := want.t.dot(want.z); math.Abs(g.height/height-1) > 0.005 {
		t.Errorf("it lies %.1f mm away, not %.1f", g.height, height)
	}
	if off := g.misfit(want); off > 4 {
		t.Errorf("the true table is %.1f off it", off)
	}
	if off := g.misfit(wrong); off < 4 {
		t.Errorf("the wrong table is only %.1f off it", off)
	}
}
