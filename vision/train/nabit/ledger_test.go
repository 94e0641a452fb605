package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"tilewatch/ocr"
	"tilewatch/vision/nabit"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/racks"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit/ledgertest"
	"tilewatch/vision/tileface"
	"tilewatch/vision/train/nabit/learn"
)

// TestTheLedgerSaysHowGoodTheNetworksAre measures the program's own networks as their trainings do, on four scenes.
func TestTheLedgerSaysHowGoodTheNetworksAre(t *testing.T) {
	var some trainer
	for _, name := range []string{"020", "033", "043", "045"} {
		some.scenes = append(some.scenes, filepath.Join(scenetest.StillsFolder, name+".json"))
	}
	faces := func(net *tileface.Classifier, e *learn.FaceExamples, noise learn.PoseNoise, add func(*learn.FaceExamples, learn.Scene, int, learn.PoseNoise, *rand.Rand) error) func() (float64, error) {
		return func() (float64, error) {
			rng := newRand()
			err := some.each(func(s learn.Scene) error { return add(e, s, 1, noise, rng) })
			heights, presence := (&learn.FaceModel{Classifier: *net}).Evaluate(e)
			return (heights + presence) / 2, err
		}
	}
	edges := func(net *tileface.EdgeNet, step float64) func() (float64, error) {
		return func() (float64, error) {
			rng, e := newRand(), learn.NewEdgeExamples(step)
			err := some.each(func(s learn.Scene) error { return e.Add(s, 1, rng) })
			_, lost, none := (&learn.EdgeModel{Classifier: *net}).Evaluate(e)
			return (1 - lost + none) / 2, err
		}
	}
	steps := func(net *heights.StepClassifier, kind learn.StepKind) func() (float64, error) {
		return func() (float64, error) {
			rng, e := newRand(), learn.StepExamples{}
			err := some.each(func(s learn.Scene) error { return e.Add(s, kind, 1, rng) })
			return (&learn.StepModel{Classifier: *net}).Evaluate(&e), err
		}
	}
	for network, score := range map[string]func() (float64, error){
		"vision/tileface/wide.bin":      edges(tileface.WideEdgeNet(), tileface.WideStep),
		"vision/tileface/narrow.bin":    edges(tileface.NarrowEdgeNet(), tileface.NarrowStep),
		"vision/tileface/spot.bin":      faces(tileface.CandidateClassifier(), new(learn.FaceExamples), learn.CandidateNoise, (*learn.FaceExamples).AddCandidates),
		"vision/tileface/coarse.bin":    faces(tileface.CoarseClassifier(), new(learn.FaceExamples), learn.CoarseNoise, (*learn.FaceExamples).Add),
		"vision/tileface/fine.bin":      faces(tileface.FineClassifier(), learn.NewCloseFaceExamples(), learn.FineNoise, (*learn.FaceExamples).Add),
		"vision/nabit/heights/step.bin": steps(heights.StepsClassifier(), learn.Steps),
		"vision/nabit/heights/drop.bin": steps(heights.DropsClassifier(), learn.Drops),
		"vision/nabit/racks/stack.bin": func() (float64, error) {
			letters, err := ocr.NewClassifier()
			if err != nil {
				return 0, err
			}
			e := learn.NewBankExamples(nabit.NewReader(letters))
			err = some.each(e.Add)
			counts, presence := (&learn.BankModel{Classifier: *racks.BanksClassifier()}).Evaluate(e)
			return (counts + presence) / 2, err
		},
		"vision/nabit/heights/side.bin": func() (float64, error) {
			file, err := os.ReadFile(filepath.FromSlash("../../nabit/heights/side.bin"))
			if err != nil {
				return 0, err
			}
			net, err := nn.Read(file)
			if err != nil {
				return 0, err
			}
			rng, e := newRand(), learn.SideExamples{}
			err = some.each(func(s learn.Scene) error { return e.Add(s, 1, rng) })
			nats, _ := (&learn.SideModel{Classifier: net}).Evaluate(&e)
			return nats, err
		},
	} {
		right, err := score()
		if err != nil {
			t.Fatal(err)
		}
		ledgertest.Check(t, filepath.Join("..", "..", ".."), network, right)
	}
}
