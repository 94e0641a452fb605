package calibrate

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tilewatch/calibration"
	"tilewatch/calibration/lens"
	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/nabit"
	"tilewatch/vision/picture"
	"tilewatch/vision/source"
	"tilewatch/web/calibrate"
)

const testdata = "../../../testdata/nabit/"

// ruler has NAB-IT!'s eyes measure.
type ruler struct{ *nabit.Reader }

func (r ruler) Measure(p *picture.Picture, cam *calibration.Camera, table *calibration.Table, board []engine.Point) (*Measured, error) {
	m, err := r.MeasureTiles(p, cam, table, board)
	if err != nil {
		return nil, err
	}
	return &Measured{m.Set, m.ThicknessSigma, m.Quads}, nil
}

func opened() (Ruler, error) {
	letters, err := ocr.NewClassifier()
	if err != nil {
		return nil, err
	}
	return ruler{nabit.NewReader(letters)}, nil
}

// station is one at work, with an empty store.
func station(t *testing.T) *Station {
	t.Helper()
	s := NewStation(func() string { return "test camera" }, calibration.NewStore(t.TempDir()), opened)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s
}

// folderOf links pictures into a folder, each so many times, so that it looks like a camera standing still.
func folderOf(t *testing.T, times int, pictures ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i, p := range pictures {
		whole, err := filepath.Abs(p)
		if err != nil {
			t.Fatal(err)
		}
		for k := range times {
			if err := os.Symlink(whole, filepath.Join(dir, string(rune('a'+i))+string(rune('a'+k))+".jpg")); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

func looked(s *Station) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.looked
}

// shows lets the station see a folder's pictures, and waits until it is done with each.
func shows(t *testing.T, s *Station, folder string) calibrate.State {
	t.Helper()
	source, err := source.Open(folder, source.Options{FPS: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	for {
		frame, err := source.Next(t.Context())
		if errors.Is(err, io.EOF) {
			return s.State()
		}
		if err != nil {
			t.Fatal(err)
		}
		s.State() // somebody looks
		before := looked(s)
		s.See(frame)
		for limit := time.Now().Add(2 * time.Minute); looked(s) == before; time.Sleep(2 * time.Millisecond) {
			if time.Now().After(limit) {
				t.Fatal("a picture is not looked at")
			}
		}
	}
}

func does(t *testing.T, s *Station, ask calibrate.Ask) {
	t.Helper()
	if err := s.Do(t.Context(), ask); err != nil {
		t.Fatalf("%+v: %v", ask, err)
	}
}

func TestAStationCalibratesTheCameraAndTheTable(t *testing.T) {
	s := station(t)
	if err := s.Do(t.Context(), calibrate.Ask{Do: calibrate.Start, Step: calibrate.Table}); err == nil || !strings.Contains(err.Error(), "camera first") {
		t.Errorf("the table without a lens: %v", err)
	}
	does(t, s, calibrate.Ask{Do: calibrate.Start, Step: calibrate.Camera})
	pictures, err := filepath.Glob(testdata + "calibration/cam0_*.jpg")
	if err != nil || len(pictures) != 8 {
		t.Fatal(pictures, err)
	}
	state := shows(t, s, folderOf(t, 2, pictures...))
	if state.Views != 8 || !state.CanSave || len(state.Says) != 1 || state.Says[0].Key != "good" || state.Progress < 0.5 || len(state.Corners) != 54 {
		t.Fatalf("after eight views: %+v", state)
	}
	does(t, s, calibrate.Ask{Do: calibrate.Save})
	profile, err := s.Profiles.Load("test camera")
	if err != nil || math.Abs(profile.Camera.K[0][0]/877.868-1) > 0.01 {
		t.Fatalf("kept: %+v, %v", profile, err)
	}
	does(t, s, calibrate.Ask{Do: calibrate.Board, SquareMM: -1, ThickMM: 1})
	does(t, s, calibrate.Ask{Do: calibrate.Start, Step: calibrate.Table})
	state = shows(t, s, folderOf(t, 1, pictures[0]))
	if !state.CanSave || state.Score < 50 || state.Score > 90 || state.Says[1].Key != "from_above" {
		t.Errorf("a camera straight above: %+v", state)
	}
	does(t, s, calibrate.Ask{Do: calibrate.Save})
	if state = s.State(); !state.Saved || !state.Known.Table || state.Known.Camera == "" || state.Known.Tiles {
		t.Errorf("after keeping it: %+v", state)
	}
	state = shows(t, s, folderOf(t, 1, testdata+"stills/009.jpg"))
	if state.Wish == string(lens.ShowBoard) && state.CanSave {
		t.Errorf("without a board: %+v", state)
	}
}

func TestAStationMeasuresTiles(t *testing.T) {
	s := station(t)
	text, err := os.ReadFile(testdata + "tileset/set0.json")
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Camera calibration.Camera
		Set    struct{ Side, Thickness float64 }
	}
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	if err := s.Profiles.Update("test camera", func(p *calibration.Profile) { p.Camera = &truth.Camera }); err != nil {
		t.Fatal(err)
	}
	does(t, s, calibrate.Ask{Do: calibrate.Board, SquareMM: 25, ThickMM: 1})
	does(t, s, calibrate.Ask{Do: calibrate.Start, Step: calibrate.Tiles})
	shows(t, s, folderOf(t, 1, testdata+"tileset/set0.jpg"))
	does(t, s, calibrate.Ask{Do: calibrate.Measure})
	state := shows(t, s, folderOf(t, 1, testdata+"tileset/set0.jpg"))
	if !state.CanSave || state.Busy || len(state.Quads) != 5 || state.Says[0].Key != "measured" {
		t.Fatalf("measured: %+v", state)
	}
	does(t, s, calibrate.Ask{Do: calibrate.Save})
	profile, err := s.Profiles.Load("test camera")
	if err != nil || math.Abs(profile.Tileset.SideMM/truth.Set.Side-1) > 0.02 || math.Abs(profile.Tileset.ThicknessMM/truth.Set.Thickness-1) > 0.05 {
		t.Errorf("kept: %+v, %v", profile.Tileset, err)
	}
	does(t, s, calibrate.Ask{Do: calibrate.Measure})
	state = shows(t, s, folderOf(t, 1, testdata+"stills/009.jpg"))
	if state.CanSave || len(state.Says) != 1 || state.Says[0].Key != "problem" {
		t.Errorf("without the board: %+v", state)
	}
}

func TestWhatNobodyCanDoIsReported(t *testing.T) {
	s := station(t)
	for _, ask := range []calibrate.Ask{
		{}, {Do: "fly"}, {Do: calibrate.Start, Step: "fly"}, {Do: calibrate.Save}, {Do: calibrate.Measure},
		{Do: calibrate.Board, SquareMM: 1, ThickMM: -1}, {Do: calibrate.Board, SquareMM: -1, ThickMM: 500},
	} {
		if err := s.Do(t.Context(), ask); err == nil {
			t.Errorf("%+v was done", ask)
		}
	}
	if state := s.State(); state.Camera != "" || state.Step != "" {
		t.Errorf("state %+v", state)
	}
	if s.Picture() != nil {
		t.Error("a picture without a camera")
	}
}
