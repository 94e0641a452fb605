package dabble

import (
	"tilewatch/engine"
	"tilewatch/vision/geom"
	"tilewatch/vision/homography"
)

// node is a place of the triangular lattice: rows count downward, columns in half tiles to the right. Neighbors in a row are two columns apart;
// rows are shifted by one.
type node struct{ row, col int }

// nodeMap maps the lattice to the picture: its x counts tiles to the right, its y rows down.
type nodeMap struct{ homography.Map }

// at is where a node lies.
func (h *nodeMap) at(n node) engine.Point { return h.At(n.plane()) }

// step is the length of a tile at a node, pixels.
func (h *nodeMap) step(n node) float64 {
	x, y := n.plane()
	return geom.Dist(h.At(x-0.5, y), h.At(x+0.5, y))
}

// plane is where a node lies in the lattice's plane.
func (n node) plane() (x, y float64) { return float64(n.col) / 2, float64(n.row) }

// fitMap fits a nodeMap; without a solution it is the map of zeros, which takes all nodes to one point.
func fitMap(pairs []homography.Pair, perspective bool) nodeMap {
	m, _ := homography.FitReweighted(pairs, perspective)
	return nodeMap{m}
}
