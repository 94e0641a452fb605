// Command nabit trains the networks of NAB-IT!'s eyes from rendered scenes with their truth: folders of NNN.jpg with NNN.json beside them. It is run
// by hand, from the top of the repository:
//
//	go run ./vision/train/nabit -edges SCENES...   vision/tileface/wide.bin, narrow.bin: where a face's edges lie
//	go run ./vision/train/nabit SCENES...          vision/tileface/spot.bin, coarse.bin, fine.bin: whether a place shows a tile, and at which level
//	go run ./vision/train/nabit -banks SCENES...   vision/nabit/racks/stack.bin: how many tiles a bank has
//	go run ./vision/train/nabit -steps SCENES...   vision/nabit/heights/step.bin, drop.bin: how much higher a stack is than its neighbor, or the table
//	go run ./vision/train/nabit -sides SCENES...   vision/nabit/heights/side.bin: how thick a tile is, by a side that it shows
//	go run ./vision/train/nabit -map SCENES...     vision/nabit/tilemap/evidence.json: what the map of tiles is worth beside the face classifiers
//	go run ./vision/train/nabit -hidden SCENES...  vision/nabit/growth/weights.json: what it is worth for faces that stacks hide in part
//
// What the map is worth (-map, -hidden) is fitted again, and so are banks, after each training of the map. The order matters: faces are
// sampled where the edge networks align them, and banks and steps are measured on what all of these find. go run builds the networks in, so each command
// uses what those before it wrote. With -out FOLDER, the files go to the same places below another folder than vision.
//
// Some hundred scenes are needed, of many sets, tables and lamps; never those that grade the program. A training takes some minutes on one core and is
// the same in every run. Each NAME.bin gets its provenance in NAME.md beside it. Package learn has the examples and the models.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"path/filepath"

	"tilewatch/ocr"
	"tilewatch/vision/nabit"
	"tilewatch/vision/nabit/growth"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit"
	"tilewatch/vision/tileface"
	"tilewatch/vision/train/nabit/learn"
)

func main() {
	log.SetFlags(0)
	t := trainer{}
	flag.StringVar(&t.out, "out", "vision", "folder below which the networks go to their packages")
	edges := flag.Bool("edges", false, "train the edge networks, not the face classifiers")
	banks := flag.Bool("banks", false, "train the bank classifier instead")
	steps := flag.Bool("steps", false, "train the classifiers of steps and drops instead")
	sides := flag.Bool("sides", false, "train the network of tiles' sides instead")
	weigh := flag.Bool("map", false, "fit what the map of tiles is worth instead")
	parts := flag.Bool("hidden", false, "fit what the map is worth for faces that stacks hide in part instead")
	flag.Parse()
	train := t.faces
	switch {
	case *edges:
		train = t.edges
	case *banks:
		train = t.banks
	case *steps:
		train = t.steps
	case *sides:
		train = t.sides
	case *weigh:
		train = t.weigh
	case *parts:
		train = t.parts
	}
	err := t.findScenes(flag.Args())
	if err == nil {
		err = train()
	}
	if err != nil {
		log.Fatal(err)
	}
}

// trainer trains networks from scenes.
type trainer struct {
	out           string   // the folder of package vision
	scenes        []string // truth files
	views, epochs int      // in place of each kind's own, for tests; 0: its own
}

// rounds are how often each scene is sampled, each time under another error of the pose, and how many epochs follow. Hand-set.
type rounds struct{ views, epochs int }

var (
	edgeRounds = rounds{6, 12}
	faceRounds = rounds{3, 18}
	bankRounds = rounds{1, 25}
	stepRounds = rounds{6, 24}
	sideRounds = rounds{8, 16}
	mapRounds  = rounds{2, 0}
)

// of are the rounds of a training.
func (t *trainer) of(usual rounds) rounds {
	return rounds{cmp.Or(t.views, usual.views), cmp.Or(t.epochs, usual.epochs)}
}

