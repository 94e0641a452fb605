package learn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// MapExamples are what the map's worth beside the face classifiers is fitted to: faces of the board and of other tiles, empty places, and background.
// No scene of theirs may be of a table that the map has learned from.
type MapExamples struct {
	faces, spots []mapExample
	apart        []apartExample
	colors       []colorExample
	offsets      []float64 // of peaks from their faces' middles, along a column or a row, in pitches
	peaks        [2]int    // peaks that look like the board's, by whether they are faces of it
}

// mapExample is a face with the classifier's log-likelihood ratio, the map's signs, and the truth.
type mapExample struct {
	score float64
	signs tilemap.Signs
	right bool
}

// apartExample is a tile of the board, or another, with its log-odds of being the board's less what most of the board's have.
type apartExample struct {
	less  float64
	board bool
}

// colorExample is a face's color by its hue and by the map, log-likelihoods, and the truth.
type colorExample struct {
	hue, odds engine.ColorLikelihoods
	truth     int
}

// Add adds the examples of one scene, so many views of each.
func (e *MapExamples) Add(s Scene, times int, rng *rand.Rand) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
		m, err := tilemap.Of(r)
		if err != nil {
			return err
		}
		truth := s.pose()
		for range times {
			places := s.labeledPlaces()
			for _, at := range places.Places() { // in order: chance must fall the same way in every run
				level := places[at]
				p := FineNoise.perturb(&truth, truth.Camera(float64(at.Col), float64(at.Row), float64(max(1, level))), rng)
				e.addFace(r, m, &p, at, level)
				p = CandidateNoise.perturb(&truth, truth.Camera(float64(at.Col), float64(at.Row), float64(max(1, level))), rng)
				e.addSpot(r, m, &p, at, max(1, level), level > 0)
				if level > 0 {
					e.addAskew(r, m, &truth, at, level, rng)
				}
			}
			for _, q := range s.Loose {
				p := poseUnder(&truth, q)
				p = CandidateNoise.perturb(&p, p.Camera(0, 0, 1), rng)
				e.addSpot(r, m, &p, engine.Place{}, 1, true)
			}
			for p := range s.background(&truth, rng) {
				e.addFace(r, m, &p, engine.Place{}, 0)
				e.addSpot(r, m, &p, engine.Place{}, 1, false)
			}
		}
		e.addApart(m, &s, &truth)
		e.addPeaks(m, &s, &truth)
		e.addColors(r, m, &s, &truth)
		return nil
	})
}

// addFace adds a place at its true level, or an empty one at the level that looks most like a face.
func (e *MapExamples) addFace(r *picture.Raster, m *tilemap.Map, p *camerapose.Pose, at engine.Place, level int) {
	best := mapExample{score: math.Inf(-1), right: level > 0}
	for l := 1; l <= engine.MaxHeight; l++ {
		if level > 0 && l != level {
			continue
		}
		if v := tileface.SampleFaceClosely(r, p, at, float64(l)); v.Inside {
			if score := tileface.FineClassifier().Score(v.Features()); score > best.score {
				best.score, best.signs = score, m.Signs(v.Quad)
			}
		}
	}
	if !math.IsInf(best.score, -1) {
		e.faces = append(e.faces, best)
	}
}

// addAskew adds a face that lies half a tile off, is turned, or has another size. A place of a lattice is never turned or of another size by itself.
func (e *MapExamples) addAskew(r *picture.Raster, m *tilemap.Map, truth *camerapose.Pose, at engine.Place, level int, rng *rand.Rand) {
	p, about := *truth, truth.Camera(float64(at.Col), float64(at.Row), float64(level))
	kind := rng.IntN(3)
	switch kind {
	case halfOff:
		k := rng.IntN(3) // to the side, down, or both
		p.T = p.T.Add(p.X.Scale(p.Pitch / 2 * float64(1-k%2))).Add(p.Y.Scale(p.Pitch / 2 * float64(min(k, 1))))
	case 1:
		p.T = p.T.Add(about.Scale([2]float64{0.2, -0.37}[rng.IntN(2)] + 0.2*rng.Float64())) // farther or nearer
	default:
		turn := p.Z.Scale(0.4 + 0.8*rng.Float64()) // by 23 to 69 degrees
		p = p.Moved(camerapose.Delta{turn[0], turn[1], turn[2]}, about)
	}
	if kind == halfOff {
		e.addFace(r, m, &p, at, 0)
	}
	e.addSpot(r, m, &p, at, level, false)
}

// halfOff is the kind of askew face that a lattice may have, too.
const halfOff = 0

