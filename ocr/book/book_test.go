package book_test

import (
	"encoding/json"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/ocr"
	"tilewatch/ocr/book"
	"tilewatch/ocr/glyph"
)

// sample is a face cut out of a rendered picture of tiles whose letters are in a chancery hand, which the reader was not taught.
type sample struct {
	face    ocr.Face
	letter  byte
	picture string
}

func samples(t *testing.T) []sample {
	t.Helper()
	data, err := os.ReadFile("testdata/z003.json")
	if err != nil {
		t.Fatal(err)
	}
	var index []struct{ Letter, Picture string }
	if err := json.Unmarshal(data, &index); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open("testdata/z003.png")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	strip, ok := img.(*image.Gray)
	if !ok {
		t.Fatal("the strip is not gray")
	}
	size := strip.Rect.Dx()
	var all []sample
	for i, s := range index {
		all = append(all, sample{glyph.Face{Size: size, Pix: strip.Pix[i*size*size : (i+1)*size*size]}, s.Letter[0], s.Picture})
	}
	return all
}

// readAll counts the faces that are read right, each with what books makes of the other pictures, and the mean surprise at the letters.
func readAll(t *testing.T, all []sample, books func(without string) *book.Book) (right int, surprise float64) {
	t.Helper()
	classifier, err := ocr.NewClassifier()
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]*book.Book{}
	for _, s := range all {
		if made[s.picture] == nil {
			made[s.picture] = books(s.picture)
		}
		l, err := book.Reader{Inner: classifier, Book: made[s.picture]}.Read(s.face)
		if err != nil {
			t.Fatal(err)
		}
		if best, _ := l.Best(0); byte('A'+best) == s.letter {
			right++
		}
		total := 0.0
		for c := range 26 {
			total += math.Exp(l[0][c] - l[0][s.letter-'A'])
		}
		surprise += math.Log(total) / float64(len(all))
	}
	return right, surprise
}

func TestABookMakesAnOddFontReadable(t *testing.T) {
	all := samples(t)
	before, puzzled := readAll(t, all, func(string) *book.Book { return new(book.Book) })
	after, still := readAll(t, all, func(without string) *book.Book {
		b := new(book.Book)
		for _, s := range all {
			if s.picture != without {
				b.Learn(s.face, s.letter)
			}
		}
		return b
	})
	t.Logf("of %d faces %d were read right, %d with the book; the mean surprise went from %.3f to %.3f", len(all), before, after, puzzled, still)
	if after < before+5 || still > puzzled/2 {
		t.Errorf("of %d faces %d were read right, %d with the book; the mean surprise went from %.3f to %.3f", len(all), before, after, puzzled, still)
	}
}

func TestABookOfAnotherFontSaysNothing(t *testing.T) {
	all := samples(t)
	other := new(book.Book)
	for _, s := range all { // the letters upside down are another print
		other.Learn(s.face.Turned(2), s.letter)
	}
	before, _ := readAll(t, all, func(string) *book.Book { return new(book.Book) })
	after, _ := readAll(t, all, func(string) *book.Book { return other })
	if after < before-2 {
		t.Errorf("of %d faces %d were read right, %d with the wrong book", len(all), before, after)
	}
}

func TestAWrongLetterIsNeverLearnedTwice(t *testing.T) {
	s := samples(t)[0]
	b := new(book.Book)
	if !b.Learn(s.face, 'Q') || b.Letters() != 1 {
		t.Fatal("not learned")
	}
	if b.Learn(s.face, 'Q') {
		t.Error("the same face was learned twice")
	}
	if b.Deny(s.face, 'Q'); b.Letters() != 0 {
		t.Error("what was denied is still in the book")
	}
	if b.Learn(s.face, 'Q') {
		t.Error("the wrong letter was learned again")
	}
	if !b.Learn(s.face, s.letter) {
		t.Error("the right letter was not learned")
	}
	if b.Learn(s.face, 'X') {
		t.Error("a face that looks like another letter of the book was learned")
	}
	if b.Forget(); b.Letters() != 0 || !b.Learn(s.face, 'Q') {
		t.Error("a forgotten book remembers")
	}
}

func TestABookIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "glyphs", "tiles.json")
	b, err := book.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	all := samples(t)
	for _, s := range all {
		b.Learn(s.face, s.letter)
	}
	b.Deny(all[0].face, 'Q')
	if err := b.Save(); err != nil {
		t.Fatal(err)
	}
	again, err := book.Open(path)
	if err != nil || again.Letters() != b.Letters() || again.Learn(all[0].face, 'Q') {
		t.Errorf("%d letters of %d, %v", again.Letters(), b.Letters(), err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 1<<20 {
		t.Errorf("%v bytes, %v", info.Size(), err)
	}
}

func TestADamagedBookIsBegunAnewAndToldOf(t *testing.T) {
	for name, text := range map[string]string{
		"cut off": `{"version":1,"prin`, "a letter that is none": `{"version":1,"prints":352,"letters":{"AB":[]}}`,
		"too short a print": `{"version":1,"prints":352,"letters":{"A":["AAAA"]}}`, "not text": "\x00\xff",
	} {
		path := filepath.Join(t.TempDir(), "tiles.json")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		b, err := book.Open(path)
		if err == nil || !strings.Contains(err.Error(), "starting a new one") || b == nil || b.Letters() != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestABookOfAnotherVersion(t *testing.T) {
	for name, c := range map[string]struct {
		version, says string
		kept          bool
	}{
		"an earlier one is begun anew":    {"0", "", false},
		"a later one is refused and kept": {"99", "newer version of tilewatch", true},
	} {
		path := filepath.Join(t.TempDir(), "tiles.json")
		text := `{"version":` + c.version + `,"prints":7,"letters":{"A":["AAAA"]}}`
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		b, err := book.Open(path)
		if b.Letters() != 0 || (err != nil) != (c.says != "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %d letters, %v", name, b.Letters(), err)
		}
		b.Forget()
		if err := b.Save(); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || (string(got) == text) != c.kept {
			t.Errorf("%s: it holds %s, %v", name, got, err)
		}
	}
}
