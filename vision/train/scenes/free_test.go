package scenes

import (
	"math"
	"math/rand/v2"
	"testing"

	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/picture"
	"tilewatch/vision/train/scenes/board"
)

// faces are those of a drawn set on a table under a lamp: two to four players' plastics, some faces paler by a haze.
func faces(r *rand.Rand) (all []hue.Face, truth []int, told hue.Told) {
	colors := palette(r, r.IntN(3) == 0)
	shift := [2]float64{0.1 * r.NormFloat64(), 0.1 * r.NormFloat64()}
	for c, name := range board.Players {
		var seen picture.BGR
		for k, v := range colors[name] {
			seen[2-k] = 255 * srgb(v)
		}
		h := hue.HueOf(seen)
		told[c] = &hue.Hue{h[0], h[1]}
		if len(all) > 0 && r.IntN(3) == 0 {
			continue
		}
		for range 2 + r.IntN(8) {
			pale := 1 - 0.1*math.Abs(r.NormFloat64())
			f := hue.Face{Seen: seen, Tile: true}
			for k := range h {
				f.Hue[k] = h[k]*pale + shift[k] + 0.02*r.NormFloat64()
			}
			all, truth = append(all, f), append(truth, c)
		}
	}
	return all, truth, told
}

// srgb is the inverse of linear.
func srgb(v float64) float64 {
	if v <= 0.0031308 {
		return 12.92 * v
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

// TestOwnersAreRightOrUnsure names plastics that are drawn freely around their names by their hues alone: whom a name is surely said of, owns them; and
// names are right at least as often as said.
func TestOwnersAreRightOrUnsure(t *testing.T) {
	r := rand.New(rand.NewPCG(73, 9))
	var n, right, sure, wrong int
	said := 0.0
	for range 400 {
		all, truth, _ := faces(r)
		naming := hue.Explain(all, hue.Told{})
		for i, likely := range naming.Faces {
			c := hue.MostLikelyColor(likely)
			n++
			p := math.Exp(likely[c])
			said += p
			if c == truth[i] {
				right++
			}
			if p >= 0.95 {
				if sure++; c != truth[i] {
					wrong++
				}
			}
		}
	}
	t.Logf("of %d tiles %d have their owner, said %.0f; %d are sure, %d of them wrong", n, right, said, sure, wrong)
	if right < n*96/100 || said > float64(right) || said < 0.9*float64(right) || sure < n*6/10 || wrong*200 > sure {
		t.Errorf("of %d tiles %d have their owner, said %.0f; %d are sure, %d of them wrong", n, right, said, sure, wrong)
	}
}

// TestToldColorsAreEvidence tells the true colors, and two of them swapped: the true ones are believed and help, the swapped ones are noticed, or no tile is
// surely said to be another's for them. Without the network, hues alone notice fewer.
func TestToldColorsAreEvidence(t *testing.T) {
	r := rand.New(rand.NewPCG(73, 10))
	const pictures, doubted = 300, 0.1
	var n, alone, helped, alarms, noticed, misled int
	for range pictures {
		all, truth, told := faces(r)
		owners := func(by hue.Told) (right, sureWrong int, doubt bool) {
			naming := hue.Explain(all, by)
			for i, likely := range naming.Faces {
				switch c := hue.MostLikelyColor(likely); {
				case c == truth[i]:
					right++
				case math.Exp(likely[c]) >= 0.95:
					sureWrong++
				}
			}
			return right, sureWrong, naming.Told < doubted
		}
		n += len(all)
		right, _, _ := owners(hue.Told{})
		alone += right
		right, _, doubt := owners(told)
		helped += right
		if doubt {
			alarms++
		}
		a := r.IntN(len(told))
		b := (a + 1 + r.IntN(len(told)-1)) % len(told)
		told[a], told[b] = told[b], told[a]
		if _, wrong, doubt := owners(told); doubt {
			noticed++
		} else if wrong > 0 {
			misled++
		}
	}
	t.Logf("of %d tiles %d have their owner, %d with the told colors; of %d sets %d are doubted, swapped %d, and %d mislead", n, alone, helped, pictures, alarms, noticed, misled)
	if n-helped > (n-alone)/2 || alarms > pictures/100 || noticed < pictures/3 || misled > pictures/20 {
		t.Errorf("of %d tiles %d have their owner, %d with the told colors; of %d sets %d are doubted, swapped %d, and %d mislead", n, alone, helped, pictures, alarms, noticed, misled)
	}
}
