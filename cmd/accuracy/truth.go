package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/games"
	"tilewatch/engine"
)

// truth is what the renderer wrote beside a picture or a film; see testdata/README.md.
type truth struct {
	Kind   string
	Camera shownCamera
	Light  struct{ Name string }
	Set    struct {
		Side, Thickness, Pitch float64
		Colours                map[engine.Color]string // #rrggbb
	}
	Players []engine.Color
	Cells   []truthCell
	Words   []struct {
		Text        string
		Cells       [][2]int
		Controllers []engine.Color
	}
	Banks []struct {
		Player  engine.Color
		Count   int
		InFrame bool `json:"in_frame"`
	}

	// Films only.
	FPS, Frames float64
	Events      []truthEvent
	States      []struct{ Cells []truthCell }
	Challenged  struct{ Cells []truthCell }
}

// shownCamera is the camera, where it stood, and how far from straight above it looked down, degrees.
type shownCamera struct {
	calibration.Camera
	R    [3][3]float64 // a point of the table's space, in millimetres, is at R p + T before the camera
	T    [3]float64
	Tilt float64 `json:"tilt_deg"`
}

type truthCell struct {
	engine.Place
	Stack []struct {
		Colour  engine.Color
		Up      string // "" for a blank
		BlankAs string `json:"blank_as"`
	}
}

type truthEvent struct {
	Type       string
	Player     engine.Color
	State      int
	TileFrames []int `json:"tile_frames"`
	FirstFrame int   `json:"first_frame"`
	HandFrames []int `json:"hand_frames"`
}

// scene is a picture or film with its truth.
type scene struct {
	name  string // of the picture or film
	media string // its path
	truth truth
}

// find lists the scenes in and below the folders: stills (.jpg) or films (.mp4) that have a truth file beside them.
func find(folders []string, extension string) ([]scene, error) {
	var scenes []scene
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
			if err == nil && entry.IsDir() && entry.Name() == measured {
				return filepath.SkipDir
			}
			if err != nil || filepath.Ext(path) != extension {
				return err
			}
			s, ok, err := load(path)
			if ok {
				scenes = append(scenes, s)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return scenes, nil
}

// measured is the name of folders of tiles laid out beside a chessboard to be measured: they are no game.
const measured = "tileset"

// load reads a picture's truth; ok is false if it has none.
func load(media string) (s scene, ok bool, err error) {
	path := strings.TrimSuffix(media, filepath.Ext(media)) + ".json"
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return s, false, nil
	}
	if err != nil {
		return s, false, err
	}
	var of struct{ Game, Kind string }
	if err := json.Unmarshal(text, &of); err == nil && (of.Game != "" && of.Game != games.Default() || of.Kind == "") {
		return s, false, nil // graded by a table of its own, or no truth of a camera's picture: the frames that a cut film has
	}
	s = scene{name: filepath.Join(filepath.Base(filepath.Dir(media)), filepath.Base(media)), media: media}
	if err := json.Unmarshal(text, &s.truth); err != nil {
		return s, false, fmt.Errorf("%s: %w", path, err)
	}
	return s, true, nil
}

// tile is one place of a board, true or reported.
type tile struct {
	letter     string
	color      engine.Color
	height     int
	blank      bool
	confidence float64
}

// reads says whether got names the true tile's letter. A blank may be read as the letter it stands for, or as an unsettled blank.
func (t tile) reads(got tile) bool {
	return got.letter == t.letter || t.blank && (got.blank || got.letter == "?")
}

func (t tile) is(got tile) bool {
	return t.reads(got) && got.color == t.color && got.height == t.height
}

type board map[engine.Place]tile

func trueBoard(cells []truthCell) board {
	b := board{}
	for _, c := range cells {
		top := c.Stack[len(c.Stack)-1]
		letter := top.Up
		if letter == "" {
			letter = top.BlankAs
		}
		if letter == "" {
			letter = "?"
		}
		b[c.Place] = tile{letter: letter, color: top.Colour, height: len(c.Stack), blank: top.Up == ""}
	}
	return b
}
