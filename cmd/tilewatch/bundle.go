package main

import (
	"os"
	"path/filepath"
)

// tessdata is where Tesseract looks for its letters.
const tessdata = "TESSDATA_PREFIX"

// useBundledLetters has Tesseract take its letters from beside the program, where the archive has them, unless somebody said where they are.
func useBundledLetters() {
	self, err := os.Executable()
	if err != nil {
		return // Tesseract looks where the system keeps them
	}
	letters := filepath.Join(filepath.Dir(self), "..", "share", "tilewatch", "tessdata")
	if _, set := os.LookupEnv(tessdata); set || !isFolder(letters) {
		return
	}
	_ = os.Setenv(tessdata, letters) // fails for invalid names only
}

func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
