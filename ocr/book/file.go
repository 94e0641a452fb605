package book

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"tilewatch/engine/atomicfile"
	"tilewatch/ocr"
)

// version of the file's form. A book of an earlier version starts empty: the net's view of a letter has changed.
const version = 1

// file is how a book is kept: letters by their prints.
type file struct {
	Version int                 `json:"version"`
	Prints  int                 `json:"prints"` // numbers of one print
	Letters map[string][][]byte `json:"letters"`
	Denied  map[string][][]byte `json:"denied,omitempty"`
}

// Open reads the book of that file. A file that is not there, or of an earlier version, is an empty book; one that is damaged is an
// empty book and an error that says so. Save writes it there. The file of a later version is an error too, and its empty book is kept nowhere.
func Open(path string) (*Book, error) {
	b := &Book{path: path}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	var f file
	if err == nil {
		err = json.Unmarshal(data, &f)
	}
	if err == nil && f.Version > version {
		return new(Book), fmt.Errorf("a newer version of tilewatch wrote the glyph book %q: update this one to use it", path)
	}
	if err == nil && f.Version == version && f.Prints == prints {
		b.letters, err = bind(f.Letters)
	}
	if err == nil && f.Version == version && f.Prints == prints {
		b.denied, err = bind(f.Denied)
	}
	if err != nil {
		return &Book{path: path}, fmt.Errorf("cannot read the glyph book %q, starting a new one: %w", path, err)
	}
	return b, nil
}

// bind turns a file's letters into prints.
func bind(letters map[string][][]byte) (out [26][]print, err error) {
	for name, all := range letters {
		if len(name) != 1 || name[0] < 'A' || name[0] > 'Z' || len(all) > mostPrints {
			return out, fmt.Errorf("%d prints of %.8q", len(all), name)
		}
		for _, data := range all {
			var p print
			if len(data) != len(p) {
				return out, fmt.Errorf("a print of %s has %d numbers instead of %d", name, len(data), len(p))
			}
			for i := range p {
				p[i] = int8(data[i])
			}
			out[name[0]-'A'] = append(out[name[0]-'A'], p)
		}
	}
	return out, nil
}

// loose is the other way round.
func loose(letters *[26][]print) map[string][][]byte {
	out := map[string][][]byte{}
	for c, all := range letters {
		for _, p := range all {
			data := make([]byte, len(p))
			for i := range p {
				data[i] = byte(p[i])
			}
			name := string(rune('A' + c))
			out[name] = append(out[name], data)
		}
	}
	return out
}

// Save writes the book whole or not at all, if it has changed and is kept anywhere.
func (b *Book) Save() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.path == "" || !b.changed {
		return nil
	}
	data, err := json.Marshal(file{version, prints, loose(&b.letters), loose(&b.denied)})
	if err == nil {
		err = atomicfile.Write(b.path, data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("cannot save the glyph book: %w", err)
	}
	b.changed = false
	return nil
}

// Reader reads with another reader, and then with the book.
type Reader struct {
	Inner ocr.Reader
	Book  *Book
}

var _ ocr.Reader = Reader{}

// Read is the inner reader's answer, sharpened.
func (r Reader) Read(f ocr.Face) (ocr.Letters, error) {
	l, err := r.Inner.Read(f)
	if err == nil {
		r.Book.Sharpen(f, &l)
	}
	return l, err
}
