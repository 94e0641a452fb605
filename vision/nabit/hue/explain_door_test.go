package hue

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/spatial/r3"

	"tilewatch/engine"
)

// drawn are the faces of a picture under a drawn lamp, of a drawn set: some of each of the colors.
func drawn(rng *rand.Rand, colors ...int) (faces []Face, truth []int) {
	shift := Hue{shiftSpread * rng.NormFloat64(), shiftSpread * rng.NormFloat64()}
	for _, c := range colors {
		mean := names[c].drawn(rng).plus(shift, 1)
		for range 2 + rng.IntN(8) {
			f := Face{Tile: true}
			for k := range f.Hue {
				f.Hue[k] = mean[k] + partSpread/2*rng.NormFloat64()
			}
			faces, truth = append(faces, f), append(truth, c)
		}
	}
	return faces, truth
}

// drawn is a plastic's hue, by the Cholesky factor of its covariance.
func (p *prior) drawn(rng *rand.Rand) Hue {
	a := math.Sqrt(p.covariance.xx)
	b := p.covariance.xy / a
	x, y := rng.NormFloat64(), rng.NormFloat64()
	return Hue{p.mean[0] + a*x, p.mean[1] + b*x + math.Sqrt(p.covariance.yy-b*b)*y}
}

// Each face by itself is sure of what its plastic and its lamp get wrong for all; together they say how often that is.
func TestFacesOfOneColorDoubtTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var told, right, lone, joint float64
	sure, sureRight, n := 0, 0, 0.0
	for range 300 {
		faces, truth := drawn(rng, rng.Perm(len(PlasticHues))[:1+rng.IntN(len(PlasticHues))]...)
		var hues []Hue
		for i := range faces {
			hues = append(hues, faces[i].Hue)
		}
		shift := CommonShift(hues)
		for i, l := range Explain(faces, Told{}).Faces {
			p, alone := softmax(l), softmax(faces[i].likely(shift))
			best := MostLikelyColor(l)
			n++
			told += p[best]
			joint -= math.Log(p[truth[i]])
			lone -= math.Log(alone[truth[i]])
			if best == truth[i] {
				right++
			}
			if p[best] >= 0.99 {
				if sure++; best == truth[i] {
					sureRight++
				}
			}
		}
	}
	t.Logf("of %.0f faces %.4f are right, told %.4f; sure %d, right %d; mean negative log-likelihood %.4f, each by itself %.4f", n, right/n, told/n, sure, sureRight, joint/n, lone/n)
	if math.Abs(told-right)/n > 0.02 {
		t.Errorf("%.4f of the faces are right, told %.4f", right/n, told/n)
	}
	if joint > 0.7*lone {
		t.Errorf("the mean negative log-likelihood is %.4f, of each face by itself %.4f", joint/n, lone/n)
	}
	if float64(sure) < 0.35*n || float64(sureRight) < 0.995*float64(sure) {
		t.Errorf("of %.0f faces %d are sure, %d of them right", n, sure, sureRight)
	}
}

// Two players' faces that lie apart and look like one color's are seldom surely one player's. Their means lie 0.5 to 0.7 apart, on
// the line between the colors.
func TestTwoGroupsApartAreSeldomSurelyOnePlayers(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	merged, sure, lone := 0, 0, 0
	for range 300 {
		colors := rng.Perm(len(PlasticHues))[:2+rng.IntN(2)]
		faces, truth := drawn(rng, colors...)
		first, second := PlasticHues[colors[0]].Mean, PlasticHues[colors[1]].Mean
		way := (0.5 + 0.2*rng.Float64()) / HueDistance(first, second)
		var hues []Hue
		for i := range faces {
			if truth[i] == colors[1] {
				for k := range first {
					faces[i].Hue[k] += (1 - way) * (first[k] - second[k])
				}
			}
			hues = append(hues, faces[i].Hue)
		}
		shift := CommonShift(hues)
		least, alone := 1.0, 1.0
		one := true
		for i, l := range Explain(faces, Told{}).Faces {
			if truth[i] == colors[0] || truth[i] == colors[1] {
				one = one && MostLikelyColor(l) == colors[0]
				least = min(least, softmax(l)[colors[0]])
				alone = min(alone, softmax(faces[i].likely(shift))[colors[0]])
			}
		}
		if one {
			merged++
			if least >= 0.99 {
				sure++
			}
			if alone >= 0.99 {
				lone++
			}
		}
	}
	t.Logf("two players' faces became one's %d times, surely %d times; each by itself %d times", merged, sure, lone)
	if merged < 20 || sure > merged/3 || 2*lone < 3*sure {
		t.Errorf("of %d pairs of players that became one %d are sure, each by itself %d", merged, sure, lone)
	}
}

func TestTheOrderOfFacesDoesNotMatter(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 20 {
		faces, _ := drawn(rng, 0, 1, 2, 3)
		faces[0].Tile = false
		order := rng.Perm(len(faces))
		mixed := make([]Face, len(faces))
		for i, k := range order {
			mixed[i] = faces[k]
		}
		straight := Explain(faces, Told{}).Faces
		for i, l := range Explain(mixed, Told{}).Faces {
			for c := range l {
				if off := math.Abs(l[c] - straight[order[i]][c]); off > 1e-6 {
					t.Fatalf("in another order, color %d of a face is off by %g", c, off)
				}
			}
		}
	}
}

