package snag

import (
	"slices"

	"tilewatch/engine"
)

// Side is how many rows and columns the board has.
const Side = 10

// Square is the place of a number's square: rows grow downwards, columns rightwards, the numbers upright. ok is false
// for numbers that have none.
func Square(number int) (at engine.Place, ok bool) {
	at = engine.Place{Row: (number - 1) / Side, Col: (number - 1) % Side}
	return at, number >= 1 && OnBoard(at)
}

// Number is the number of a place's square; 0 if there is no square.
func Number(at engine.Place) int {
	if !OnBoard(at) {
		return 0
	}
	return at.Row*Side + at.Col + 1
}

// OnBoard reports whether there is a square: the corners are cut off by triangles of 3+2+1 squares.
func OnBoard(at engine.Place) bool {
	if at.Row < 0 || at.Row >= Side || at.Col < 0 || at.Col >= Side {
		return false
	}
	cut := max(3-min(at.Row, Side-1-at.Row), 0)
	return at.Col >= cut && at.Col < Side-cut
}

// Numbers are the numbers of all squares, and so of all tiles, ascending.
var Numbers = func() (all []int) {
	for n := 1; n <= Side*Side; n++ {
		if _, ok := Square(n); ok {
			all = append(all, n)
		}
	}
	return all
}()

// RunLength is how many tiles in line make a run.
const RunLength = 4

// directions in which a run may lie: along the row, down the column, and down both diagonals.
var directions = [4]engine.Place{{Row: 0, Col: 1}, {Row: 1, Col: 0}, {Row: 1, Col: 1}, {Row: 1, Col: -1}}

// Runs are all maximal lines of four or more tiles, each from its upper or left end, in ascending order.
func Runs(tiles []int) [][]int {
	lies := set(tiles)
	var runs [][]int
	for _, n := range tiles {
		for _, d := range directions {
			if at, _ := Square(n); !lies[Number(step(at, d, -1))] {
				if line := lineFrom(lies, at, d); len(line) >= RunLength {
					runs = append(runs, line)
				}
			}
		}
	}
	slices.SortFunc(runs, slices.Compare)
	return runs
}

// RunsThrough are the maximal lines of four or more that hold the number.
func RunsThrough(tiles []int, number int) [][]int {
	return slices.DeleteFunc(Runs(tiles), func(run []int) bool { return !slices.Contains(run, number) })
}

// Union are the numbers of all runs, ascending; the tile where runs cross counts once.
func Union(runs [][]int) []int {
	all := slices.Concat(runs...)
	slices.Sort(all)
	return slices.Compact(all)
}

func set(tiles []int) *[Side*Side + 1]bool {
	var lies [Side*Side + 1]bool
	for _, n := range tiles {
		lies[n] = true
	}
	return &lies
}

func step(at, d engine.Place, by int) engine.Place {
	return engine.Place{Row: at.Row + by*d.Row, Col: at.Col + by*d.Col}
}

// lineFrom are the tiles from a place on in a direction, without a gap.
func lineFrom(lies *[Side*Side + 1]bool, at, d engine.Place) (line []int) {
	for n := Number(at); n > 0 && lies[n]; n = Number(at) {
		line = append(line, n)
		at = step(at, d, 1)
	}
	return line
}