func (e *MapExamples) addSpot(r *picture.Raster, m *tilemap.Map, p *camerapose.Pose, at engine.Place, level int, right bool) {
	if v := tileface.SampleFace(r, p, at, float64(level)); v.Inside {
		e.spots = append(e.spots, mapExample{tileface.CandidateClassifier().Score(v.Features()), m.Signs(v.Quad), right})
	}
}

func (e *MapExamples) addApart(m *tilemap.Map, s *Scene, truth *camerapose.Pose) {
	var board []float64
	for at, level := range s.Heights {
		if s.Visible[at] > minVisible {
			board = append(board, m.Board(truth.Face(at, float64(level))))
		}
	}
	if len(board) == 0 {
		return
	}
	own := tilemap.OfMost(board)
	for _, odds := range board {
		e.apart = append(e.apart, apartExample{odds - own, true})
	}
	for _, q := range s.Loose {
		e.apart = append(e.apart, apartExample{m.Board(q) - own, false})
	}
}

// addPeaks adds how far peaks lie from the faces that are seen whole, and whether those that look like the board's are faces of it.
func (e *MapExamples) addPeaks(m *tilemap.Map, s *Scene, truth *camerapose.Pose) {
	faces := map[engine.Point]engine.Place{}
	for at, level := range s.Heights {
		faces[truth.Pixel(float64(at.Col), float64(at.Row), float64(level))] = at
	}
	for _, p := range m.Peaks() {
		if p.Board <= 0 {
			continue
		}
		least, face := math.Inf(1), engine.Point{}
		for q := range faces {
			if d := picture.Dist(q, p.At); d < least {
				least, face = d, q
			}
		}
		on := least < truth.Scale(faces[face])/2
		e.peaks[one(on)]++
		if scale := truth.Scale(faces[face]); on && s.Visible[faces[face]] == 1 {
			e.offsets = append(e.offsets, math.Abs(p.At.X-face.X)/scale, math.Abs(p.At.Y-face.Y)/scale)
		}
	}
}

func (e *MapExamples) addColors(r *picture.Raster, m *tilemap.Map, s *Scene, truth *camerapose.Pose) {
	var hues []hue.Hue
	var some []colorExample
	for at, color := range s.Colors {
		if v := tileface.SampleFaceClosely(r, truth, at, float64(s.Heights[at])); v.Inside && s.Visible[at] > minVisible {
			hues = append(hues, hue.HueOf(v.Plastic))
			some = append(some, colorExample{odds: m.ColorOdds(v.Quad), truth: color})
		}
	}
	shift := hue.CommonShift(hues)
	for i := range some {
		some[i].hue = hues[i].LogLikelihoods(shift)
	}
	e.colors = append(e.colors, some...)
}

// Fit are the weights under which the examples are likeliest (logistic regression with the classifier's score as a given part, by Newton's method),
// right and wrong faces count alike; and how reliable they are.
func (e *MapExamples) Fit() (w tilemap.Evidence, reliability string) {
	w = tilemap.Evidence{Face: fitSigns(e.faces), Spot: fitSigns(e.spots), Apart: fitApart(e.apart), Color: fitColors(e.colors), Peaks: e.fitPeaks()}
	return w, fmt.Sprintf("faces: %s; spots: %s; color: %s", reliabilityOfSigns(e.faces, w.Face), reliabilityOfSigns(e.spots, w.Spot), reliabilityOfColors(e.colors, w.Color))
}

// reliabilityOfSigns is that of faces, with what the classifier alone gets wrong.
func reliabilityOfSigns(all []mapExample, w tilemap.Weights) string {
	var alone int
	for _, x := range all {
		alone += one((x.score > 0) != x.right)
	}
	return fmt.Sprintf("%s; %d wrong without the map", reliabilityOf(len(all), func(i int) (float64, bool) {
		return all[i].score + w.Of(all[i].signs), all[i].right
	}), alone)
}

// reliabilityOf says how often faces were right by what was said of them, in bins of log-odds.
func reliabilityOf(n int, example func(int) (odds float64, right bool)) string {
	edges := [...]float64{-6, -3, -1, 1, 3, 6}
	var tiles, count [len(edges) + 1]int
	var wrong int
	for i := range n {
		odds, right := example(i)
		bin := 0
		for bin < len(edges) && odds > edges[bin] {
			bin++
		}
		count[bin]++
		tiles[bin] += one(right)
		wrong += one((odds > 0) != right)
	}
	text := fmt.Sprintf("%d faces, %d wrong; tiles by log-odds", n, wrong)
	for i, n := range count {
		low, high := "less", "more"
		if i > 0 {
			low = fmt.Sprint(edges[i-1])
		}
		if i < len(edges) {
			high = fmt.Sprint(edges[i])
		}
		text += fmt.Sprintf(" %s..%s: %d of %d", low, high, tiles[i], n)
	}
	return text
}

