package learn

import (
	"iter"
	"math"
	"math/rand/v2"

	"gocv.io/x/gocv"
	"gonum.org/v1/gonum/floats"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/lattice"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// SideExamples are what the network of tiles' sides learns from: the free sides of single tiles under poses with an error, as if the tiles had any
// thickness.
type SideExamples struct {
	all []sideExample
}

type sideExample struct {
	side heights.SideProfile
	bin  int // of the thickness; noThickness: no tile's side
}

const noThickness = -1

// sideOthers are the places without a tile in each view. Hand-set.
const sideOthers = 1

// sideNoise is the error of the poses; mostStretched is how much thicker or thinner than they are tiles are made to look. Hand-set.
var (
	sideNoise     = PoseNoise{Turn: 0.004, Tilt: 0.02, Shift: 0.012, Depth: 0.003}
	mostStretched = 1.8
)

// Add adds the sides of one scene's tiles, so many views of each, and in each view a place without any.
func (e *SideExamples) Add(s Scene, times int, rng *rand.Rand) error {
	return picture.WithRaster(s.Picture, func(r *picture.Raster, _ gocv.Mat) error {
		truth, share := s.pose(), s.Set.ThicknessMM/s.Set.PitchMM
		for range times {
			low, high := max(math.Log(heights.ShareOf(0)/share), -math.Log(mostStretched)), min(math.Log(heights.ShareOf(heights.ThicknessBins-1)/share), math.Log(mostStretched))
			stretch := math.Exp(low + (high-low)*rng.Float64())
			for _, at := range s.labeledPlaces().Places() { // in order: chance must fall the same way in every run
				if s.Heights[at] == 1 {
					p := sideNoise.perturb(&truth, truth.Camera(float64(at.Col), float64(at.Row), 1), rng)
					e.add(r, &p, s.Heights, at, stretch, heights.BinOf(share*stretch))
				}
			}
			others := 0
			for p := range s.background(&truth, rng) {
				if others < sideOthers && s.isClear(&truth, &p) {
					others++
					e.add(r, &p, map[engine.Place]int{{}: 1}, engine.Place{}, 1, noThickness)
				}
			}
		}
		return nil
	})
}

// add adds the sides of one tile.
func (e *SideExamples) add(r *picture.Raster, p *camerapose.Pose, cells lattice.Levels, at engine.Place, stretch float64, bin int) {
	face := tileface.SampleFace(r, p, at, 1)
	for _, v := range heights.SidesOf(r, p, cells, at, face.Plastic, stretch) {
		e.all = append(e.all, sideExample{v, bin})
	}
}

// Len is the number of examples.
func (e *SideExamples) Len() int { return len(e.all) }

// SideModel is a trained network of sides.
type SideModel struct{ Classifier *nn.Net }

// Net is the model's network.
func (m *SideModel) Net() *nn.Net { return m.Classifier }

// Evaluate returns the mean log-likelihood of the right thickness against all alike, and the mean error of the likeliest, in bins.
func (m *SideModel) Evaluate(e *SideExamples) (nats, off float64) {
	n := 0.0
	for i := range e.all {
		ex := &e.all[i]
		if ex.bin == noThickness {
			continue
		}
		likely := heights.SideLogLikelihoods(m.Classifier, &ex.side)
		n++
		nats += likely[ex.bin]
		off += math.Abs(float64(floats.MaxIdx(likely[:]) - ex.bin))
	}
	return nats / n, off / n
}

const sideDecay = 1e-3 // weight decay

// Train fits a network: it scores each bin, and the loss is the cross-entropy of the choice among none and all bins.
func (e *SideExamples) Train(epochs int, rng *rand.Rand) (*SideModel, error) {
	m := fit.New(heights.SideShape, 1, 1/math.Sqrt(float64(heights.SideShape.Hidden)), rng)
	fit.Normalize(m, e.inputs(), minVariance)
	const workers = 2
	var choices [workers]*fit.Choice
	for i := range choices {
		choices[i] = fit.NewChoice(m, heights.ThicknessBins)
	}
	run := fit.Schedule{Epochs: epochs, Batch: 64, Rate: fit.Linear(0.003, 0.05, epochs), Workers: workers}
	run.Run(m, &fit.Adam{Decay: sideDecay}, len(e.all), rng, func(worker, i int, g fit.Gradient) {
		ex, choice := &e.all[i], choices[worker]
		for k, way := range choice.Ways {
			inputs := ex.side.At(heights.ShareOf(k))
			fit.Load(way, m, inputs[:])
		}
		choice.Add(m, heights.ThicknessBins, ex.bin+1, g)
	})
	net, err := m.Net()
	if err != nil {
		return nil, err
	}
	return &SideModel{net}, nil
}

// inputs are those of all examples, for the normalization.
func (e *SideExamples) inputs() iter.Seq[[]float32] {
	return func(yield func([]float32) bool) {
		for i := range e.all {
			for k := range heights.ThicknessBins {
				if inputs := e.all[i].side.At(heights.ShareOf(k)); !yield(inputs[:]) {
					return
				}
			}
		}
	}
}
