package calibrate

import (
	"context"
	"errors"
	"fmt"
	"image"
	"math"
	"sync"
	"time"

	"tilewatch/calibration"
	"tilewatch/calibration/chessboard"
	"tilewatch/calibration/lens"
	"tilewatch/engine"
	"tilewatch/vision/picture"
	"tilewatch/vision/source"
	"tilewatch/web/calibrate"
)

// Station is the bench behind the server's pages: it is shown the camera's pictures, and measures while somebody asks for
// it. Run must run for that.
type Station struct {
	// Name is the camera's name just now, under which results are kept.
	Name func() string
	// Profiles is where they are kept.
	Profiles *calibration.Store
	// Ruler measures tiles; it is opened with the first ones.
	Ruler func() (Ruler, error)
	// Forget forgets how the tiles' letters look; nil: nothing was learned.
	Forget func() error
	// Found is what games have found of the camera; nil: nothing.
	Found *calibration.Memory

	work chan shot // room for one: while it is full, pictures are passed over

	mu      sync.Mutex
	asked   time.Time // when somebody last looked
	seen    time.Time // when the camera last gave a picture
	jpeg    []byte
	size    image.Point
	state   calibrate.State
	board   chessboard.Board
	thick   float64
	collect *lens.Collector
	camera  *calibration.Camera // with which table and tiles are measured
	table   *Table
	set     *calibration.Tileset
	rms     float64
	measure bool // the tiles, in the next picture
	looked  int  // pictures looked at
}

// shot is a picture on its way to be looked at.
type shot struct {
	gray    *image.Gray
	picture *picture.Picture // nil unless tiles are to be measured
	at      time.Duration
	jpeg    []byte
}

// Station's times.
const (
	watched = 4 * time.Second // after somebody last looked, pictures are kept coming
	present = 3 * time.Second // after its last picture, a camera counts as there
	preview = 75              // JPEG quality of what is shown
)

var _ calibrate.Bench = (*Station)(nil)

// NewStation is a bench for a camera.
func NewStation(name func() string, profiles *calibration.Store, ruler func() (Ruler, error)) *Station {
	return &Station{Name: name, Profiles: profiles, Ruler: ruler, work: make(chan shot, 1), board: chessboard.Standard}
}

// See is shown every picture of the camera. It copies one only when somebody looks and the last one is done with.
func (s *Station) See(f source.Frame) {
	s.mu.Lock()
	s.seen = time.Now()
	wanted := time.Since(s.asked) < watched && len(s.work) == 0
	tiles := s.measure
	s.mu.Unlock()
	if !wanted {
		return
	}
	gray, err := f.Gray()
	if err != nil {
		return // no picture that can be looked at; the watch reports it
	}
	one := shot{gray: gray, at: f.Time}
	if one.jpeg, err = f.JPEG(preview); err != nil {
		return
	}
	if tiles {
		one.picture = f.Picture()
	}
	select {
	case s.work <- one:
	default:
		one.close()
	}
}

func (o *shot) close() {
	if o.picture != nil {
		_ = o.picture.Close() // a copy in memory
	}
}

// Run looks at pictures until ctx ends.
func (s *Station) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case one := <-s.work:
			s.look(&one)
			one.close()
		}
	}
}

