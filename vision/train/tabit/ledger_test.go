package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"tilewatch/vision/nn"
	"tilewatch/vision/nn/fit/ledgertest"
	"tilewatch/vision/tabit"
)

// TestTheLedgerSaysHowGoodTheNetworksAre shows the program's own networks cards that no training drew.
func TestTheLedgerSaysHowGoodTheNetworksAre(t *testing.T) {
	fonts, err := loadFonts(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for what, job := range tasks {
		network := "vision/tabit/" + what + ".bin"
		file, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(network)))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := nn.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		cards, _, err := drawExamples(job, 40, rand.New(rand.NewPCG(5, 6)), fonts)
		if err != nil {
			t.Fatal(err)
		}
		right, _ := evaluate(&tabit.Net{Net: plain, InverseTemperature: 1}, cards)
		ledgertest.Check(t, filepath.Join("..", "..", ".."), network, right)
	}
}
