package dabble

import (
	"slices"
	"strings"
)

// A rack has tiers of Shortest to Longest places: twenty tiles and five words.
const (
	Shortest  = 2
	Longest   = 6
	Tiers     = Longest - Shortest + 1
	MostTiles = 20 // that each player takes
)

// Dictionary says what is a word. Words are in upper case; Matches are the words of a pattern in which each '?' stands
// for any letter, at most limit of them.
type Dictionary interface {
	Has(word string) bool
	Matches(pattern string, limit int) []string
}

// Tier is one step of a rack.
type Tier struct {
	Length int    `json:"length"` // places, Shortest to Longest
	Word   string `json:"word"`   // as it is read from left to right; an open blank is written as its letter if exactly one word fits, else "?"
	Tiles  []Tile `json:"tiles"`  // from left to right, gaps left out
	Points int    `json:"points"` // what it counts: only when full and valid, doubled with an apostrophe
	Valid  bool   `json:"valid"`  // full, and a word
	Full   bool   `json:"full"`
}

// Worth is what the tiles count as a word, whatever they spell: the sum of their values, double with an apostrophe. It is the
// word's points wherever they count.
func (t Tier) Worth() int {
	sum := 0
	for _, tile := range t.Tiles {
		sum += tile.Value
	}
	if t.hasApostrophe() {
		sum *= 2
	}
	return sum
}

// hasApostrophe reports whether an apostrophe tile lies in it.
func (t Tier) hasApostrophe() bool {
	return slices.ContainsFunc(t.Tiles, func(t Tile) bool { return t.Letter == Apostrophe })
}

// judge settles the tier's word, and whether it is one.
func (t *Tier) judge(words Dictionary) {
	t.Full = len(t.Tiles) == t.Length
	pattern := ""
	for _, tile := range t.Tiles {
		pattern += tile.shows()
	}
	t.Word, t.Valid, t.Points = pattern, false, 0
	if !t.Full || words == nil {
		return
	}
	fits := readings(words, pattern, 2)
	if t.Valid = len(fits) > 0; len(fits) == 1 {
		t.Word = fits[0]
	}
	t.count()
}

// count is what a valid tier counts.
func (t *Tier) count() {
	if t.Points = 0; t.Valid {
		t.Points = t.Worth()
	}
}

// readings are the words the pattern may be. A blank is never an apostrophe.
func readings(words Dictionary, pattern string, limit int) []string {
	if !strings.Contains(pattern, Blank) {
		if words.Has(pattern) {
			return []string{pattern}
		}
		return nil
	}
	var fits []string
	for _, w := range words.Matches(pattern, 0) {
		if strings.Count(w, Apostrophe) == strings.Count(pattern, Apostrophe) {
			if fits = append(fits, w); len(fits) == limit {
				break
			}
		}
	}
	return fits
}

// Rack is what one player has built, and the tiles that lie in front of it.
type Rack struct {
	Tiers        []Tier `json:"tiers"` // Tiers of them, the shortest first
	Points       int    `json:"points"`
	Complete     bool   `json:"complete"` // five words
	Unused       []Tile `json:"unused"`   // lying in front
	UnusedPoints int    `json:"unused_points"`
	seat         string // where a camera saw it; empty: people say whose it is
	late         bool   // a camera saw it only after the round had ended
}

// NewRack judges tiers of tiles, the shortest first, and counts.
func NewRack(tiers [Tiers][]Tile, unused []Tile, words Dictionary) Rack {
	r := Rack{Unused: orEmpty(unused)}
	for i, tiles := range tiers {
		t := Tier{Length: i + Shortest, Tiles: orEmpty(tiles)}
		t.judge(words)
		r.Tiers = append(r.Tiers, t)
	}
	r.count()
	return r
}

// count adds up.
func (r *Rack) count() {
	r.Points, r.Complete, r.UnusedPoints = 0, true, 0
	for i := range r.Tiers {
		t := &r.Tiers[i]
		t.count()
		r.Points += t.Points
		r.Complete = r.Complete && t.Valid
	}
	for _, t := range r.spare() {
		r.UnusedPoints += t.Value
	}
}

// spare are the tiles in no word of the right length: those of unfinished and wrong tiers, and those in front.
func (r *Rack) spare() []Tile {
	var spare []Tile
	for _, t := range r.Tiers {
		if !t.Valid {
			spare = append(spare, t.Tiles...)
		}
	}
	return append(spare, r.Unused...)
}

// held is how many tiles the rack has.
func (r *Rack) held() int {
	n := len(r.Unused)
	for _, t := range r.Tiers {
		n += len(t.Tiles)
	}
	return n
}

// tiles are all the rack's tiles.
func (r *Rack) tiles() []Tile {
	var all []Tile
	for _, t := range r.Tiers {
		all = append(all, t.Tiles...)
	}
	return append(all, r.Unused...)
}

// best is the word with the most points; of equal ones one without an apostrophe, whose points count once only.
func (r *Rack) best() (best Tier) {
	for _, t := range r.Tiers {
		if t.Points > best.Points || t.Points == best.Points && best.hasApostrophe() {
			best = t
		}
	}
	return best
}

func (r Rack) clone() Rack {
	r.Tiers = slices.Clone(r.Tiers)
	for i := range r.Tiers {
		r.Tiers[i].Tiles = slices.Clone(r.Tiers[i].Tiles)
	}
	r.Unused = slices.Clone(r.Unused)
	return r
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}
