package scenetest

import (
	"os"
	"path/filepath"
)

// Testdata is a path within the repository's testdata, from whichever folder a test runs in.
func Testdata(path string) string {
	root, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(root, "go.mod")); missing == nil {
			break
		}
		if filepath.Dir(root) == root {
			break // the path itself says what is missing
		}
		root = filepath.Dir(root)
	}
	return filepath.Join(root, "testdata", path)
}

// GateFilmPath is a film of a whole game, without its ending.
var GateFilmPath = Testdata("nabit/live/oblique")
