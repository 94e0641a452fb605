package dabble

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"tilewatch/engine"
	"tilewatch/engine/game"
)

// Read is what a single picture of racks says: the words weigh in where letters are doubtful, and a letter's value confirms the
// letter, since all tiles of a letter have one value.
func (Game) Read(look Look, words game.Words) game.Reading {
	racks, doubts := read(look, dictionary(words))
	r := game.Reading{Fields: struct {
		Racks []Rack `json:"racks"`
	}{racks}, Marks: marks(racks, doubts)}
	for i, rack := range racks {
		r.Text = append(r.Text, rackLine(i, rack))
	}
	r.Warnings = warnings(doubts)
	return r
}

// doubt is a tile that is not sure.
type doubt struct {
	rack int
	tile Tile
}

// How much words and likelihoods weigh, in natural logarithms.
const (
	wordBonus   = 3.0 // a full tier that is a word
	valueWeight = 0.7 // what a tile's value says of its letter
	candidates  = 6   // letters of a place that are tried
	doubtful    = 1.0 // a lead below this is a doubt that is reported
)

// read settles all tiles.
func read(look Look, words Dictionary) ([]Rack, []doubt) {
	table := look.values()
	racks, doubts := []Rack{}, []doubt(nil)
	for i, seen := range look.Racks {
		var tiers [Tiers][]Tile
		for k, places := range seen.Tiers {
			tiles, leads := table.tier(places, words)
			tiers[k] = tiles
			for n, lead := range leads {
				if lead < doubtful {
					doubts = append(doubts, doubt{i, tiles[n]})
				}
			}
		}
		var loose []Tile
		for _, t := range seen.Loose {
			loose = append(loose, table.single(t))
		}
		racks = append(racks, NewRack(tiers, loose, words))
	}
	return racks, doubts
}

// prices are the values of a picture's letters, and how sure the picture is of them.
type prices struct {
	given Values                  // by the tile set
	read  [faces]ValueLikelihoods // by face
	seen  [faces]bool
}

// values pools what the tiles of each letter say of its value.
func (look Look) values() prices {
	p := prices{given: look.Values}
	for _, rack := range look.Racks {
		for _, t := range slices.Concat(slices.Concat(rack.Tiers[:]...), rack.Loose) {
			best, lead := t.Faces.best()
			if t.Values == nil || t.Tile < 0 || !valued(best) || lead < doubtful {
				continue
			}
			p.seen[best] = true
			for v, l := range t.Values {
				p.read[best][v] += l
			}
		}
	}
	p.weighUsual()
	return p
}

// Sets have the usual values, but for a letter or two, or others, some of them the usual ones too: all letters together decide
// which of both. That frequent letters are worth 1 says little: they are in most sets.
const (
	usualSet    = 0.6  // how often a set has the usual values
	usualInSet  = 0.97 // of whose letters have them
	onesInElse  = 0.8  // of the letters of other sets that are usually worth 1
	usualInElse = 0.25 // of their others
	elsewhere   = 12   // values that others may have
)

// inElse is how often a letter has its usual value in other sets.
func inElse(letter int) float64 {
	if usual[faceName(letter)] == 1 {
		return onesInElse
	}
	return usualInElse
}

// weighUsual adds the prior of the values.
func (p *prices) weighUsual() {
	set, other := math.Log(usualSet), math.Log(1-usualSet)
	for c := range p.read {
		if p.seen[c] {
			set += p.marginal(c, usualInSet)
			other += p.marginal(c, inElse(c))
		}
	}
	share := 1 / (1 + math.Exp(other-set))
	for c := range p.read {
		prior := share*usualInSet + (1-share)*inElse(c)
		if !valued(c) {
			continue
		}
		p.read[c][usual[faceName(c)]] += math.Log(prior * elsewhere / (1 - prior))
	}
}

// marginal is how likely a letter's print is if so many letters have the usual value, as a natural logarithm.
func (p *prices) marginal(letter int, share float64) float64 {
	most, value := top(p.read[letter][:]), usual[faceName(letter)]
	sum := 0.0
	for v, l := range p.read[letter] {
		prior := (1 - share) / elsewhere
		if v == value {
			prior = share
		}
		sum += prior * math.Exp(l-most)
	}
	return most + math.Log(sum)
}

// value is what a letter's tile is worth, and whether the tile set or the tiles say so.
func (p *prices) value(letter int) (int, bool) {
	name := faceName(letter)
	if v, ok := p.given[name]; ok {
		return v, true
	}
	best := 0
	for v, l := range p.read[letter] {
		if l > p.read[letter][best] {
			best = v
		}
	}
	return best, p.seen[letter]
}

// best is the likeliest face, and by how much it leads.
func (f *FaceLikelihoods) best() (int, float64) {
	best, second := 0, math.Inf(-1)
	for i, l := range f {
		switch {
		case l > f[best]:
			best, second = i, f[best]
		case i != best:
			second = max(second, l)
		}
	}
	return best, f[best] - second
}

// choice is a face of a place, with its likelihood.
type choice struct {
	face int
	like float64
}

