package input

import (
	"os"
	"path/filepath"
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
	if b := OpenGlyphs(folder, nil, func(text string) { notes = append(notes, text) }); b == nil || b.Letters() != 0 || len(notes) != 1 {
		t.Errorf("a damaged book: %v", notes)
	}
	if n, err := ResetGlyphs(folder); err != nil || n != 2 {
		t.Errorf("%d sets are forgotten: %v", n, err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "glyphs", "*")); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}
