package calibrate

import "context"

// Bench measures. Its methods may be called from any goroutine.
type Bench interface {
	// State is what is going on now.
	State() State
	// Picture is what the camera sees, as a JPEG; nil: nothing yet. Asking keeps the pictures coming.
	Picture() []byte
	// Do carries out what a person asked for. The error is a sentence for that person.
	Do(ctx context.Context, ask Ask) error
}

// What a person may ask for.
const (
	Start   = "start"   // a step
	Stop    = "stop"    // it
	Measure = "measure" // the tiles that lie there now
	Save    = "save"    // what was found
	Board   = "board"   // the size of the board that is shown or was printed
	Forget  = "forget"  // how the tiles' letters look, as it was learned from games
	Drop    = "drop"    // what games have found of what the step measures
)

// Ask is what a person asks for.
type Ask struct {
	Do       string
	Step     string  // camera, table, tiles
	SquareMM float64 // of the board; negative: as before
	ThickMM  float64 // of what the board is on; negative: as before
}

// The steps.
const (
	Camera = "camera"
	Table  = "table"
	Tiles  = "tiles"
)

// State is what the page shows.
type State struct {
	Camera        string  `json:"camera"` // its name; empty: no camera gives pictures
	Width, Height int     // of its picture
	Step          string  `json:"step"`
	SquareMM      float64 `json:"square_mm"`
	ThickMM       float64 `json:"thick_mm"`
	Known         Known   `json:"known"`

	Wish     string   `json:"wish,omitempty"` // of the camera step: what is wanted next
	Views    int      `json:"views"`
	Progress float64  `json:"progress"`
	Cells    []int    `json:"cells,omitempty"`   // of an 8 x 8 grid: how many views showed the board there
	Corners  [][2]int `json:"corners,omitempty"` // of the board in the picture
	Columns  int      `json:"columns"`           // of the corners

	Says    []Says      `json:"says,omitempty"`  // what was found, in sentences
	Score   int         `json:"score,omitempty"` // of the view, 1 to 100
	Quads   [][4][2]int `json:"quads,omitempty"` // the tiles measured, in the picture
	CanSave bool        `json:"can_save"`
	Saved   bool        `json:"saved"`
	Busy    bool        `json:"busy"`
}

// Known is what was kept of the camera before.
type Known struct {
	Camera string `json:"camera,omitempty"` // the day it was calibrated
	Table  bool   `json:"table"`
	Tiles  bool   `json:"tiles"`
	// The days on which games found what nobody has measured.
	FoundCamera string `json:"found_camera,omitempty"`
	FoundTiles  string `json:"found_tiles,omitempty"`
}

// Says is a sentence: its key and values for those who speak another language, and its English text.
type Says struct {
	Key    string             `json:"key"`
	Values map[string]float64 `json:"values,omitempty"`
	Text   string             `json:"text"`
}
