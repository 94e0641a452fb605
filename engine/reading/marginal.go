package reading

import (
	"cmp"
	"math"
	"slices"

	"tilewatch/engine"
)

// pairRange is how many nats below the picked faces a pair of other faces still counts as an alternative.
const pairRange = 5

// readings are the ways to read place i given the rest, likeliest first, as probabilities. What was picked
// stays first. The other places of the runs through i may change with it, one at a time.
func (p *puzzle) readings(i int, letters []engine.Letter) []Face {
	printed := make(map[engine.Letter]float64, len(p.faces[i]))
	blank, blankLetter := math.Inf(-1), engine.Letter(0)
	add := func(f Face, gain float64) {
		switch {
		case !f.Blank:
			printed[f.Letter] += math.Exp(gain)
		case gain > blank:
			blank, blankLetter = gain, f.Letter
		}
	}
	picked := p.faces[i][p.pick[i]]
	add(picked, 0)
	p.others(i, deepest, func(f int) { add(p.faces[i][f], p.gain(change{i, f, -1, 0})) })
	p.joint(i, add)
	faces := make([]Face, 0, len(printed)+1)
	for letter, weight := range printed {
		faces = append(faces, Face{Letter: letter, Score: weight})
	}
	if !math.IsInf(blank, -1) {
		faces = append(faces, Face{Letter: blankLetter, Blank: true, Score: math.Exp(blank)})
	}
	normalize(faces)
	slices.SortFunc(faces, func(a, b Face) int {
		return cmp.Or(-compareBool(same(a, picked), same(b, picked)), cmp.Compare(b.Score, a.Score), cmp.Compare(a.Letter, b.Letter))
	})
	if faces[0].Blank {
		faces[0].Letter = letters[i]
	}
	return faces
}

// joint adds the readings of place i in which one more place of its runs is read otherwise too.
func (p *puzzle) joint(i int, add func(Face, float64)) {
	for _, run := range p.of[i] {
		for _, j := range p.runs[run] {
			if j == i {
				continue
			}
			most := pairRange + p.through(i) + p.through(j)
			p.others(j, most, func(g int) {
				if p.faces[j][g].Blank || g >= pairFaces {
					return
				}
				add(p.faces[i][p.pick[i]], p.gain(change{j, g, -1, 0}))
				p.others(i, most-p.loss(j, g), func(f int) {
					if p.tried(i, f) {
						add(p.faces[i][f], p.gain(change{i, f, j, g}))
					}
				})
			})
		}
	}
}

func normalize(faces []Face) {
	sum := 0.0
	for _, f := range faces {
		sum += f.Score
	}
	for i := range faces {
		faces[i].Score /= sum
	}
}

func same(a, b Face) bool { return a.Blank == b.Blank && (a.Blank || a.Letter == b.Letter) }

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// settleBlanks finds for every place picked as blank the one letter that makes all its runs words, else
// Unsettled.
func (p *puzzle) settleBlanks() []engine.Letter {
	letters := make([]engine.Letter, len(p.places))
	for i := range p.places {
		if p.open(i) {
			letters[i] = p.onlyFit(i)
		} else if f := p.faces[i][p.pick[i]]; f.Blank {
			letters[i] = f.Letter
		}
	}
	return letters
}

// open reports whether place i is picked as a blank whose letter was not known before.
func (p *puzzle) open(i int) bool { return len(p.faces[i]) > 1 && p.faces[i][p.pick[i]].Blank }

// onlyFit is the one letter that makes words of all runs through i. Two open blanks in a run settle nothing: each
// letter rests on a guess of the other.
func (p *puzzle) onlyFit(i int) engine.Letter {
	if p.costs.words == nil || len(p.of[i]) == 0 || p.besideOpen(i) {
		return engine.Unsettled
	}
	picked, fits := p.pick[i], []engine.Letter{}
	for f, face := range p.faces[i] {
		p.pick[i] = f
		if face.Blank && !slices.ContainsFunc(p.of[i], func(run int) bool { return p.cost(run) > 0 }) {
			fits = append(fits, face.Letter)
		}
	}
	p.pick[i] = picked
	if len(fits) != 1 {
		return engine.Unsettled
	}
	return fits[0]
}

func (p *puzzle) besideOpen(i int) bool {
	for _, run := range p.of[i] {
		if slices.ContainsFunc(p.runs[run], func(j int) bool { return j != i && p.open(j) }) {
			return true
		}
	}
	return false
}
