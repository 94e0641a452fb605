package main

import (
	"encoding/json"
	"slices"
)

func init() {
	graders["snag"] = grader{columns: []string{"found", "right", "runs", "exact"}, grade: gradeSnag}
}

// snagBoard is the board of a truth file or an answer.
type snagBoard struct {
	Tiles []struct{ Number int }
	Runs  [][]int
}

// gradeSnag counts the tiles found by number, how many of them lie there, and pictures with the right runs
// and with nothing missing or too much.
func gradeSnag(truth, answer []byte) (map[string]count, error) {
	var want, got snagBoard
	if err := json.Unmarshal(truth, &want); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(answer, &got); err != nil {
		return nil, err
	}
	lies := map[int]bool{}
	for _, t := range want.Tiles {
		lies[t.Number] = true
	}
	counted := map[int]bool{}
	hits := 0
	for _, t := range got.Tiles {
		if lies[t.Number] && !counted[t.Number] {
			hits++
		}
		counted[t.Number] = true
	}
	exact := hits == len(want.Tiles) && hits == len(got.Tiles)
	return map[string]count{
		"found": {hits, len(want.Tiles)}, "right": {hits, len(got.Tiles)},
		"runs": {one(sameRuns(want.Runs, got.Runs)), 1}, "exact": {one(exact), 1},
	}, nil
}

// sameRuns compares runs whatever their order.
func sameRuns(a, b [][]int) bool {
	sorted := func(runs [][]int) [][]int {
		var out [][]int
		for _, r := range runs {
			r = slices.Clone(r)
			slices.Sort(r)
			out = append(out, r)
		}
		slices.SortFunc(out, slices.Compare)
		return out
	}
	return slices.EqualFunc(sorted(a), sorted(b), slices.Equal)
}
