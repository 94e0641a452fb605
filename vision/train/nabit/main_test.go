package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"tilewatch/vision/nabit/growth"
	"tilewatch/vision/nabit/heights"
	"tilewatch/vision/nabit/racks"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/nn"
	"tilewatch/vision/tileface"
)

// Each kind of training, with one view of one scene and one epoch, writes networks of the shape that the program loads.
func TestATinyTrainingWritesNetworksThatLoad(t *testing.T) {
	steps := heights.StepShape
	steps.Hidden *= heights.StepNets
	for _, c := range []struct {
		kind  string
		train func(*trainer) error
		files map[string]nn.Shape
	}{
		{"edges", (*trainer).edges, map[string]nn.Shape{"tileface/wide.bin": tileface.EdgeNetShape, "tileface/narrow.bin": tileface.EdgeNetShape}},
		{"faces", (*trainer).faces, map[string]nn.Shape{"tileface/spot.bin": tileface.ClassifierShape, "tileface/coarse.bin": tileface.ClassifierShape, "tileface/fine.bin": tileface.ClassifierShape}},
		{"banks", (*trainer).banks, map[string]nn.Shape{"nabit/racks/stack.bin": racks.BankShape}},
		{"sides", (*trainer).sides, map[string]nn.Shape{"nabit/heights/side.bin": heights.SideShape}},
		{"steps", (*trainer).steps, map[string]nn.Shape{"nabit/heights/step.bin": steps, "nabit/heights/drop.bin": steps}},
	} {
		t.Run(c.kind, func(t *testing.T) {
			trainer := &trainer{out: t.TempDir(), scenes: []string{filepath.Join(scenetest.StillsFolder, "043.json")}, views: 1, epochs: 1}
			if err := c.train(trainer); err != nil {
				t.Fatal(err)
			}
			for file, want := range c.files {
				loads(t, filepath.Join(trainer.out, file), want)
				if _, err := os.Stat(filepath.Join("..", "..", file)); err != nil {
					t.Errorf("the program's own network lies elsewhere: %v", err)
				}
			}
		})
	}
}

// The weights of hidden faces are fitted to scenes with stacks that hide some. Whoever fits them to others gets such that edges, color, tile and heat speak
// for a face.
func TestWhatIsSeenOfHiddenFacesSpeaksForThem(t *testing.T) {
	trainer := &trainer{out: t.TempDir(), views: 2}
	for _, name := range []string{"witness/000", "behind/049", "behind/082", "behind/088", "stills/045"} {
		trainer.scenes = append(trainer.scenes, filepath.Join(scenetest.StillsFolder, "..", name+".json"))
	}
	if err := trainer.parts(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(trainer.out, "nabit", "growth", "weights.json"))
	if err != nil {
		t.Fatal(err)
	}
	var w growth.Weights
	if err := json.Unmarshal(text, &w); err != nil {
		t.Fatal(err)
	}
	face, none := w.Of(8, tilemap.Signs{Tile: 6, Middle: 1}), w.Of(-8, tilemap.Signs{Tile: -6, Middle: -4})
	if !(face > 2 && none < -2) {
		t.Errorf("a clear face has log-odds of %.1f, none of %.1f: %+v", face, none, w)
	}
}

// loads checks that a file holds a network of a shape, with its provenance beside it.
func loads(t *testing.T, file string, want nn.Shape) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	net, err := nn.Read(data)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if net.Inputs != want.Inputs || net.Hidden != want.Hidden || net.Outputs != want.Outputs {
		t.Errorf("%s: the shape is %+v, want %+v", file, net.Shape, want)
	}
	if _, err := os.Stat(file[:len(file)-len(".bin")] + ".md"); err != nil {
		t.Errorf("there is no provenance: %v", err)
	}
}

func TestWithoutScenesNothingIsTrained(t *testing.T) {
	if err := new(trainer).findScenes([]string{t.TempDir()}); err == nil {
		t.Error("an empty folder has scenes")
	}
}
