package fit_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
)

// A convex valley, much steeper one way than the other, whose bottom is known.
func TestAdamFindsTheBottomOfAValley(t *testing.T) {
	bottom, steep := []float64{3, -2}, []float64{100, 0.1}
	at, slope := []float64{0, 0}, []float64{0, 0}
	var adam fit.Adam
	for step := range 4000 {
		for i := range at {
			slope[i] = steep[i] * (at[i] - bottom[i])
		}
		adam.Step(at, slope, 0.05*(1-float64(step)/4000))
	}
	for i := range at {
		if math.Abs(at[i]-bottom[i]) > 1e-3 {
			t.Errorf("ended at %v, want %v", at, bottom)
		}
	}
}

// The first step is as long as the rate, whatever the slope (Kingma and Ba 2015, section 2.1).
func TestAdamsFirstStepIsTheRate(t *testing.T) {
	at := []float64{0, 0, 0}
	new(fit.Adam).Step(at, []float64{1e-3, -1e3, 0}, 0.1)
	for i, want := range []float64{-0.1, 0.1, 0} {
		if math.Abs(at[i]-want) > 1e-5 {
			t.Errorf("weight %d moved to %v, want %v", i, at[i], want)
		}
	}
}

func TestDecayDrawsWeightsTowardsZeroWithoutASlope(t *testing.T) {
	at := []float64{2}
	(&fit.Adam{Decay: 0.5}).Step(at, []float64{0}, 0.1)
	if math.Abs(at[0]-1.9) > 1e-12 {
		t.Errorf("2 became %v, want 1.9", at[0])
	}
}

// models are small ones of each kind of hidden unit, with inputs to try them on.
func models(rng *rand.Rand) (all []*fit.Model) {
	for _, a := range []nn.Activation{nn.Rectified, nn.Tanh, nn.TanhTable} {
		m := fit.New(nn.Shape{Inputs: 4, Hidden: 5, Outputs: 3, Activation: a, Normalized: true}, 1, 1, rng)
		fit.Normalize(m, slices.Values([][]float64{{1, 2, 3, 4}, {3, 2, 2, 0}, {-1, 0, 5, 2}}), 1e-4)
		for i := range m.Weights { // biases, too
			m.Weights[i] += 0.1 * rng.NormFloat64()
		}
		all = append(all, m)
	}
	return all
}

// TestGradientsAreTheSlopesOfTheLoss compares them with finite differences, with and without dropped units.
func TestGradientsAreTheSlopesOfTheLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range models(rng) {
		for _, drop := range []float64{0, 0.4} {
			p := fit.NewPass(m)
			p.Drop(drop, rng)
			loss := func() float64 {
				fit.Load(p, m, []float32{0.5, 1, -2, 3})
				p.Forward(m)
				return fit.CrossEntropy(p.Out, 1)
			}
			loss()
			g := make(fit.Gradient, len(m.Weights))
			g.Add(m, p, p.Out)
			const step = 1e-5
			for i, w := range m.Weights {
				m.Weights[i] = w + step
				up := loss()
				m.Weights[i] = w - step
				down := loss()
				m.Weights[i] = w
				if want := (up - down) / (2 * step); math.Abs(g[i]-want) > 1e-6+1e-4*math.Abs(want) {
					t.Errorf("%v, dropped %v, weight %d: slope %v, want %v", m.Activation, drop, i, g[i], want)
				}
			}
		}
	}
}

