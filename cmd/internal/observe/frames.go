package observe

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"tilewatch/vision/source"
)

// mostFrames bounds the folder: each is a picture and a line.
const mostFrames = 200

// frameQuality keeps what made a reading doubtful: more than people need.
const frameQuality = 95

// Frames keeps pictures of doubtful turns in a folder, the newest ones. Files that it did not write it leaves alone.
type Frames struct {
	folder string
	most   int

	mu     sync.Mutex
	newest []byte // JPEG
	last   time.Time
	same   int // kept in the same millisecond
}

// OpenFrames makes the folder if it is not there.
func OpenFrames(folder string) (*Frames, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil { // somebody's table
		return nil, fmt.Errorf("--debug-frames: %w: choose another folder", err)
	}
	return &Frames{folder: folder, most: mostFrames}, nil
}

func (f *Frames) see(frame source.Frame) {
	data, err := frame.JPEG(frameQuality)
	if err != nil {
		return // the next one may do
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.newest = data
}

// ours are the names that keep makes.
var ours = regexp.MustCompile(`^doubt-\d{8}-\d{6}\.\d{3}-\d{3}-`)

// keep writes the newest picture, and beside it the line that was reported.
func (f *Frames) keep(game string, l gameLine, line []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.newest == nil {
		return nil // nothing was seen yet
	}
	now := time.Now().UTC().Truncate(time.Millisecond)
	if f.same++; !now.Equal(f.last) {
		f.last, f.same = now, 0
	}
	name := fmt.Sprintf("doubt-%s-%03d-%s-turn%d-%s", now.Format("20060102-150405.000"), f.same, plain(game), l.Turn, plain(l.Type))
	if err := os.WriteFile(filepath.Join(f.folder, name+".jpg"), f.newest, 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(f.folder, name+".json"), append(line, '\n'), 0o600); err != nil {
		return err
	}
	return f.thin()
}

// plain is a text as a part of a file's name.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '_'
	}, text)
}

// thin removes the oldest files.
func (f *Frames) thin() error {
	entries, err := os.ReadDir(f.folder)
	if err != nil {
		return err
	}
	var names []string // as old as they sort
	for _, e := range entries {
		if ours.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	for len(names) > 2*f.most {
		if err := os.Remove(filepath.Join(f.folder, names[0])); err != nil {
			return err
		}
		names = names[1:]
	}
	return nil
}
