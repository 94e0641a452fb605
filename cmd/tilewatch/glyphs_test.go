package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheGlyphsOfAllTileSetsAreForgotten(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	glyphs := filepath.Join(folder, "glyphs")
	if err := os.MkdirAll(glyphs, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tiles.json", "tiles-0123.json"} {
		if err := os.WriteFile(filepath.Join(glyphs, name), []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, said, status := call(t, "calibrate", "tiles", "--data", folder, "--reset-glyphs")
	if status != 0 || !strings.Contains(out+said, "forgot the letters of 2 tile sets") {
		t.Errorf("status %d: %s%s", status, out, said)
	}
	if left, _ := filepath.Glob(filepath.Join(glyphs, "*")); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}
