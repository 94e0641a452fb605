package inventory

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/lattice"
)

// connect is a connected board of high worth. That is mostly the optimum; otherwise it begins with all faces, and takes away again and again the face
// whose loss gains the most, with the parts that only this face links to the best one (steepest ascent). Faces that fall apart from the start
// stay as the optimum has them.
func connect(faces []face, best board) board {
	b := make(board, len(faces))
	for i := range b {
		b[i] = true
	}
	if len(parts(faces, best)) <= 1 || len(parts(faces, b)) > 1 {
		return best
	}
	for worth := worthOf(faces, b); ; {
		top, most := board(nil), worth
		for i := range faces {
			if b[i] && faces[i].doubtful() {
				if less := without(faces, b, i); worthOf(faces, less) > most {
					top, most = less, worthOf(faces, less)
				}
			}
		}
		if top == nil {
			return b
		}
		b, worth = top, most
	}
}

// without is a board without a face: of the parts that it links, the one of the highest worth.
func without(faces []face, b board, i int) (best board) {
	less, most := slices.Clone(b), math.Inf(-1)
	less[i] = false
	for _, part := range parts(faces, less) {
		only := make(board, len(faces))
		for _, j := range part {
			only[j] = true
		}
		if worth := worthOf(faces, only); worth > most {
			best, most = only, worth
		}
	}
	if best == nil {
		return less
	}
	return best
}

// parts are the connected parts of a board, as indices of faces.
func parts(faces []face, b board) (all [][]int) {
	levels, index := lattice.Levels{}, map[engine.Place]int{}
	for i := range faces {
		if index[faces[i].Place] = i; b[i] {
			levels[faces[i].Place] = 1
		}
	}
	for _, places := range levels.Components() {
		var part []int
		for at := range places {
			part = append(part, index[at])
		}
		slices.Sort(part)
		all = append(all, part)
	}
	return all
}