// choices are the likeliest faces of a place, letter and value together.
func (p *prices) choices(t SeenTile) []choice {
	all := make([]choice, 0, len(t.Faces))
	for i, l := range t.Faces {
		if t.Values != nil && valued(i) {
			v, _ := p.value(i)
			l += valueWeight * max(t.Values[min(v, MostValue)]-top(t.Values[:]), -4)
		}
		all = append(all, choice{i, l})
	}
	slices.SortStableFunc(all, func(a, b choice) int { return cmp.Compare(b.like, a.like) })
	return all[:candidates]
}

func top(v []float64) float64 { return slices.Max(v) }

// tier settles the tiles of a tier, and by how much each leads before any other.
func (p *prices) tier(places []SeenTile, words Dictionary) (tiles []Tile, leads []float64) {
	var open [][]choice
	var seen []SeenTile
	for _, t := range places {
		if t.Tile > 0 {
			seen, open = append(seen, t), append(open, p.choices(t))
		}
	}
	pick := make([]int, len(open)) // the likeliest of each
	if len(seen) == len(places) && words != nil {
		pick = spelled(open, words)
	}
	for i, k := range pick {
		tiles = append(tiles, p.tile(seen[i], open[i][k].face))
		lead := open[i][k].like - open[i][1].like
		if k > 0 {
			lead = open[i][k].like - open[i][0].like + wordBonus
		}
		leads = append(leads, lead)
	}
	return tiles, leads
}

// spelled picks a face for each place of a full tier: the likeliest of those that make a word, unless others are likelier by more
// than words weigh.
func spelled(open [][]choice, words Dictionary) []int {
	pick, best := make([]int, len(open)), 0.0
	plain := 0.0
	for _, c := range open {
		plain += c[0].like
	}
	now := make([]int, len(open))
	var try func(place int, sum float64)
	try = func(place int, sum float64) {
		if sum-plain+wordBonus < best {
			return
		}
		if place == len(open) {
			pattern := ""
			for i, k := range now {
				pattern += faceName(open[i][k].face)
			}
			if score := sum - plain + wordBonus; score > best && len(readings(words, pattern, 1)) > 0 {
				best = score
				copy(pick, now)
			}
			return
		}
		for k, c := range open[place] {
			now[place] = k
			try(place+1, sum+c.like-open[place][0].like)
		}
	}
	try(0, plain)
	return pick
}

// faceName is what Tile.Letter says of a face.
func faceName(face int) string {
	switch face {
	case BlankFace:
		return Blank
	case ApostropheFace:
		return Apostrophe
	case EnyeFace, LLFace, RRFace:
		return [...]string{"Ñ", "LL", "RR"}[face-EnyeFace]
	}
	return string(rune('A' + face))
}

// tile is the place's tile with that face.
func (p *prices) tile(t SeenTile, face int) Tile {
	quad := t.Quad
	out := Tile{Letter: faceName(face), Quad: &quad, Known: true}
	if valued(face) {
		out.Value, out.Known = p.value(face)
	}
	return out
}

// single is a tile by itself.
func (p *prices) single(t SeenTile) Tile { return p.tile(t, p.choices(t)[0].face) }

// marks are what an overlay draws.
func marks(racks []Rack, doubts []doubt) []game.Mark {
	var all []game.Mark
	for i, rack := range racks {
		mark := func(t Tile, color engine.Color) {
			label := t.Letter
			if t.Value > 0 {
				label += fmt.Sprint(t.Value)
			}
			unsure := slices.ContainsFunc(doubts, func(d doubt) bool { return d.rack == i && d.tile.Quad == t.Quad })
			all = append(all, game.Mark{Quad: *t.Quad, Label: label, Color: color, Doubtful: unsure})
		}
		for _, tier := range rack.Tiers {
			color := engine.Red
			if tier.Valid {
				color = engine.Green
			}
			for _, t := range tier.Tiles {
				mark(t, color)
			}
		}
		for _, t := range rack.Unused {
			mark(t, engine.Yellow)
		}
	}
	return all
}

// rackLine is a rack for people.
func rackLine(i int, r Rack) string {
	var words []string
	for _, t := range r.Tiers {
		switch {
		case t.Valid:
			words = append(words, fmt.Sprintf("%s %d", t.Word, t.Points))
		case t.Word == "":
			words = append(words, "-")
		default:
			words = append(words, "("+t.Word+")")
		}
	}
	text := fmt.Sprintf("rack %d: %s: %s, %d unused", i+1, strings.Join(words, ", "), engine.Count(r.Points, "point"), r.UnusedPoints)
	if r.Complete {
		text += ", all five words"
	}
	return text
}

// warnings are the doubts, for people.
func warnings(doubts []doubt) []engine.Warning {
	if len(doubts) == 0 {
		return nil
	}
	var at []string
	for _, d := range doubts {
		at = append(at, fmt.Sprintf("%s on rack %d", d.tile.Letter, d.rack+1))
	}
	return []engine.Warning{{Code: "low_confidence", Message: "not sure of " + strings.Join(at, ", ") + ": photograph it from closer, in more light"}}
}
