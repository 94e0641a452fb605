package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/calibration"
)

func TestEachTileSetHasItsBookAndAllAreForgotten(t *testing.T) {
	folder := t.TempDir()
	plain, measured := glyphFile(folder, nil), glyphFile(folder, &calibration.Tileset{SideMM: 24})
	if plain == measured || measured == glyphFile(folder, &calibration.Tileset{SideMM: 20}) || measured != glyphFile(folder, &calibration.Tileset{SideMM: 24}) {
		t.Errorf("%s, %s", plain, measured)
	}
	if err := os.MkdirAll(filepath.Dir(plain), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{plain, measured} {
		if err := os.WriteFile(file, []byte("damaged"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var notes []string
	if b := openGlyphs(folder, nil, func(text string) { notes = append(notes, text) }); b == nil || b.Letters() != 0 || len(notes) != 1 {
		t.Errorf("a damaged book: %v", notes)
	}
	out, said, status := call(t, "calibrate", "tiles", "--data", folder, "--reset-glyphs")
	if status != 0 || !strings.Contains(out+said, "letters of 2 tile sets are forgotten") {
		t.Errorf("status %d: %s%s", status, out, said)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "glyphs", "*")); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}
