package main

import (
	"os"
	"path/filepath"
	"testing"

	"tilewatch/ocr/glyph"
	"tilewatch/vision/nn/fit/ledgertest"
)

// TestTheLedgerSaysHowGoodTheNetworksAre shows the program's own networks faces in a font that no training had.
func TestTheLedgerSaysHowGoodTheNetworksAre(t *testing.T) {
	for network, o := range map[string]options{
		"ocr/glyph/weights.bin":    {},
		"ocr/glyph/part.bin":       {part: true},
		"ocr/digit/weights.bin":    {digits: true},
		"ocr/alone/weights.bin":    {alone: true},
		"ocr/mirrored/weights.bin": {mirrored: true},
	} {
		file, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(network)))
		if err != nil {
			t.Fatal(err)
		}
		net, err := glyph.ReadNet(file)
		if err != nil {
			t.Fatal(err)
		}
		o.workers = 1
		f := measure(net, makeExamples(goBold(t), o, 200, 5), gray)
		ledgertest.Check(t, filepath.Join("..", ".."), network, float64(f.right+f.blanksRight)/float64(f.letters+f.blanks))
	}
}
