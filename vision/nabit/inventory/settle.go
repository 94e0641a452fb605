package inventory

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
)

// Settle lowers the log-likelihood ratio of a tile (CellEvidence.Tile) where the set's limits make a tile less likely, in the evidence of a structure's
// cells; evidence of other places stays. Cells that are no tiles in the most probable board get a ratio of at most 0, and Settle returns their
// places. It never raises a ratio, and lowers that of a sure letter only if the color is used up. If the cells were connected, those that stay are.
func Settle(evidence []engine.CellEvidence, cells lattice.Levels) (gone []engine.Place) {
	var of []*engine.CellEvidence
	for i := range evidence {
		if cells[evidence[i].Place] > 0 {
			of = append(of, &evidence[i])
		}
	}
	faces := facesOf(of, upright(of))
	charge(faces)
	if !slices.ContainsFunc(faces, func(f face) bool { return f.doubtful() }) {
		return nil
	}
	best, _ := optimum(faces, free)
	best = connect(faces, best)
	for i, odds := range odds(faces, best) {
		if of[i].Tile = min(of[i].Tile, odds); !best[i] {
			of[i].Tile = min(of[i].Tile, 0)
			gone = append(gone, of[i].Place)
		}
	}
	return gone
}

// odds are the log-odds of each face being a tile, all others at their best: a difference of two max-marginals. A sure letter keeps its ratio.
func odds(faces []face, best board) []float64 {
	worth, odds := worthOf(faces, best), make([]float64, len(faces))
	for i := range faces {
		if f := &faces[i]; best[i] && !f.doubtful() {
			odds[i] = f.tile
			continue
		}
		other := worthOf(faces, otherwise(faces, best, i))
		if odds[i] = worth - other; !best[i] {
			odds[i] = other - worth
		}
	}
	return odds
}

// otherwise is the best board in which a face is what it is not: a tile or none.
func otherwise(faces []face, best board, i int) board {
	b, _ := optimum(faces, func(j int) (off, on bool) { return j != i || best[i], j != i || !best[i] })
	if len(parts(faces, b)) <= 1 {
		return b
	}
	if best[i] {
		return without(faces, best, i)
	}
	b = slices.Clone(best)
	b[i] = true
	return b
}