func TestAChoicesGradientIsTheSlopeOfItsLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	m := fit.New(nn.Shape{Inputs: 3, Hidden: 4, Outputs: 1, Activation: nn.Tanh}, 1, 1, rng)
	ways := [][]float64{{1, 0, 2}, {-1, 1, 0}, {0.5, 0.5, 0.5}}
	score := fit.NewPass(m)
	for right := range len(ways) + 1 {
		loss := func() float64 {
			scores := []float64{0}
			for _, x := range ways {
				fit.Load(score, m, x)
				score.Forward(m)
				scores = append(scores, score.Out[0])
			}
			return fit.CrossEntropy(scores, right)
		}
		c := fit.NewChoice(m, 5)
		for i, x := range ways {
			fit.Load(c.Ways[i], m, x)
		}
		g := make(fit.Gradient, len(m.Weights))
		c.Add(m, len(ways), right, g)
		const step = 1e-5
		for i, w := range m.Weights {
			m.Weights[i] = w + step
			up := loss()
			m.Weights[i] = w - step
			down := loss()
			m.Weights[i] = w
			if want := (up - down) / (2 * step); math.Abs(g[i]-want) > 1e-6+1e-4*math.Abs(want) {
				t.Errorf("right %d, weight %d: slope %v, want %v", right, i, g[i], want)
			}
		}
	}
}

// answers are those of a model and of its network.
func answers(t *testing.T, m *fit.Model, x []float32) (model []float64, net []float32) {
	t.Helper()
	p := fit.NewPass(m)
	fit.Load(p, m, x)
	p.Forward(m)
	n, err := m.Net()
	if err != nil {
		t.Fatal(err)
	}
	net = make([]float32, m.Outputs)
	n.Forward(x, net)
	return p.Out, net
}

func TestAModelAnswersAsItsNetwork(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := []float32{0.5, 1, -2, 3}
	all := models(rng)
	for _, m := range all {
		n, err := m.Net()
		if err != nil {
			t.Fatal(err)
		}
		model, _ := answers(t, m, x)
		for name, other := range map[string]*fit.Model{"itself": m, "gone on with": fit.Of(n), "folded": m.Folded()} {
			_, net := answers(t, other, x)
			for o := range net {
				if math.Abs(model[o]-float64(net[o])) > 1e-4 {
					t.Errorf("%v, %s: the network answers %v, the model %v", m.Activation, name, net, model)
				}
			}
		}
	}
}

func TestAnAverageAnswersTheMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	x := []float32{0.5, 1, -2, 3}
	var some []*fit.Model
	var mean [3]float64
	for range 3 {
		m := models(rng)[1]
		out, _ := answers(t, m, x)
		for o := range mean {
			mean[o] += out[o] / 3
		}
		some = append(some, m)
	}
	_, net := answers(t, fit.Average(some), x)
	for o := range mean {
		if math.Abs(mean[o]-float64(net[o])) > 1e-4 {
			t.Errorf("output %d is %v, want %v", o, net[o], mean[o])
		}
	}
}

// circle are points of which those near the middle are of class 1: no straight line parts them.
func circle(n int, rng *rand.Rand) (x [][]float64, class []int) {
	for range n {
		p := []float64{rng.NormFloat64(), rng.NormFloat64()}
		near := 0
		if math.Hypot(p[0], p[1]) < 1.1 {
			near = 1
		}
		x, class = append(x, p), append(class, near)
	}
	return x, class
}

// learned is what one or several workers learn of a circle, and the share of other points that it has right.
func learned(a nn.Activation, workers int) (*fit.Model, float64) {
	rng := rand.New(rand.NewPCG(9, 10))
	x, class := circle(600, rng)
	m := fit.New(nn.Shape{Inputs: 2, Hidden: 16, Outputs: 2, Activation: a}, 1, 0.3, rng)
	var passes []*fit.Pass
	for range workers {
		passes = append(passes, fit.NewPass(m))
	}
	s := fit.Schedule{Epochs: 30, Batch: 20, Rate: fit.Linear(0.02, 0.05, 30), Workers: workers}
	s.Run(m, new(fit.Adam), len(x), rng, func(worker, i int, g fit.Gradient) {
		p := passes[worker]
		fit.Load(p, m, x[i])
		p.Forward(m)
		fit.CrossEntropy(p.Out, class[i])
		g.Add(m, p, p.Out)
	})
	right := 0
	x, class = circle(1000, rng)
	for i := range x {
		fit.Load(passes[0], m, x[i])
		if passes[0].Forward(m); (passes[0].Out[1] > passes[0].Out[0]) == (class[i] == 1) {
			right++
		}
	}
	return m, float64(right) / float64(len(x))
}

