package dabble

import (
	"math"

	"tilewatch/vision/blob"
)

// Tiles on a tier touch each other and stand straight: they end where the next begins. In rows on the table they lie apart and turned, so their edges are
// seen where a lattice of touching tiles has none.
var (
	apartSizes = [2]float64{0.7, 0.76} // of tiles in rows, where 1 is as far as it is from one to the next
	apartTurns = [7]float64{-0.42, -0.28, -0.14, 0, 0.14, 0.28, 0.42}
)

const (
	apartSeen = 0.35 // of the edges of tiles that lie apart: else nothing is seen, as of white tiles on white racks
	touchLead = 0.03 // how much more of the edges of tiles that touch is seen, at least
)

// tilesApart reports whether a lattice's tiles are seen to lie apart.
func (s *scan) tilesApart(k *rack) bool {
	touching, apart, n := 0.0, 0.0, float64(len(k.Cells))
	for _, at := range k.Places() {
		f, ground := k.face(at), blob.Luma(s.candidates[k.Cells[at]].Ground)
		touching += s.edgeVisibility(&f, ground)
		apart += s.singleTileEdges(&f, ground)
	}
	return apart > apartSeen*n && touching < apart+touchLead*n
}

// singleTileEdges is how well the edges of a smaller tile are seen in a patch, 0 to 1, at the best size and turn.
func (s *scan) singleTileEdges(p *patch, ground float64) (most float64) {
	for _, size := range apartSizes {
		for _, turn := range apartTurns {
			q := p.within(size, turn)
			most = max(most, s.edgeVisibility(&q, ground))
		}
	}
	return most
}

// within is a smaller patch with the same middle, turned in its plane.
func (p *patch) within(size, angle float64) patch {
	s, c := math.Sincos(angle)
	return patch{p.middle, p.x.Scale(size * c).Add(p.y.Scale(size * s)), p.y.Scale(size * c).Add(p.x.Scale(-size * s))}
}