func reliabilityOfColors(all []colorExample, w float64) string {
	var hue, both int
	for _, x := range all {
		sum := x.hue
		for c := range sum {
			sum[c] += w * x.odds[c]
		}
		hue += one(slices.Max(x.hue[:]) > x.hue[x.truth])
		both += one(slices.Max(sum[:]) > sum[x.truth])
	}
	return fmt.Sprintf("%d faces, wrong %d with the map, %d without", len(all), both, hue)
}

// fitSigns tries each pair of bounds.
func fitSigns(all []mapExample) (best tilemap.Weights) {
	most := math.Inf(-1)
	for _, tile := range [...]float64{-3, -2, -1, 0, 1, 2, 3, 4, 6, 8} {
		for _, middle := range [...]float64{-2, -1, -0.5, 0, 0.5, 1, 2, 8} {
			w, likelihood := fitBounded(all, tile, middle)
			if likelihood > most && w.Tile >= 0 && w.Middle >= 0 { // no sign of a face speaks against one
				best, most = w, likelihood
			}
		}
	}
	return best
}

// fitBounded returns the weights under bounds, and the mean log-likelihood of an example.
func fitBounded(all []mapExample, tile, middle float64) (weights tilemap.Weights, likelihood float64) {
	w, likelihood := fitLogistic(len(all), func(i int) logisticExample {
		x := all[i]
		return logisticExample{features: [3]float64{min(x.signs.Tile, tile), min(x.signs.Middle, middle), 1}, given: x.score, right: x.right}
	})
	return tilemap.Weights{Tile: w[0], Most: tile, Middle: w[1], Hottest: middle, Offset: w[2]}, likelihood
}

// fitApart fits the line that tells tiles of the board from others.
func fitApart(all []apartExample) tilemap.Line {
	w, _ := fitLogistic(len(all), func(i int) logisticExample {
		return logisticExample{features: [3]float64{all[i].less, 0, 1}, right: all[i].board}
	})
	return tilemap.Line{Slope: w[0], Offset: w[2]}
}

// fitPeaks takes the deviation from nine of ten offsets: a few are far off. The peaks of one picture err alike in part, so each counts as half of one.
func (e *MapExamples) fitPeaks() tilemap.Peaks {
	const nineOfTen = 1.645 // of a Gaussian's absolute values, in standard deviations
	slices.Sort(e.offsets)
	return tilemap.Peaks{Sigma: math.Sqrt2 * e.offsets[len(e.offsets)*9/10] / nineOfTen, Face: math.Log(float64(e.peaks[1]+1) / float64(e.peaks[0]+1))}
}

// logisticExample is one example of a logistic regression.
type logisticExample struct {
	features [3]float64
	given    float64 // log-odds that count in full
	right    bool
}

// fitLogistic is the logistic regression of n examples by Newton's method. Right and wrong ones count alike in all. It returns the weights of the
// features and the mean log-likelihood of an example.
func fitLogistic(n int, example func(int) logisticExample) (w [3]float64, likelihood float64) {
	var count [2]float64
	for i := range n {
		count[one(example(i).right)]++
	}
	for range fitRounds {
		var g [3]float64
		var h [3][3]float64
		for i := range h {
			h[i][i] = ridge
		}
		likelihood = 0
		for i := range n {
			x := example(i)
			odds, truth, k := x.given, float64(one(x.right)), 1/count[one(x.right)]
			for i, f := range x.features {
				odds += w[i] * f
			}
			p := 1 / (1 + math.Exp(-odds))
			likelihood += k / 2 * (truth*odds - math.Log1p(math.Exp(odds)))
			for i, f := range x.features {
				g[i] += k * f * (truth - p)
				for j, f2 := range x.features {
					h[i][j] += k * p * (1 - p) * f * f2
				}
			}
		}
		for i, d := range camerapose.Solve3(h, g) {
			w[i] += d
		}
	}
	return w, likelihood
}

const (
	fitRounds = 30
	ridge     = 1e-3 // keeps Newton's steps short where all examples are sure
)

// fitColors is the weight of the map's colors beside the hue's, by a search over a grid.
func fitColors(all []colorExample) (best float64) {
	most := math.Inf(-1)
	for step := range colorSteps + 1 {
		w, sum := float64(step)/colorStep, 0.0
		for _, x := range all {
			var total float64
			for c := range x.hue {
				total += math.Exp(x.hue[c] - x.hue[x.truth] + w*(x.odds[c]-x.odds[x.truth]))
			}
			sum -= math.Log(total)
		}
		if sum > most {
			best, most = w, sum
		}
	}
	return best
}

const (
	colorSteps = 100
	colorStep  = 50 // steps of a weight of 1
)

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