// Faces that are no tiles have colors, too, but say nothing of the lamp.
func TestOnlyTilesSayWhatTheLampIs(t *testing.T) {
	if got := Explain(nil, Told{}).Faces; len(got) != 0 {
		t.Errorf("no face has %v", got)
	}
	rng := rand.New(rand.NewPCG(13, 14))
	faces, _ := drawn(rng, 0, 2)
	stain := Face{Hue: Hue{0.6, 0.6}}
	alone, with := Explain(faces, Told{}).Faces, Explain(append(faces, stain, stain, stain), Told{}).Faces
	for i := range alone {
		if alone[i] != with[i] {
			t.Errorf("beside stains a face has %v, else %v", with[i], alone[i])
		}
	}
	if l := Explain([]Face{stain}, Told{}).Faces[0]; MostLikelyColor(l) != 1 || math.IsInf(l[3], 0) {
		t.Errorf("a lone face has %v", l)
	}
}

func TestTwoPlasticsLieApartAndOneDoesNot(t *testing.T) {
	brick, cream := r3.Vec{X: 0.3, Y: -0.1}, r3.Vec{X: 0.05, Y: -0.45}
	for want, colors := range map[bool][]r3.Vec{
		true:  {brick, cream, brick, cream, cream},
		false: {brick, {X: 0.32, Y: -0.12}, {X: 0.28, Y: -0.1}, {X: 0.33, Y: -0.05}},
	} {
		if apart, _ := Apart(colors); (apart > r3.Norm(r3.Sub(brick, cream))*0.99) != want {
			t.Errorf("%v lie %.2f apart", colors, apart)
		}
	}
	if _, fewer := Apart([]r3.Vec{brick, cream, cream, brick, cream, cream}); fewer != 2 {
		t.Errorf("of two and four colors the smaller part has %d", fewer)
	}
	dark := r3.Add(brick, r3.Vec{Z: -0.5})
	if apart, fewer := Apart([]r3.Vec{brick, dark, dark, brick, brick}); math.Abs(apart-0.5) > 1e-9 || fewer != 2 {
		t.Errorf("light and dark lie %.2f apart, and the smaller part has %d", apart, fewer)
	}
	none, _ := Apart(nil)
	if one, _ := Apart([]r3.Vec{brick}); one != 0 || none != 0 {
		t.Error("one color lies apart from itself")
	}
}

// TestFacesBesideTellWhichNamesAreLeft draws tables where one player has tiles in the structure and all have some beside it: these tell that player's plastic from
// theirs, and are no plastics of the structure.
func TestFacesBesideTellWhichNamesAreLeft(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	alone, beside, n := 0, 0, 300
	for range n {
		faces, truth := drawn(rng, rng.Perm(len(PlasticHues))...)
		own := truth[0]
		var structure []Face
		for i := range faces {
			if truth[i] == own {
				structure = append(structure, faces[i])
			}
			faces[i].Beside = truth[i] != own
		}
		if MostLikelyColor(Explain(structure, Told{}).Faces[0]) == own {
			alone++
		}
		with := Explain(faces, Told{})
		if MostLikelyColor(with.Faces[0]) == own {
			beside++
		}
		if len(with.Plastics) != 1 {
			t.Fatalf("the structure has %v", with.Plastics)
		}
	}
	t.Logf("of %d plastics %d have their name by themselves, %d beside the others", n, alone, beside)
	if n-beside > (n-alone)/2 {
		t.Errorf("of %d plastics %d have their name by themselves, %d beside the others", n, alone, beside)
	}
}

// A bank's top is named by the board's plastics, if it has one of them; else it is of a color that the board does not show.
func TestAFaceBesideTheBoardIsNamedByItsPlastics(t *testing.T) {
	rose, mauve := Hue{0.5, 0.25}, Hue{0.2, 0.55} // both are nearer to purple's usual hue than to any other
	var faces []Face
	for range 6 {
		faces = append(faces, Face{Hue: rose, Tile: true, Other: engine.ColorLikelihoods{4, 0, 0, 0}}, Face{Hue: Hue{-0.6, -0.5}, Tile: true})
	}
	n := Explain(faces, Told{})
	for _, c := range []struct {
		name string
		hue  Hue
		want int
	}{
		{"as the red tiles are", rose, 0},
		{"a little paler", Hue{0.46, 0.22}, 0},
		{"as no tile is, where red and green are taken", mauve, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if l := n.Of(c.hue, engine.ColorLikelihoods{}); MostLikelyColor(l) != c.want || l[c.want] < math.Log(0.7) {
				t.Errorf("log-probabilities %.2f, want color %d", l, c.want)
			}
		})
	}
}

// Gray tiles show the lamp: where it is far from white, they keep a plastic from the name that it has under a white one.
func TestGrayTilesShowTheLamp(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	right, with, n := 0, 0, 300
	for range n {
		own := rng.IntN(len(PlasticHues))
		shift := Hue{2 * shiftSpread * rng.NormFloat64(), 2 * shiftSpread * rng.NormFloat64()}
		plastic := Face{Hue: names[own].drawn(rng).plus(shift, 1), Tile: true}
		faces := []Face{plastic, plastic, plastic}
		if MostLikelyColor(Explain(faces, Told{}).Faces[0]) == own {
			right++
		}
		tint := Hue{graySpread * rng.NormFloat64(), graySpread * rng.NormFloat64()}
		for range 1 + rng.IntN(3) {
			faces = append(faces, Face{Hue: shift.plus(tint, 1).plus(Hue{0.03 * rng.NormFloat64(), 0.03 * rng.NormFloat64()}, 1), Beside: true, Gray: true})
		}
		all := Explain(faces, Told{})
		if MostLikelyColor(all.Faces[0]) == own {
			with++
		}
		if len(all.Plastics) != 1 {
			t.Fatalf("%d plastics are told, of one and of gray tiles", len(all.Plastics))
		}
	}
	t.Logf("of %d plastics %d have their name, %d beside gray tiles", n, right, with)
	if with < right+n/20 || with < n*3/4 {
		t.Errorf("of %d plastics %d have their name, %d beside gray tiles", n, right, with)
	}
}
