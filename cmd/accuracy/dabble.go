package main

import (
	"encoding/json"
	"math"
)

func init() {
	graders["dabble"] = grader{columns: []string{"letters", "values", "words", "points"}, grade: gradeDabble, words: "words.txt", spanish: "spanish.txt"}
}

// dabbleRacks are the racks of a truth file or an answer.
type dabbleRacks struct{ Racks []dabbleRack }

type dabbleRack struct {
	Tiers        []dabbleTier
	Points       int
	UnusedPoints int `json:"unused_points"`
}

// dabbleTier is one tier; a truth's Seen has blanks as "?", and Readings are all words a tier with blanks can be.
type dabbleTier struct {
	Length     int
	Word, Seen string
	Readings   []string
	Tiles      []dabbleTile
}

type dabbleTile struct {
	Letter  string
	Value   *int
	Corners [4][2]float64
	Visible *float64
}

// gradeDabble counts, of the tiles on racks, those whose letter and value are right, of the tiers those whose word is, and of the racks
// those whose points and unused points are.
func gradeDabble(truth, answer []byte) (map[string]count, error) {
	var want, got dabbleRacks
	for data, into := range map[*[]byte]*dabbleRacks{&truth: &want, &answer: &got} {
		if err := json.Unmarshal(*data, into); err != nil {
			return nil, err
		}
	}
	c := map[string]count{}
	add := func(column string, right bool) { c[column] = count{c[column].right + one(right), c[column].all + 1} }
	for _, w := range want.Racks {
		mine := w.nearest(got.Racks)
		for i, tier := range w.Tiers {
			add("words", i < len(mine.Tiers) && tier.reads(mine.Tiers[i].Word))
			for _, tile := range tier.Tiles {
				if tile.Visible != nil && *tile.Visible <= 0.5 {
					continue
				}
				found := mine.at(tile)
				add("letters", found != nil && found.Letter == tile.Letter)
				add("values", found != nil && found.points() == tile.points())
			}
		}
		add("points", mine.Points == w.Points && mine.UnusedPoints == w.UnusedPoints && len(mine.Tiers) > 0)
	}
	return c, nil
}

// reads reports whether a word is what stands on the tier.
func (t dabbleTier) reads(word string) bool {
	if word == t.Word || word == t.Seen {
		return true
	}
	for _, r := range t.Readings {
		if word == r {
			return true
		}
	}
	return false
}

// nearest is the rack that has most tiles where this one has.
func (r dabbleRack) nearest(all []dabbleRack) (best dabbleRack) {
	most := 0
	for _, o := range all {
		n := 0
		for _, tier := range r.Tiers {
			for _, tile := range tier.Tiles {
				n += one(o.at(tile) != nil)
			}
		}
		if n > most {
			most, best = n, o
		}
	}
	return best
}

// at is the tile whose middle lies nearest to this one's, within half a side; nil if none does.
func (r dabbleRack) at(t dabbleTile) *dabbleTile {
	var best *dabbleTile
	least := 0.5 * math.Hypot(t.Corners[1][0]-t.Corners[0][0], t.Corners[1][1]-t.Corners[0][1])
	x, y := t.middle()
	for i := range r.Tiers {
		for k := range r.Tiers[i].Tiles {
			o := &r.Tiers[i].Tiles[k]
			ox, oy := o.middle()
			if d := math.Hypot(ox-x, oy-y); d < least {
				least, best = d, o
			}
		}
	}
	return best
}

func (t *dabbleTile) middle() (x, y float64) {
	for _, c := range t.Corners {
		x, y = x+c[0]/4, y+c[1]/4
	}
	return x, y
}

// points are the tile's value; an apostrophe has none.
func (t *dabbleTile) points() int {
	if t.Value == nil {
		return 0
	}
	return *t.Value
}
