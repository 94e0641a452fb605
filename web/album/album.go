// Package album keeps the camera's pictures of a game's turns, beside the journal and for the players alone: files that
// only their owner can read, in one folder for each game, and never more than so many bytes in all.
package album

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tilewatch/engine"
	"tilewatch/engine/atomicfile"
)

// DefaultLimit is how many bytes an album keeps by default: some fifty games.
const DefaultLimit = 400 << 20

// maxPicture is the largest picture, in bytes.
const maxPicture = 16 << 20

// ErrNone is the answer where no picture is kept.
var ErrNone = errors.New("no picture of that turn is saved")

// Shot is the picture in which a turn was read, and what was seen in it.
type Shot struct {
	Turn       int       `json:"turn"`
	Time       time.Time `json:"time"`
	Confidence float64   `json:"confidence"` // of the turn's reading, 0 to 1
	Width      int       `json:"width"`      // pixels
	Height     int       `json:"height"`
	Cells      []Seen    `json:"cells,omitempty"`
	Racks      []Rack    `json:"racks,omitempty"` // as far as the camera saw them
	JPEG       []byte    `json:"-"`
}

// Rack is what a player's rack showed.
type Rack struct {
	Color   engine.Color `json:"color"`
	Letters string       `json:"letters"` // left to right; ? is a blank, - a tile that was not read
}

// Seen is one stack's top in the picture.
type Seen struct {
	engine.Place
	engine.Cell
	Corners    [4][2]float64 `json:"corners"`    // pixels: top-left, top-right, bottom-right, bottom-left as the letter is read
	Confidence float64       `json:"confidence"` // 0 to 1; 0 if nobody asked
}

// Album is a folder of pictures. Its methods may be called from several goroutines.
type Album struct {
	folder string
	limit  int64

	mu    sync.Mutex
	bytes int64 // in all files
}

// Open uses the folder, which is made when the first picture is kept. limit is in bytes; 0 is DefaultLimit.
func Open(folder string, limit int64) (*Album, error) {
	if limit <= 0 {
		limit = DefaultLimit
	}
	a := &Album{folder: folder, limit: limit}
	games, err := a.games()
	if err != nil {
		return nil, err
	}
	for _, g := range games {
		a.bytes += g.bytes
	}
	return a, nil
}

var gamePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// file is where something of a turn is kept.
func (a *Album) file(game string, turn int, ext string) (string, error) {
	if !gamePattern.MatchString(game) || turn < 0 {
		return "", fmt.Errorf("turn %d of %q: %w", turn, game, ErrNone)
	}
	return filepath.Join(a.folder, game, fmt.Sprintf("%04d%s", turn, ext)), nil
}

// Keep keeps the turn's picture in place of an earlier one. When there is no room any more the oldest games' pictures
// go first, and of the only game the oldest turns'.
func (a *Album) Keep(game string, s Shot) error {
	name, err := a.file(game, s.Turn, ".jpg")
	if err != nil {
		return err
	}
	if n := len(s.JPEG); n == 0 || n > maxPicture {
		return fmt.Errorf("a picture of %d bytes is not kept: 1 to %d", n, maxPicture)
	}
	about, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("keep the picture of turn %d: %w", s.Turn, err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	// The picture comes last: what has no picture is not there.
	for _, part := range []struct {
		name string
		data []byte
	}{{strings.TrimSuffix(name, ".jpg") + ".json", about}, {name, s.JPEG}} {
		if err := a.write(part.name, part.data); err != nil {
			return fmt.Errorf("keep the picture of turn %d: %w", s.Turn, err)
		}
	}
	return a.makeRoom(game, s.Turn)
}

// write puts a whole file in place of another, or leaves that as it is.
func (a *Album) write(name string, data []byte) error {
	old := size(name)
	if err := atomicfile.Write(name, data, 0o600); err != nil {
		return err
	}
	a.bytes += int64(len(data)) - old
	return nil
}

// gone removes a file that may not be there.
func gone(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func size(name string) int64 {
	info, err := os.Stat(name)
	if err != nil {
		return 0
	}
	return info.Size()
}

// Shot is what is kept of the turn, without the picture itself. ErrNone: nothing.
func (a *Album) Shot(game string, turn int) (Shot, error) {
	name, err := a.file(game, turn, ".json")
	if err != nil {
		return Shot{}, err
	}
	if size(strings.TrimSuffix(name, ".json")+".jpg") == 0 {
		return Shot{}, ErrNone
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return Shot{}, none(err)
	}
	var s Shot
	if err := json.Unmarshal(data, &s); err != nil {
		return Shot{}, fmt.Errorf("the picture of turn %d: %w", turn, err)
	}
	return s, nil
}

// Picture is the turn's picture, a JPEG file. ErrNone: there is none.
func (a *Album) Picture(game string, turn int) ([]byte, error) {
	name, err := a.file(game, turn, ".jpg")
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(name)
	return data, none(err)
}

func none(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNone
	}
	return err
}

// Turns are the numbers of the turns with a picture, in order.
func (a *Album) Turns(game string) []int {
	if !gamePattern.MatchString(game) {
		return nil
	}
	entries, err := os.ReadDir(filepath.Join(a.folder, game))
	if err != nil {
		return nil // of a game without pictures there is no folder
	}
	var turns []int
	for _, e := range entries {
		if number, ok := strings.CutSuffix(e.Name(), ".jpg"); ok {
			if n, err := strconv.Atoi(number); err == nil {
				turns = append(turns, n)
			}
		}
	}
	slices.Sort(turns)
	return turns
}

// Forget removes a game's pictures.
func (a *Album) Forget(game string) error {
	if !gamePattern.MatchString(game) {
		return fmt.Errorf("no such game: %q", game)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.forget(game)
}
