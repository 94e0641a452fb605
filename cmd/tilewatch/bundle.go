package main

import (
	"os"
	"path/filepath"

	"tilewatch/engine/lexicon"
)

// bundled are the variables of the environment that say where something lies that may be beside the program, and the folder that it has there:
// Tesseract's letters, which the archive has, and the word lists that are files of their own.
var bundled = map[string]string{"TESSDATA_PREFIX": "tessdata", lexicon.FolderVariable: "words"}

// useBundled takes what lies beside the program from there, unless somebody said where it is; else it lies where the system keeps it.
func useBundled() {
	self, err := os.Executable()
	if err != nil {
		return
	}
	for variable, folder := range bundled {
		beside := filepath.Join(filepath.Dir(self), "..", "share", "tilewatch", folder)
		if _, set := os.LookupEnv(variable); !set && isFolder(beside) {
			_ = os.Setenv(variable, beside) // fails for invalid names only
		}
	}
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