func TestNetworksLearnWhatNoStraightLineParts(t *testing.T) {
	for _, a := range []nn.Activation{nn.Rectified, nn.Tanh} {
		for _, workers := range []int{1, 3} {
			m, right := learned(a, workers)
			if right < 0.95 {
				t.Errorf("%v, %d workers: %.3f right", a, workers, right)
			}
			if again, _ := learned(a, workers); !slices.Equal(m.Weights, again.Weights) {
				t.Errorf("%v, %d workers: another run gives other weights", a, workers)
			}
		}
	}
}

func TestRatesFall(t *testing.T) {
	for name, rate := range map[string]func(float64) float64{"linear": fit.Linear(2, 0.5, 10), "cosine": fit.Cosine(2)} {
		last := map[string]float64{"linear": 1, "cosine": 0}[name]
		if rate(0) != 2 || math.Abs(rate(1)-last) > 1e-12 || rate(0.5) >= 2 || rate(0.5) <= last {
			t.Errorf("%s: from %v over %v to %v", name, rate(0), rate(0.5), rate(1))
		}
	}
}

func TestTheInputsLeftOutAreMadeUpFor(t *testing.T) {
	scales := make([]float64, 20000)
	fit.LeaveOut(scales, 0.25, rand.New(rand.NewPCG(11, 12)))
	none, sum := 0, 0.0
	for _, s := range scales {
		if sum += s; s == 0 {
			none++
		}
	}
	if share := float64(none) / 20000; math.Abs(share-0.25) > 0.02 || math.Abs(sum/20000-1) > 0.02 {
		t.Errorf("%.3f left out, the mean scale is %.3f", share, sum/20000)
	}
}

func TestANetworkIsSavedWithItsPage(t *testing.T) {
	n, err := models(rand.New(rand.NewPCG(13, 14)))[0].Net()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "some.bin")
	if fit.Save(file, n, nn.Int16) == nil {
		t.Error("saved without a provenance")
	}
	n.Provenance = nn.Provenance{Data: "chance", Command: fit.Command("./some"), Commit: "abc", Score: "none"}
	if err := fit.Save(file, n, nn.Int16); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := nn.Read(data); err != nil || back.Provenance != n.Provenance {
		t.Errorf("read back %+v, %v", back, err)
	}
	page, err := os.ReadFile(strings.TrimSuffix(file, ".bin") + ".md")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"some.bin", "chance", "go run ./some", "abc", "rectified"} {
		if !strings.Contains(string(page), part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
}

func TestATrainingHasALineInTheLedger(t *testing.T) {
	ledger := filepath.Join(t.TempDir(), "RUNS.md")
	run := fit.Run{Network: "some/a.bin", Took: 90 * time.Second, Change: "more faces", Provenance: nn.Provenance{Data: "chance", Command: "go run ./some", Commit: "abc", Score: "all"}}
	if err := run.Append(ledger); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(ledger); err == nil {
		t.Fatal("a training that no ledger waits for made one")
	}
	if err := os.WriteFile(ledger, []byte("# Trainings\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	older := run
	older.Commit = "aaa"
	for _, r := range []fit.Run{older, run, {Network: "some/b.bin"}} {
		if err := r.Append(ledger); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	const want = `# Trainings
| some/a.bin | aaa | chance | more faces | go run ./some | 90 s | all | - | - | new |
| some/a.bin | abc | chance | more faces | go run ./some | 90 s | all | - | - | new |
`
	if !strings.HasPrefix(string(text), want) {
		t.Errorf("the ledger is\n%s", text)
	}
}