// look finds the board and does what the step asks for.
func (s *Station) look(one *shot) {
	s.mu.Lock()
	step, board := s.state.Step, s.board
	s.mu.Unlock()
	var corners []engine.Point
	if step != "" {
		if points, ok := board.Find(one.gray); ok {
			corners = points
		}
	}
	var tiles *Measured
	var problem error
	if step == calibrate.Tiles && one.picture != nil {
		tiles, problem = s.tilesIn(one.picture, board)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.jpeg, s.size = one.jpeg, one.gray.Rect.Size()
	s.looked++
	s.state.Corners = nil
	for _, p := range corners {
		s.state.Corners = append(s.state.Corners, [2]int{int(p.X), int(p.Y)})
	}
	switch step {
	case calibrate.Camera:
		s.stepCamera(corners, one.at)
	case calibrate.Table:
		s.stepTable(corners)
	case calibrate.Tiles:
		if one.picture != nil {
			s.stepTiles(tiles, problem)
		}
	}
}

// stepCamera and the others are for the holder of mu.
func (s *Station) stepCamera(corners []engine.Point, at time.Duration) {
	if s.state.Saved {
		return
	}
	s.collect.Width, s.collect.Height = s.size.X, s.size.Y
	g := s.collect.See(corners, at, false)
	s.state.Wish, s.state.Views, s.state.Progress, s.state.Cells = string(g.Wish), g.Views, g.Progress, g.Cells
	if g.Camera != nil {
		verdict := g.Camera.Verdict()
		s.state.Says = []calibrate.Says{{Key: verdict.Key, Values: verdict.Values, Text: verdict.Text}}
		s.state.CanSave = verdict.Key == "good" || verdict.Key == "usable"
		s.camera, s.rms = g.Camera.Camera, g.Camera.RMS
	}
}

func (s *Station) stepTable(corners []engine.Point) {
	if s.state.Saved {
		return
	}
	s.state.Wish, s.state.CanSave = "", false
	if corners == nil {
		s.state.Wish, s.state.Says, s.state.Score = string(lens.ShowBoard), nil, 0
		return
	}
	camera, err := s.lens(s.size)
	if err == nil {
		s.table, err = FindTable(s.board, s.thick, camera, corners, s.set)
	}
	if err != nil {
		s.state.Says = []calibrate.Says{{Key: "problem", Text: sentence(err)}}
		return
	}
	s.state.Says, s.state.Score = nil, max(1, s.table.View.Score)
	for _, one := range s.table.View.Says {
		s.state.Says = append(s.state.Says, calibrate.Says{Key: one.Key, Values: one.Values, Text: one.Text})
	}
	s.state.CanSave = true
}

func (s *Station) stepTiles(m *Measured, problem error) {
	s.measure, s.state.Busy, s.state.Quads = false, false, nil
	if problem != nil {
		s.state.Says, s.state.CanSave = []calibrate.Says{{Key: "problem", Text: sentence(problem)}}, false
		return
	}
	sure := Sure(m)
	set := m.Set
	if sure.Key == "thickness_unsure" {
		set.ThicknessMM = 0
	}
	s.set = &set
	s.state.Says, s.state.CanSave = []calibrate.Says{{Key: sure.Key, Values: sure.Values, Text: sure.Text}}, true
	for _, q := range m.Quads {
		var corners [4][2]int
		for i, p := range q {
			corners[i] = [2]int{int(p.X), int(p.Y)}
		}
		s.state.Quads = append(s.state.Quads, corners)
	}
}

// tilesIn measures the tiles in a picture.
func (s *Station) tilesIn(p *picture.Picture, board chessboard.Board) (*Measured, error) {
	s.mu.Lock()
	thick := s.thick
	camera, err := s.lens(image.Pt(p.Width, p.Height))
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	ruler, err := s.Ruler()
	if err != nil {
		return nil, err
	}
	m, _, err := Tiles(ruler, p, board, thick, camera)
	return m, err
}

// sentence is an error for a person: without the code that programs read.
func sentence(err error) string {
	var picture *picture.Error
	if errors.As(err, &picture) {
		return picture.Message
	}
	return err.Error()
}

// known is the camera just found, or the one that was kept. The caller holds mu.
func (s *Station) known() (*calibration.Camera, error) {
	if s.camera != nil {
		return s.camera, nil
	}
	p, err := s.Profiles.Load(s.Name())
	if err != nil || p.Camera == nil {
		return nil, errors.New("calibrate the camera first")
	}
	return p.Camera, nil
}

// lens is the camera for pictures of a size.
func (s *Station) lens(size image.Point) (*calibration.Camera, error) {
	camera, err := s.known()
	if err != nil {
		return nil, err
	}
	return camera.Scaled(size.X, size.Y)
}

// State is what the page shows.
func (s *Station) State() calibrate.State {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = time.Now()
	state := s.state
	state.SquareMM, state.ThickMM, state.Columns = math.Round(100*s.board.SquareMM)/100, s.thick, s.board.Columns
	state.Width, state.Height = s.size.X, s.size.Y
	if time.Since(s.seen) < present {
		state.Camera = s.Name()
	}
	if p, err := s.Profiles.Load(s.Name()); err == nil {
		if p.Camera != nil {
			state.Known.Camera = p.Made.Format(time.DateOnly)
		}
		state.Known.Table, state.Known.Tiles = p.Table != nil, p.Tileset != nil
		if p.Camera == nil {
			state.Known.FoundCamera = day(p.Found.Focal)
		}
		if p.Tileset == nil || p.Tileset.ThicknessMM <= 0 {
			state.Known.FoundTiles = day(p.Found.Thickness)
		}
	}
	return state
}

// day is when something was found; empty: it was not.
func day(e calibration.Estimate) string {
	if !e.Known() {
		return ""
	}
	return e.On.Local().Format(time.DateOnly)
}

// Picture is what the camera sees.
func (s *Station) Picture() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = time.Now()
	if time.Since(s.seen) > present {
		return nil
	}
	return s.jpeg
}

