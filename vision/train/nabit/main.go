// Command nabit makes vision's locators (wide.bin, narrow.bin), its judges (spot.bin, coarse.bin, fine.bin), its judge of banks
// (stack.bin), or those of steps between stacks (step.bin) and from them down to the table (drop.bin) from rendered scenes with their truth:
// folders of NNN.jpg with NNN.json beside them. The judges look at where the locators find edges, and those of banks and of steps at what
// the others judge, so they come in this order, and the program must be built anew in between:
//
//	go run ./vision/train/nabit -edges -out vision SCENES...
//	go run ./vision/train/nabit -out vision SCENES...
//	go run ./vision/train/nabit -banks -out vision SCENES...
//	go run ./vision/train/nabit -steps -out vision SCENES...
//
// Some hundred scenes are wanted, of many sets, tables and lamps; never those that are used for grading. It takes a few
// minutes on one core, is the same in every run, and the judges first learn from what the present ones get wrong.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"path/filepath"

	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/tileface"
	"tilewatch/vision/train/nabit/learn"
)

func main() {
	log.SetFlags(0)
	out := flag.String("out", "vision", "folder for the judges")
	edges := flag.Bool("edges", false, "make the locators, not the judges")
	banks := flag.Bool("banks", false, "make the judge of banks, not the others")
	steps := flag.Bool("steps", false, "make the judges of steps and drops, not the others")
	flag.Parse()
	files, err := scenes(flag.Args())
	switch {
	case err != nil:
	case *edges:
		err = trainLocators(*out, files)
	case *banks:
		err = trainBanks(*out, files)
	case *steps:
		err = trainSteps(*out, files)
	default:
		err = trainJudges(*out, files)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// How often each scene is seen, each time under other errors of pose, and how often what was learned from it is gone through.
const (
	locatorViews, locatorEpochs = 6, 12
	judgeViews, judgeEpochs     = 3, 18
	bankViews, bankEpochs       = 5, 14
	stepViews, stepEpochs       = 6, 24
)

// scenes are the truth files of the folders.
func scenes(folders []string) ([]string, error) {
	var files []string
	for _, folder := range folders {
		found, err := filepath.Glob(filepath.Join(folder, "*.json"))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return nil, errors.New("no scenes: name folders that hold NNN.jpg and NNN.json")
	}
	return files, nil
}

func trainLocators(out string, files []string) error {
	for name, step := range map[string]float64{"wide": tileface.WideStep, "narrow": tileface.NarrowStep} {
		rng := rand.New(rand.NewPCG(1, 2))
		examples := learn.NewEdgeExamples(step)
		if err := each(files, func(s learn.Scene) error { return examples.Add(s, locatorViews, rng) }); err != nil {
			return err
		}
		locator, err := examples.Train(locatorEpochs, rng)
		if err != nil {
			return err
		}
		off, lost, none := locator.Evaluate(examples)
		score := fmt.Sprintf("of %d examples, learned: off by %.4f pitches, lost %.3f, no edge told %.3f", examples.Len(), off, lost, none)
		if err := save(out, name, locator.Net(), len(files), score); err != nil {
			return err
		}
	}
	return nil
}

func trainJudges(out string, files []string) error {
	var wrongSpots, wrongCoarse learn.FaceExamples
	wrongFine := learn.NewCloseFaceExamples()
	if err := each(files, func(s learn.Scene) error { return learn.MineHardNegatives(s, &wrongSpots, &wrongCoarse, wrongFine) }); err != nil {
		return err
	}
	fmt.Printf("%d scenes; mistaken now: %d spots, %d cells\n", len(files), wrongSpots.Len(), wrongFine.Len())
	for _, j := range []struct {
		name  string
		slip  learn.PoseNoise
		all   *learn.FaceExamples
		wrong *learn.FaceExamples
		add   func(*learn.FaceExamples, learn.Scene, int, learn.PoseNoise, *rand.Rand) error
	}{
		{"spot", learn.CandidateNoise, new(learn.FaceExamples), &wrongSpots, (*learn.FaceExamples).AddCandidates},
		{"coarse", learn.CoarseNoise, new(learn.FaceExamples), &wrongCoarse, (*learn.FaceExamples).Add},
		{"fine", learn.FineNoise, learn.NewCloseFaceExamples(), wrongFine, (*learn.FaceExamples).Add},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		if err := each(files, func(s learn.Scene) error { return j.add(j.all, s, judgeViews, j.slip, rng) }); err != nil {
			return err
		}
		j.all.Append(j.wrong)
		judge, err := j.all.Train(judgeEpochs, rng)
		if err != nil {
			return err
		}
		heights, presence := judge.Evaluate(j.all)
		score := fmt.Sprintf("of %d examples, learned: heights %.4f, presence %.4f", j.all.Len(), heights, presence)
		if err := save(out, j.name, judge.Net(), len(files), score); err != nil {
			return err
		}
	}
	return nil
}

// errNothing says that there is nothing to learn from.
var errNothing = errors.New("nothing was found in any of the scenes: are these pictures of tables, with their truth?")

func trainBanks(out string, files []string) error {
	rng := rand.New(rand.NewPCG(1, 2))
	var examples learn.BankExamples
	if err := each(files, func(s learn.Scene) error { return examples.Add(s, bankViews, rng) }); err != nil {
		return err
	}
	if examples.Len() == 0 {
		return errNothing
	}
	judge, err := examples.Train(bankEpochs, rng)
	if err != nil {
		return err
	}
	counts, presence := judge.Evaluate(&examples)
	score := fmt.Sprintf("of %d examples, learned: counts %.4f, presence %.4f", examples.Len(), counts, presence)
	return save(out, "stack", judge.Net(), len(files), score)
}

func trainSteps(out string, files []string) error {
	for kind, name := range [...]string{learn.Steps: "step", learn.Drops: "drop"} {
		rng := rand.New(rand.NewPCG(1, 2))
		var examples learn.StepExamples
		if err := each(files, func(s learn.Scene) error { return examples.Add(s, learn.StepKind(kind), stepViews, rng) }); err != nil {
			return err
		}
		if examples.Len() == 0 {
			return errNothing
		}
		judge, err := examples.Train(stepEpochs, rng)
		if err != nil {
			return err
		}
		score := fmt.Sprintf("of %d examples, learned: %.4f right", examples.Len(), judge.Evaluate(&examples))
		if err := save(out, name, judge.Net(), len(files), score); err != nil {
			return err
		}
	}
	return nil
}

// save writes a network and its provenance to NAME.bin and NAME.md.
func save(out, name string, n *nn.Net, scenes int, score string) error {
	fmt.Printf("%s: %s\n", name, score)
	n.Provenance = nn.Provenance{
		Data: fmt.Sprintf("%d rendered scenes with their truth, in the folders that the command names", scenes), Command: fit.Command("./vision/train/nabit"),
		Commit: fit.Commit(), Score: score,
	}
	return fit.Save(filepath.Join(out, name+".bin"), n, nn.Float32)
}

// each lends every scene to a function.
func each(files []string, use func(learn.Scene) error) error {
	for _, file := range files {
		s, err := loadScene(file)
		if err != nil {
			return fmt.Errorf("scene %q: %w", file, err)
		}
		if err := errors.Join(use(s), s.Picture.Close()); err != nil {
			return fmt.Errorf("scene %q: %w", file, err)
		}
	}
	return nil
}
