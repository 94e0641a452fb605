package calibration

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"tilewatch/engine/atomicfile"
)

// Profile is what is known of one camera: its lens, where the table lies before it, and the tiles it was shown. Each measured part may be
// nil; where it is not, it counts, whatever games found.
type Profile struct {
	Name    string    // the camera's, as its maker or its address calls it
	Made    time.Time // when the lens was calibrated
	RMS     float64   // pixels by which the board's points were off
	Camera  *Camera
	Table   *Table
	Tileset *Tileset
	Found   Found // by games
}

// Measured says that a part of it was measured.
func (p *Profile) Measured() bool { return p.Camera != nil || p.Table != nil || p.Tileset != nil }

// Store keeps profiles in a folder, a file for each camera. Several goroutines may use it.
type Store struct {
	folder   string
	changing sync.Mutex
}

// NewStore is a store in a folder, which is made with the first profile.
func NewStore(folder string) *Store { return &Store{folder: folder} }

// ErrNoProfile is what Load answers for a camera that was never calibrated.
var ErrNoProfile = errors.New("this camera was never calibrated: tilewatch calibrate camera")

// profileVersion is the form of a profile's file. A newer one is refused; the first had no version.
const profileVersion = 1

// profileFile is the form of a profile's file. Its camera and tile set are what the single files hold.
type profileFile struct {
	Version int             `json:"version,omitempty"`
	Name    string          `json:"name"`
	Made    time.Time       `json:"made,omitzero"`
	RMS     float64         `json:"rms_px,omitempty"`
	Camera  json.RawMessage `json:"camera,omitempty"`
	Table   *tableFile      `json:"table,omitempty"`
	Tileset json.RawMessage `json:"tileset,omitempty"`
	Found   Found           `json:"found,omitzero"`
}

type tableFile struct {
	Width  int           `json:"width"`
	Height int           `json:"height"`
	R      [3][3]float64 `json:"R"`
	T      [3]float64    `json:"t"`
}

// Load reads a camera's profile. The error is ErrNoProfile if there is none.
func (s *Store) Load(name string) (*Profile, error) {
	if s == nil || s.folder == "" || name == "" {
		return nil, ErrNoProfile
	}
	p, err := load("profile", s.path(name), parseProfile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoProfile
	}
	return p, err
}

func parseProfile(data []byte) (*Profile, error) {
	var f profileFile
	if err := decode(data, &f, `{"name":"...","camera":{...},"tileset":{...}}`); err != nil {
		return nil, err
	}
	if f.Version > profileVersion {
		return nil, errors.New("written by a newer version of tilewatch: update this one, or calibrate into another folder with --data")
	}
	p := &Profile{Name: f.Name, Made: f.Made, RMS: f.RMS, Found: f.Found}
	err := f.Found.check()
	if err != nil {
		return nil, err
	}
	if len(f.Camera) > 0 {
		if p.Camera, err = ParseCamera(f.Camera); err != nil {
			return nil, err
		}
	}
	if len(f.Tileset) > 0 {
		if p.Tileset, err = ParseTileset(f.Tileset); err != nil {
			return nil, err
		}
	}
	if f.Table != nil {
		p.Table = &Table{f.Table.Width, f.Table.Height, f.Table.R, f.Table.T}
	}
	return p, nil
}

// Save keeps a profile in place of the camera's earlier one, whole or not at all.
func (s *Store) Save(p *Profile) error {
	f := profileFile{Version: profileVersion, Name: p.Name, Made: p.Made, RMS: p.RMS, Found: p.Found}
	var err1, err2 error
	if p.Camera != nil {
		f.Camera, err1 = json.Marshal(p.Camera)
	}
	if p.Tileset != nil {
		f.Tileset, err2 = json.Marshal(p.Tileset)
	}
	if p.Table != nil {
		f.Table = &tableFile{p.Table.Width, p.Table.Height, p.Table.R, p.Table.T}
	}
	data, err := json.MarshalIndent(f, "", " ")
	if err = errors.Join(err1, err2, err); err != nil {
		return err
	}
	if err := atomicfile.Write(s.path(p.Name), data, 0o644); err != nil {
		return fmt.Errorf("save the calibration of %q: %w: choose another folder with --data", p.Name, err)
	}
	return nil
}

// Update changes a camera's profile.
func (s *Store) Update(name string, change func(*Profile)) error {
	s.changing.Lock()
	defer s.changing.Unlock()
	p, err := s.Load(name)
	if errors.Is(err, ErrNoProfile) {
		p, err = &Profile{Name: name}, nil
	}
	if err != nil {
		return err
	}
	change(p)
	return s.Save(p)
}

// Names are the cameras that have a profile.
func (s *Store) Names() []string {
	files, _ := filepath.Glob(filepath.Join(s.folder, "*.json")) // fails only on a bad pattern
	var names []string
	for _, file := range files {
		if p, err := load("profile", file, parseProfile); err == nil && p.Name != "" {
			names = append(names, p.Name)
		}
	}
	slices.Sort(names)
	return names
}

// path is a camera's file. Names that differ only in what no file name holds share one.
func (s *Store) path(name string) string {
	safe := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return '-'
	}, name)
	if letters := []rune(strings.Trim(safe, "-")); len(letters) > 0 {
		return filepath.Join(s.folder, string(letters[:min(len(letters), 80)])+".json")
	}
	return filepath.Join(s.folder, "camera.json")
}