// Do carries out what a person asked for.
func (s *Station) Do(_ context.Context, ask calibrate.Ask) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = time.Now()
	switch ask.Do {
	case calibrate.Start:
		return s.start(ask.Step)
	case calibrate.Stop:
		s.state, s.measure = calibrate.State{}, false
		return nil
	case calibrate.Measure:
		if s.state.Step != calibrate.Tiles {
			return errors.New("start the step with the tiles first")
		}
		s.measure, s.state.Busy, s.state.Saved, s.state.Says = true, true, false, nil
		return nil
	case calibrate.Save:
		return s.save()
	case calibrate.Board:
		return s.resize(ask)
	case calibrate.Forget:
		return s.forget()
	case calibrate.Drop:
		return s.Found.Forget(ask.Step == calibrate.Camera, ask.Step == calibrate.Tiles)
	}
	return fmt.Errorf("unknown action %q: reload the page", ask.Do)
}

// forget forgets the tiles' letters and says so.
func (s *Station) forget() error {
	if s.Forget != nil {
		if err := s.Forget(); err != nil {
			return err
		}
	}
	s.state.Says = []calibrate.Says{{Key: "forgotten", Text: "The letters are forgotten."}}
	return nil
}

func (s *Station) start(step string) error {
	switch step {
	case calibrate.Camera:
		s.collect = &lens.Collector{Board: s.board}
	case calibrate.Table, calibrate.Tiles:
		if _, err := s.known(); err != nil {
			return err
		}
	default:
		return fmt.Errorf("no step %q: reload the page", step)
	}
	s.state = calibrate.State{Step: step}
	s.measure = false
	return nil
}

// resize takes another board, and forgets what was seen of the former one.
func (s *Station) resize(ask calibrate.Ask) error {
	if ask.SquareMM >= 0 && !(ask.SquareMM >= 2 && ask.SquareMM <= 500) {
		return errors.New("measure the side of a square: 2 to 500 mm")
	}
	if ask.ThickMM > 100 {
		return errors.New("measure the height of the board above the table: 0 to 100 mm")
	}
	if ask.SquareMM >= 0 && math.Abs(ask.SquareMM-s.board.SquareMM) > 0.005 {
		s.board.SquareMM = ask.SquareMM
		if s.state.Step == calibrate.Camera {
			s.collect = &lens.Collector{Board: s.board}
		}
	}
	if ask.ThickMM >= 0 {
		s.thick = ask.ThickMM
	}
	return nil
}

// save keeps what the step found.
func (s *Station) save() error {
	if !s.state.CanSave {
		return errors.New("nothing to save yet")
	}
	err := s.Profiles.Update(s.Name(), func(p *calibration.Profile) {
		switch s.state.Step {
		case calibrate.Camera:
			p.Camera, p.RMS, p.Made, p.Table = s.camera, s.rms, time.Now().UTC(), nil
		case calibrate.Table:
			p.Table = &s.table.Table
		case calibrate.Tiles:
			p.Tileset = s.set
		}
	})
	if err != nil {
		return err
	}
	s.state.Saved, s.state.CanSave = true, false
	return nil
}
