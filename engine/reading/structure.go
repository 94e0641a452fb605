package reading

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"tilewatch/engine"
)

// structure is the largest set of orthogonally linked tiles, by place, and how many tiles lie in
// other sets.
func structure(cells []engine.CellEvidence) (tiles []engine.CellEvidence, apart int) {
	at := map[engine.Place]engine.CellEvidence{}
	for _, c := range cells {
		if old, twice := at[c.Place]; math.IsNaN(c.Tile) || c.Tile <= 0 || twice && old.Tile >= c.Tile {
			continue
		}
		at[c.Place] = c
	}
	groups := bridged(Linked(at), cells)
	if len(groups) == 0 {
		return nil, 0
	}
	for _, p := range groups[0] {
		tiles = append(tiles, at[p])
	}
	return tiles, len(at) - len(tiles)
}

// bridged adds to the largest set those that one unseen place parts from it: tiles on the same lattice belong to the
// structure unless the picture shows a gap between them.
func bridged(groups [][]engine.Place, cells []engine.CellEvidence) [][]engine.Place {
	shown := map[engine.Place]bool{}
	for _, c := range cells {
		shown[c.Place] = shown[c.Place] || c.Visible > 0.3 || c.Tile > 0
	}
	for i := 1; i < len(groups); i++ {
		if !unseenBetween(groups[0], groups[i], shown) {
			continue
		}
		groups[0] = append(groups[0], groups[i]...)
		groups = slices.Delete(groups, i, i+1)
		i = 0 // what lay too far away may be near now
	}
	return groups
}

func unseenBetween(a, b []engine.Place, shown map[engine.Place]bool) bool {
	beside := map[engine.Place]bool{}
	for _, p := range a {
		for _, n := range p.Neighbors() {
			beside[n] = !shown[n]
		}
	}
	for _, p := range b {
		for _, n := range p.Neighbors() {
			if beside[n] {
				return len(b) > 1
			}
		}
	}
	return false
}

// Linked are the sets of orthogonally linked places, the largest first; of equals the one with the first place.
func Linked[T any](at map[engine.Place]T) [][]engine.Place {
	var places []engine.Place
	for p := range at {
		places = append(places, p)
	}
	slices.SortFunc(places, engine.ComparePlaces)
	var groups [][]engine.Place
	seen := map[engine.Place]bool{}
	for _, p := range places {
		if !seen[p] {
			groups = append(groups, flood(at, p, seen))
		}
	}
	slices.SortStableFunc(groups, func(a, b []engine.Place) int { return cmp.Compare(len(b), len(a)) })
	return groups
}

func flood[T any](at map[engine.Place]T, from engine.Place, seen map[engine.Place]bool) []engine.Place {
	group := []engine.Place{from}
	seen[from] = true
	for i := 0; i < len(group); i++ {
		for _, n := range group[i].Neighbors() {
			if _, tile := at[n]; tile && !seen[n] {
				seen[n] = true
				group = append(group, n)
			}
		}
	}
	slices.SortFunc(group, engine.ComparePlaces)
	return group
}

const (
	doubtful    = 4 // nats either way within which a tile's presence is weighed with the words
	maxDoubtful = 6 // doubtful places weighed
)

// settleDoubtful adds or drops tiles whose presence the picture leaves open while the whole reading gains by it: what gains most goes
// first, because one false tile spoils the words of its neighbors.
func settleDoubtful(up upright, cells []engine.CellEvidence, costs *costs) upright {
	var open []engine.CellEvidence
	for _, c := range cells {
		if math.Abs(c.Tile) < doubtful {
			open = append(open, c)
		}
	}
	slices.SortStableFunc(open, func(a, b engine.CellEvidence) int { return cmp.Compare(math.Abs(a.Tile), math.Abs(b.Tile)) })
	open = open[:min(len(open), maxDoubtful)]
	var weighed []engine.CellEvidence
	for len(open) > 0 {
		top, gain, best := -1, 0.0, up
		for i, c := range open {
			if other, ok := up.toggled(c, costs); ok {
				if g := other.without(c) - up.without(c); g > gain {
					top, gain, best = i, g, other
				}
			}
		}
		if top < 0 {
			break
		}
		weighed = append(weighed, open[top])
		up, open = best, slices.Delete(open, top, top+1)
	}
	up.weighed = map[engine.Place]float64{}
	for _, c := range weighed {
		if other, ok := up.toggled(c, costs); ok {
			odds := up.without(c) - other.without(c)
			if !up.has(c.Place) {
				odds = -odds
			}
			up.weighed[c.Place] = odds
		}
	}
	return up
}

// toggled is the reading without c, or with it; false if that would part the tiles, or leave none.
func (u upright) toggled(c engine.CellEvidence, costs *costs) (upright, bool) {
	tiles := toggledTiles(u.tiles, c)
	if tiles == nil {
		return upright{}, false
	}
	other := upright{turn: u.turn, tiles: tiles, puzzle: lay(tiles, u.turn, costs)}
	other.puzzle.search(other.puzzle.resume(u.puzzle, c.Place.Turn(u.turn)))
	return other, true
}

// without is what the reading is worth if it does not matter how well a tile's letter is read: presence, faces and words. A tile that is
// half hidden lies there though any letter may be on it; and that words make another of it than the likeliest says the less against it,
// the less is seen.
func (u upright) without(c engine.CellEvidence) float64 {
	worth := u.presence() + u.puzzle.score()
	i := slices.Index(u.puzzle.places, c.Place.Turn(u.turn))
	if i < 0 {
		return worth
	}
	faces := u.puzzle.faces[i]
	picked := faces[u.puzzle.pick[i]]
	best := slices.MaxFunc(faces, func(a, b Face) int { return cmp.Compare(a.Score, b.Score) }).Score
	if picked.Blank {
		worth -= c.Visible * blankDoubt
	} else {
		worth += min(best-picked.Score, (1-c.Visible)*forgiven)
	}
	return worth - best
}

// blankDoubt is how much (nats) it says against a doubtful tile that all of it is seen, and no letter: few tiles are blank, and most of
// what is mistaken for one is.
const blankDoubt = 2.0

// forgiven is by how much (nats) a printed letter that the words ask for may lie behind the likeliest one where the face is hidden: few
// letters fit a word, and that one of them is likely at all speaks for the tile.
const forgiven = 1.2

// has says whether a tile is read there.
func (u upright) has(at engine.Place) bool {
	return slices.ContainsFunc(u.tiles, func(t engine.CellEvidence) bool { return t.Place == at })
}

func (u upright) presence() float64 {
	total := 0.0
	for _, t := range u.tiles {
		total += t.Tile
	}
	return total
}

// toggledTiles are the tiles without c, or with it; nil if
// that would part them, or leave none.
func toggledTiles(tiles []engine.CellEvidence, c engine.CellEvidence) []engine.CellEvidence {
	at := map[engine.Place]engine.CellEvidence{}
	for _, t := range tiles {
		at[t.Place] = t
	}
	before := maps.Clone(at)
	if _, in := at[c.Place]; in {
		delete(at, c.Place)
	} else {
		at[c.Place] = c
	}
	if len(at) == 0 || len(Linked(at)) > len(Linked(before)) {
		return nil
	}
	out := make([]engine.CellEvidence, 0, len(at))
	for _, group := range Linked(at) {
		for _, p := range group {
			out = append(out, at[p])
		}
	}
	return out
}
