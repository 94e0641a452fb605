package main

import (
	"os"
	"path/filepath"
	"testing"

	"tilewatch/vision/nn"
	"tilewatch/vision/tabit"
)

// A tiny training of each network, with the program's own fonts, writes a file that loads.
func TestATinyTrainingWritesANetworkThatLoads(t *testing.T) {
	for what := range tasks {
		t.Run(what, func(t *testing.T) {
			out := t.TempDir()
			if err := run(what, out, t.TempDir(), "", heldOneIn+1, 1); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(filepath.Join(out, what+".bin"))
			if err != nil {
				t.Fatal(err)
			}
			net, err := nn.Read(data)
			if err != nil {
				t.Fatal(err)
			}
			if net.Inputs != tabit.Shape.Inputs || net.Hidden != tabit.Shape.Hidden || net.Outputs != tabit.Shape.Outputs {
				t.Errorf("the shape is %+v, want %+v", net.Shape, tabit.Shape)
			}
			if _, err := os.Stat(filepath.Join(out, what+".md")); err != nil {
				t.Errorf("there is no provenance: %v", err)
			}
		})
	}
}

func TestAnUnknownNetworkIsRefused(t *testing.T) {
	if err := run("letters", t.TempDir(), t.TempDir(), "", 1, 1); err == nil {
		t.Error("it was trained")
	}
}
