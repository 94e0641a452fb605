package wordlist

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tilewatch/engine/atomicfile"
	"tilewatch/engine/journal"
	"tilewatch/engine/lexicon"
	"tilewatch/web/desk"
)

// version is the form of the file, and of the uploaded list beside it. Version 1 had the uploaded list in it, and no own words that never
// count; it is read, and written as this one when something changes. A newer one is refused.
const version = 2

// kept is the file of a table's words.
type kept struct {
	Version int         `json:"version"`
	Chosen  string      `json:"chosen"`            // a built-in list, or Own; empty: the usual one
	File    string      `json:"file,omitempty"`    // what the uploaded list was called; from version 2 on that list says it itself
	Text    []byte      `json:"text,omitempty"`    // the uploaded list, in version 1
	Added   []string    `json:"added,omitempty"`   // words of the table that count
	Never   []string    `json:"never,omitempty"`   // words that never do
	Asked   []string    `json:"asked,omitempty"`   // words that players would have the host add
	LookUp  bool        `json:"look_up,omitempty"` // players may look words up during a game
	Edits   int         `json:"edits,omitempty"`   // how often the own words were changed
	Steps   []desk.Step `json:"steps,omitempty"`   // the newest of these changes
}

// clone can be changed while the other is read.
func (k kept) clone() kept {
	k.Added, k.Never, k.Asked, k.Steps = slices.Clone(k.Added), slices.Clone(k.Never), slices.Clone(k.Asked), slices.Clone(k.Steps)
	return k
}

// load reads the file; one that is not there says nothing.
func load(file string) (k kept, err error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &k)
	}
	if err != nil {
		return kept{}, fmt.Errorf("%w: restore it from a backup, or delete it", err)
	}
	if k.Version > version {
		return kept{}, journal.ErrNewer
	}
	if k.Text == nil {
		k.File = called(beside(file))
	}
	return k, nil
}

func (k kept) save(file string) error {
	if k.Text != nil { // of version 1
		err := atomicfile.Fill(beside(file), 0o644, func(to *os.File) error { return pack(to, k.File, bytes.NewReader(k.Text)) })
		if err != nil {
			return err
		}
	}
	k.Version, k.File, k.Text = version, "", nil
	data, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return atomicfile.Write(file, data, 0o644)
}

// beside is where an uploaded list lies: its text as it came, gzipped, with a note in the head. So it is replaced whole or not at all.
func beside(file string) string { return strings.TrimSuffix(file, ".json") + ".txt.gz" }

// note is what the uploaded list says of itself.
type note struct {
	Version int    `json:"version"`
	File    string `json:"file"`
}

// Upload takes a list of the table's own, as --dictionary takes it, and has it judge. It is on the disk before it is read, so that its size
// needs no memory.
func (l *List) Upload(name string, text io.Reader) error {
	switch {
	case l.file == "" || l.usual == nil || l.closed != nil:
		return l.change(nil) // says why
	case !l.taking.TryLock():
		return errors.New("another list is being uploaded: try again in a moment")
	}
	defer l.taking.Unlock()
	name = filepath.Base(name)
	var words *lexicon.Lexicon
	err := atomicfile.Fill(beside(l.file), 0o644, func(f *os.File) (err error) {
		if err = pack(f, name, io.LimitReader(text, lexicon.MaxFile+1)); err == nil {
			words, err = unpack(f, l.game)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("%q: %w", name, err)
	}
	return l.replace(words, func(k *kept) error {
		k.Chosen, k.File, k.Text = desk.OwnList, name, nil
		return nil
	})
}

// pack writes a text as it lies beside the file.
func pack(to io.Writer, name string, text io.Reader) error {
	about, err := json.Marshal(note{version, name})
	if err != nil {
		return err
	}
	zipped, err := gzip.NewWriterLevel(to, gzip.BestSpeed)
	if err != nil {
		return err
	}
	zipped.Extra = about
	_, err = io.Copy(zipped, text)
	return errors.Join(err, zipped.Close())
}

// unpack reads what pack wrote, from its beginning.
func unpack(from io.ReadSeeker, game string) (*lexicon.Lexicon, error) {
	if _, err := from.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	text, about, err := opened(from)
	if err != nil {
		return nil, err
	}
	words, err := lexicon.LoadFor(game, text)
	if err != nil {
		return nil, err
	}
	return words.Called(about.File), nil
}

// opened is what pack wrote.
func opened(from io.Reader) (text io.Reader, about note, err error) {
	zipped, err := gzip.NewReader(from)
	if err == nil {
		err = json.Unmarshal(zipped.Extra, &about)
	}
	if err == nil && about.Version > version {
		err = journal.ErrNewer
	}
	return zipped, about, err
}

// called is what the uploaded list was called; empty if there is none that can be read.
func called(file string) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close() // it is only read
	_, about, err := opened(f)
	if err != nil {
		return ""
	}
	return about.File
}

// uploaded is the list that the table has uploaded.
func (k *kept) uploaded(game, file string) (*lexicon.Lexicon, error) {
	if k.Text != nil {
		words, err := lexicon.LoadFor(game, bytes.NewReader(k.Text))
		if err != nil {
			return nil, fmt.Errorf("%q: %w", k.File, err)
		}
		return words.Called(k.File), nil
	}
	f, err := os.Open(beside(file))
	if err != nil {
		return nil, err
	}
	defer f.Close() // it is only read
	return unpack(f, game)
}
