package calibration

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

func TestProfilesAreKeptByTheCamerasName(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	s := NewStore(folder)
	if _, err := s.Load("HD Webcam"); !errors.Is(err, ErrNoProfile) {
		t.Errorf("before any: %v", err)
	}
	camera, err := ParseCamera([]byte(goodCamera))
	if err != nil {
		t.Fatal(err)
	}
	made := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	table := &Table{1280, 720, [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, [3]float64{1, 2, 600}}
	if err := s.Update("HD Webcam", func(p *Profile) { p.Camera, p.Made, p.RMS = camera, made, 0.2 }); err != nil {
		t.Fatal(err)
	}
	if err := s.Update("HD Webcam", func(p *Profile) { p.Table, p.Tileset = table, &Tileset{SideMM: 24, ThicknessMM: 5} }); err != nil {
		t.Fatal(err)
	}
	if err := s.Update("http://10.0.0.7/video", func(p *Profile) { p.RMS = 1 }); err != nil {
		t.Fatal(err)
	}
	got, err := s.Load("HD Webcam")
	want := &Profile{"HD Webcam", made, 0.2, camera, table, &Tileset{SideMM: 24, ThicknessMM: 5}, Found{}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if names := s.Names(); !reflect.DeepEqual(names, []string{"HD Webcam", "http://10.0.0.7/video"}) {
		t.Errorf("names %q", names)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestADamagedProfileIsToldAndNotWrittenOver(t *testing.T) {
	s := NewStore(t.TempDir())
	if err := os.WriteFile(s.path("cam"), []byte(`{"name":"cam","camera":{"width":1}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load("cam"); err == nil || errors.Is(err, ErrNoProfile) {
		t.Errorf("got %v", err)
	}
	if err := s.Update("cam", func(*Profile) {}); err == nil {
		t.Error("it was written over")
	}
}

func TestNoNameLeavesTheFolder(t *testing.T) {
	s := NewStore("/folder")
	for name, want := range map[string]string{"../../etc/passwd": "/folder/etc-passwd.json", "...": "/folder/camera.json", "Kamera Ä": "/folder/kamera-ä.json", "": "/folder/camera.json"} {
		if got := s.path(name); got != want {
			t.Errorf("%q is kept in %q, want %q", name, got, want)
		}
	}
}
