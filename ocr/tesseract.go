package ocr

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/otiai10/gosseract/v2"

	"tilewatch/engine"
	"tilewatch/ocr/glyph"
)

// isolatedSize is the side, in pixels, of the letters that are shown to Tesseract.
const isolatedSize = 96

// Tesseract reads with the Tesseract engine, through a small pool of clients. Close it when done.
type Tesseract struct {
	clients chan *gosseract.Client // idle ones; nil for one that has not started, or rests
	size    int
}

// starting serializes the engine's start, which borrows the process's standard error for a moment.
var starting sync.Mutex

// NewTesseract makes so many clients (1 to 16; each reads one picture at a time and holds about 8 MB). They start when there is something to
// read, since most pictures leave nothing for them, and their start takes as long as reading a photo.
func NewTesseract(clients int) (*Tesseract, error) {
	if clients < 1 || clients > 16 {
		return nil, fmt.Errorf("%d Tesseract clients: use 1 to 16", clients)
	}
	t := &Tesseract{clients: make(chan *gosseract.Client, clients), size: clients}
	for range clients {
		t.clients <- nil
	}
	return t, nil
}

// Try starts a client now, for those who want to know early whether that is possible.
func (t *Tesseract) Try() error {
	c, err := t.take()
	if err == nil {
		t.give(c)
	}
	return err
}

// take waits for an idle client, which give takes back. One that has not started, or rests, starts.
func (t *Tesseract) take() (*gosseract.Client, error) {
	c := <-t.clients
	if c != nil {
		return c, nil
	}
	c, err := startClient()
	if err != nil {
		t.give(nil)
	}
	return c, err
}

func (t *Tesseract) give(c *gosseract.Client) { t.clients <- c }

// Rest ends the clients until there is something to read, and gives the memory of their start back to the system: 18 MB for one.
func (t *Tesseract) Rest() error {
	var errs []error
	for range t.size {
		if c := <-t.clients; c != nil {
			errs = append(errs, c.Close())
		}
		t.give(nil)
	}
	trim()
	return errors.Join(errs...)
}

// startClient makes a client and has it read once, since it loads its data only then.
func startClient() (*gosseract.Client, error) {
	starting.Lock()
	defer starting.Unlock()
	c := gosseract.NewClient()
	if err := warm(c); err != nil {
		return nil, errors.Join(fmt.Errorf("tesseract does not start: install tesseract-ocr and tesseract-ocr-eng: %w", err), c.Close())
	}
	return c, nil
}

func warm(c *gosseract.Client) error {
	// As a variable the mode outlives the client's start; SetPageSegMode would be lost. Mode 6, one block of text,
	// reads single letters best.
	for k, v := range map[gosseract.SettableVariable]string{
		"tessedit_pageseg_mode": "6", "load_system_dawg": "0", "load_freq_dawg": "0",
	} {
		if err := c.SetVariable(k, v); err != nil {
			return err
		}
	}
	white := append(fmt.Appendf(nil, "P5\n%d %d\n255\n", isolatedSize, isolatedSize), bytes.Repeat([]byte{255}, isolatedSize*isolatedSize)...)
	if err := c.SetImageFromBytes(white); err != nil {
		return err
	}
	if err := start(c); err != nil {
		return err
	}
	_, err := engineOf(c)
	return err
}

// Close ends the clients. It waits for those that are reading; nothing may be read afterwards.
func (t *Tesseract) Close() error {
	var errs []error
	for range t.size {
		if c := <-t.clients; c != nil {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// Text is a gray picture to read text in, row-major, W x H; dark on light or light on dark.
type Text struct {
	W, H int
	Pix  []uint8
}

// ReadText reads a print of several characters, upright: the text without spaces, and how sure the least sure
// character is, 0 to 1. Nothing read is "" and 0.
func (t *Tesseract) ReadText(p Text) (text string, confidence float64, err error) {
	if p.W < 3 || p.H < 3 || p.W > 1<<13 || p.H > 1<<13 || p.W*p.H > 4<<20 || len(p.Pix) != p.W*p.H {
		return "", 0, fmt.Errorf("text of %d x %d in %d pixels cannot be read: cut out the print, at most four megapixels", p.W, p.H, len(p.Pix))
	}
	c, err := t.take()
	if err != nil {
		return "", 0, err
	}
	defer t.give(c)
	p = prepare(p)
	return readBlock(c, p.W, p.H, p.Pix)
}

// answer is what Tesseract made of a face in one quarter turn.
type answer struct {
	class int // 0 to 25; -1 for nothing or no letter
	sure  float64
}

// ask has the big letter, already isolated, read in one quarter turn.
func (t *Tesseract) ask(letter Face, turn int) (answer, error) {
	upright := letter.Turned(turn)
	c, err := t.take()
	if err != nil {
		return answer{class: -1}, err
	}
	text, sure, err := readBlock(c, upright.Size, upright.Size, upright.Pix)
	t.give(c)
	if err != nil {
		return answer{class: -1}, err
	}
	return answer{letterOf(text), sure}, nil
}

// letterOf is the letter that a text stands for, -1 for none. Small letters that look like capitals count, and so do
// figures that look like letters: a face has only letters.
func letterOf(text string) int {
	if len(text) != 1 {
		return -1
	}
	if i := strings.IndexByte("|1l!0528", text[0]); i >= 0 {
		return int("IIIIOSZB"[i] - 'A')
	}
	switch b := text[0]; {
	case b >= 'A' && b <= 'Z':
		return int(b - 'A')
	case strings.IndexByte("cijkopsuvwxyz", b) >= 0:
		return int(b - 'a')
	}
	return -1
}

// Tesseract's habits, measured on isolated letters of rendered scenes: how often it answers with the right letter or
// with a wrong one for letters upright (mostly it answers right or not at all), and how often it answers at all for
// letters that lie or stand on their heads.
const (
	rightUpright, wrongUpright = 0.73, 0.02
	answeredTurned             = 0.21
)

// blankDespiteInk is how likely a face is blank, beside any letter, when ink was found or none.
const (
	blankDespiteInk = 0.02
	letterUnseen    = 0.02
)

// Read asks for the letter in all four quarter turns and weighs the answers by Tesseract's habits.
func (t *Tesseract) Read(f Face) (Letters, error) {
	if err := f.Check(); err != nil {
		return Letters{}, err
	}
	var l Letters
	var s glyph.Isolator
	letter, ok := s.Isolate(f, isolatedSize)
	if !ok {
		for k := range l {
			for c := range 26 {
				l[k][c] = math.Log(letterUnseen)
			}
		}
		return l, nil
	}
	for k := range l {
		a, err := t.ask(letter, k)
		if err != nil {
			return Letters{}, fmt.Errorf("tesseract: %w", err)
		}
		l[k] = a.weigh()
	}
	return l, nil
}

// weigh is how much likelier the answer is if the letter stands upright in this turn, for each letter, than if it
// does not. A face with ink is almost never blank.
func (a answer) weigh() (v engine.LetterLikelihoods) {
	for c := range 26 {
		switch {
		case a.class < 0:
			v[c] = math.Log((1 - rightUpright - wrongUpright) / (1 - answeredTurned))
		case a.class == c:
			v[c] = math.Log(rightUpright / (answeredTurned / 26))
		default:
			v[c] = math.Log(wrongUpright / 25 / (answeredTurned / 26))
		}
	}
	v[26] = math.Log(blankDespiteInk)
	return v
}