// newRand is the source of chance of each training: the same in every run.
func newRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// findScenes finds the truth files of the folders.
func (t *trainer) findScenes(folders []string) error {
	for _, folder := range folders {
		found, err := filepath.Glob(filepath.Join(folder, "*.json"))
		if err != nil {
			return err
		}
		t.scenes = append(t.scenes, found...)
	}
	if len(t.scenes) == 0 {
		return errors.New("no scenes: name folders that hold NNN.jpg and NNN.json")
	}
	return nil
}

// edges trains the edge networks, one for each step between samples.
func (t *trainer) edges() error {
	n := t.of(edgeRounds)
	for name, step := range map[string]float64{"wide": tileface.WideStep, "narrow": tileface.NarrowStep} {
		rng := newRand()
		examples := learn.NewEdgeExamples(step)
		if err := t.each(func(s learn.Scene) error { return examples.Add(s, n.views, rng) }); err != nil {
			return err
		}
		if examples.Len() == 0 {
			return errNothing
		}
		model, err := examples.Train(n.epochs, rng)
		if err != nil {
			return err
		}
		off, lost, none := model.Evaluate(examples)
		score := fmt.Sprintf("of %d examples, learned: off by %.4f pitches, lost %.3f, no edge recognized %.3f", examples.Len(), off, lost, none)
		if err := t.save("tileface/"+name, model.Net(), score); err != nil {
			return err
		}
	}
	return nil
}

// faces trains the face classifiers. Each also learns from the hard negatives of the present ones.
func (t *trainer) faces() error {
	var wrongCandidates, wrongCoarse learn.FaceExamples
	wrongFine := learn.NewCloseFaceExamples()
	err := t.each(func(s learn.Scene) error {
		return learn.MineHardNegatives(s, &wrongCandidates, &wrongCoarse, wrongFine)
	})
	if err != nil {
		return err
	}
	fmt.Printf("%d scenes; hard negatives: %d candidates, %d cells\n", len(t.scenes), wrongCandidates.Len(), wrongFine.Len())
	for _, k := range []faceKind{
		{"spot", learn.CandidateNoise, new(learn.FaceExamples), &wrongCandidates, (*learn.FaceExamples).AddCandidates},
		{"coarse", learn.CoarseNoise, new(learn.FaceExamples), &wrongCoarse, (*learn.FaceExamples).Add},
		{"fine", learn.FineNoise, learn.NewCloseFaceExamples(), wrongFine, (*learn.FaceExamples).Add},
	} {
		if err := t.face(&k); err != nil {
			return err
		}
	}
	return nil
}

// faceKind is one of the face classifiers: the errors of pose that it must cope with, and what it learns from.
type faceKind struct {
	name      string
	noise     learn.PoseNoise
	all       *learn.FaceExamples
	negatives *learn.FaceExamples
	add       func(*learn.FaceExamples, learn.Scene, int, learn.PoseNoise, *rand.Rand) error
}

// face trains one of the face classifiers.
func (t *trainer) face(k *faceKind) error {
	n, rng := t.of(faceRounds), newRand()
	if err := t.each(func(s learn.Scene) error { return k.add(k.all, s, n.views, k.noise, rng) }); err != nil {
		return err
	}
	k.all.Append(k.negatives)
	if k.all.Len() == 0 {
		return errNothing
	}
	model, err := k.all.Train(n.epochs, rng)
	if err != nil {
		return err
	}
	heights, presence := model.Evaluate(k.all)
	score := fmt.Sprintf("of %d examples, learned: heights %.4f, presence %.4f", k.all.Len(), heights, presence)
	return t.save("tileface/"+k.name, model.Net(), score)
}

// errNothing says that no scene had an example.
var errNothing = errors.New("nothing was found in any of the scenes: are these pictures of tables, with their truth?")

// banks trains the bank classifier.
func (t *trainer) banks() error {
	letters, err := ocr.NewClassifier()
	if err != nil {
		return err
	}
	examples := learn.NewBankExamples(nabit.NewReader(letters))
	if err := t.each(examples.Add); err != nil {
		return err
	}
	if examples.Len() == 0 {
		return errNothing
	}
	model, err := examples.Train(t.of(bankRounds).epochs, newRand())
	if err != nil {
		return err
	}
	counts, presence := model.Evaluate(examples)
	score := fmt.Sprintf("of %d examples, learned: counts %.4f, presence %.4f", examples.Len(), counts, presence)
	return t.save("nabit/racks/stack", model.Net(), score)
}

