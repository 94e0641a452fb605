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
	p := tiltedPose()
	all := outlinesOn(&p)
	wrong := structure{pose: p}
	turn := p.x.scale(0.03).add(p.y.scale(-0.02))
	wrong.z = p.z.add(turn.cross(p.z)).unit()
	wrong.x = p.x.add(wrong.z.scale(-p.x.dot(wrong.z))).unit()
	wrong.y = wrong.z.cross(wrong.x)
	wrong.t = p.t.scale(1.04)
	f := wrong.field()
	g, ok := f.groundUnder(all, wrong.t.dot(wrong.z))
	if !ok {
		t.Fatal("no table was found")
	}
	if off := math.Acos(min(1, g.down.dot(p.z))); off > 0.004 {
		t.Errorf("its direction is %.4f radians off", off)
	}
	if want := p.t.dot(p.z); math.Abs(g.height/want-1) > 0.005 {
		t.Errorf("it lies %.1f mm away, not %.1f", g.height, want)
	}
	if off := g.misfit(&p); off > 4 {
		t.Errorf("the true table is %.1f off it", off)
	}
	if off := g.misfit(&wrong.pose); off < 4 {
		t.Errorf("the wrong table is only %.1f off it", off)
	}
}
