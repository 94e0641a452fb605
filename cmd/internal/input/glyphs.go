package input

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tilewatch/calibration"
	"tilewatch/ocr/book"
)

// glyphFolder holds the glyph books, a file for each tile set.
func glyphFolder(folder string) string { return filepath.Join(folder, "glyphs") }

// glyphFile is the book of a tile set: of tiles that were never measured if set is nil.
func glyphFile(folder string, set *calibration.Tileset) string {
	name := "tiles"
	if set != nil {
		data, err := json.Marshal(set)
		if err == nil {
			sum := sha256.Sum256(data)
			name = "tiles-" + hex.EncodeToString(sum[:6])
		}
	}
	return filepath.Join(glyphFolder(folder), name+".json")
}

// OpenGlyphs opens what is remembered of the tile set's letters. It notes a damaged book, and begins another.
func OpenGlyphs(folder string, set *calibration.Tileset, note func(string)) *book.Book {
	b, err := book.Open(glyphFile(folder, set))
	if err != nil {
		note(err.Error())
	}
	return b
}

// ResetGlyphs forgets how the letters of all tile sets look, and answers how many sets there were.
func ResetGlyphs(folder string) (int, error) {
	files, err := filepath.Glob(filepath.Join(glyphFolder(folder), "*.json"))
	if err != nil {
		return 0, err
	}
	for _, file := range files {
		err = errors.Join(err, os.Remove(file))
	}
	if err != nil {
		return 0, fmt.Errorf("not all glyph books could be removed: %w", err)
	}
	return len(files), nil
}

// ForgetGlyphs empties the book in use.
func (in *Flags) ForgetGlyphs() error {
	if in.Glyphs == nil {
		return nil
	}
	in.Glyphs.Forget()
	return in.Glyphs.Save()
}
