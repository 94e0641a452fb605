package main

import (
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/calibration"
)

func TestCalibrateCardsWritesATileSet(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "set.json")
	stdout, stderr, code := call(t, "calibrate", "cards", "--out", out, "../../testdata/tabit/stills/004.jpg")
	if code != 0 || !strings.Contains(stdout, "moon, star, tree") {
		t.Fatal(code, stdout, stderr)
	}
	set, err := calibration.LoadTileset(out)
	if err != nil || len(set.Cards) != 3 {
		t.Fatal(set, err)
	}
	if _, stderr, code := call(t, "calibrate", "cards", "--game", "snag", "--out", out, "../../testdata/tabit/stills/004.jpg"); code == 0 {
		t.Error("SNAG has cards to learn:", stderr)
	}
	if _, stderr, code := call(t, "score", "--json", "--game", "tabit", "--tileset", out, "../../testdata/tabit/stills/004.jpg"); code != 0 {
		t.Error(stderr)
	}
}