// steps trains the classifiers of steps and drops.
func (t *trainer) steps() error {
	n := t.of(stepRounds)
	for kind, name := range [...]string{learn.Steps: "step", learn.Drops: "drop"} {
		rng := newRand()
		var examples learn.StepExamples
		if err := t.each(func(s learn.Scene) error { return examples.Add(s, learn.StepKind(kind), n.views, rng) }); err != nil {
			return err
		}
		if examples.Len() == 0 {
			return errNothing
		}
		model, err := examples.Train(n.epochs, rng)
		if err != nil {
			return err
		}
		score := fmt.Sprintf("of %d examples, learned: %.4f right", examples.Len(), model.Evaluate(&examples))
		if err := t.save("nabit/heights/"+name, model.Net(), score); err != nil {
			return err
		}
	}
	return nil
}

// sides trains the network of tiles' sides.
func (t *trainer) sides() error {
	n, rng := t.of(sideRounds), newRand()
	var examples learn.SideExamples
	if err := t.each(func(s learn.Scene) error { return examples.Add(s, n.views, rng) }); err != nil {
		return err
	}
	if examples.Len() == 0 {
		return errNothing
	}
	model, err := examples.Train(n.epochs, rng)
	if err != nil {
		return err
	}
	nats, off := model.Evaluate(&examples)
	score := fmt.Sprintf("of %d examples, learned: %.2f nats of the right thickness against all alike; off by %.1f bins", examples.Len(), nats, off)
	return t.save("nabit/heights/side", model.Net(), score)
}

// weigh fits the weights of the map's evidence.
func (t *trainer) weigh() error {
	rng := newRand()
	var examples learn.MapExamples
	if err := t.each(func(s learn.Scene) error { return examples.Add(s, t.of(mapRounds).views, rng) }); err != nil {
		return err
	}
	fitted, reliability := examples.Fit()
	fmt.Println(reliability)
	return t.saveWeights("nabit/tilemap/evidence.json", struct {
		tilemap.Evidence
		Provenance nn.Provenance `json:"provenance"`
	}{fitted, t.provenance(reliability)})
}

// parts fits what the map is worth for hidden faces.
func (t *trainer) parts() error {
	rng := newRand()
	var examples learn.PartExamples
	if err := t.each(func(s learn.Scene) error { return examples.Add(s, t.of(mapRounds).views, rng) }); err != nil {
		return err
	}
	if examples.Len() == 0 {
		return errNothing
	}
	fitted, reliability := examples.Fit()
	fmt.Println(reliability)
	return t.saveWeights("nabit/growth/weights.json", struct {
		growth.Weights
		Provenance nn.Provenance `json:"provenance"`
	}{fitted, t.provenance(reliability)})
}

// saveWeights writes weights with their provenance to a file below the folder.
func (t *trainer) saveWeights(name string, weights any) error {
	text, err := json.MarshalIndent(weights, "", "\t")
	if err != nil {
		return err
	}
	file := filepath.Join(t.out, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

// save writes a network and its provenance to NAME.bin and NAME.md below the folder.
func (t *trainer) save(name string, n *nn.Net, score string) error {
	fmt.Printf("%s: %s\n", name, score)
	n.Provenance = t.provenance(score)
	file := filepath.Join(t.out, filepath.FromSlash(name)+".bin")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return fit.Save(file, n, nn.Float32)
}

func (t *trainer) provenance(score string) nn.Provenance {
	return nn.Provenance{
		Data: fmt.Sprintf("%d scenes with their truth, in the folders that the command names", len(t.scenes)), Command: fit.Command("./vision/train/nabit"),
		Commit: fit.Commit(), Score: score,
	}
}

// each lends every scene to a function.
func (t *trainer) each(use func(learn.Scene) error) error {
	for _, file := range t.scenes {
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
