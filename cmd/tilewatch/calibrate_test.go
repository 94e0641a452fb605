package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/calibration"
	"tilewatch/calibration/lens"
	"tilewatch/cmd/internal/input"
)

const boards = "../../testdata/nabit/calibration"

// boardTruth is what the tests read of a calibration's truth.
type boardTruth struct {
	Camera struct {
		calibration.Camera
		TiltDeg float64 `json:"tilt_deg"`
	}
	Set struct{ Side, Thickness, Pitch float64 }
}

// tableResult is as much of what "calibrate table" prints as these tests look at.
type tableResult struct {
	RMS  float64   `json:"rms_px"`
	View lens.View `json:"view"`
}

func readTruth(t *testing.T, path string) (truth boardTruth) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var tilt struct {
		Camera struct {
			TiltDeg float64 `json:"tilt_deg"`
		}
		Set struct{ Side, Thickness, Pitch float64 }
	}
	var camera struct{ Camera calibration.Camera }
	if err := json.Unmarshal(text, &tilt); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &camera); err != nil {
		t.Fatal(err)
	}
	truth.Camera.Camera, truth.Camera.TiltDeg, truth.Set = camera.Camera, tilt.Camera.TiltDeg, tilt.Set
	return truth
}

// within fails unless got is so many percent near want.
func within(t *testing.T, what string, got, want, percent float64) {
	t.Helper()
	if off := 100 * (got/want - 1); !(math.Abs(off) <= percent) {
		t.Errorf("%s is %.3f, want %.3f: off by %.2f %%", what, got, want, off)
	}
}

func TestCalibrateCameraThenTable(t *testing.T) {
	t.Parallel()
	pictures, err := filepath.Glob(filepath.Join(boards, "cam0_*.jpg"))
	if err != nil || len(pictures) != 8 {
		t.Fatal(pictures, err)
	}
	truth := readTruth(t, filepath.Join(boards, "cam0.json"))
	folder := t.TempDir()
	file := filepath.Join(folder, "camera.json")
	out, diagnostics, status := call(t, append([]string{"calibrate", "camera", "--data", folder, "--name", "HD Webcam", "--out", file}, pictures...)...)
	if status != exitDone || !strings.Contains(out, "Very good") {
		t.Fatalf("status %d: %s%s", status, out, diagnostics)
	}
	got, err := calibration.LoadCamera(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range [][2]int{{0, 0}, {1, 1}, {0, 2}, {1, 2}} {
		within(t, fmt.Sprintf("K[%d][%d]", at[0], at[1]), got.K[at[0]][at[1]], truth.Camera.K[at[0]][at[1]], 1)
	}
	// The table is found with what was kept under the camera's name.
	out, diagnostics, status = call(t, "calibrate", "table", "--data", folder, "--name", "HD Webcam", "--board-height", "1", "--json", pictures[0])
	var table tableResult
	if err := json.Unmarshal([]byte(out), &table); err != nil || status != exitDone {
		t.Fatalf("status %d: %v: %s%s", status, err, out, diagnostics)
	}
	if math.Abs(table.View.TiltDeg-truth.Camera.TiltDeg) > 0.5 || table.RMS > 0.3 {
		t.Errorf("tilt %.2f, rms %.2f; want %.2f", table.View.TiltDeg, table.RMS, truth.Camera.TiltDeg)
	}
	if !strings.Contains(diagnostics, "From straight above I cannot count stacks in a photo") {
		t.Errorf("nothing is said of the view: %s", diagnostics)
	}
	profile, err := input.ProfilesIn(folder).Load("HD Webcam")
	if err != nil || profile.Camera == nil || profile.Table == nil || profile.RMS > 0.3 {
		t.Errorf("kept: %+v, %v", profile, err)
	}
	if out, _, _ := call(t, "calibrate", "list", "--data", folder); !strings.Contains(out, "HD Webcam  camera yes  table yes  tiles no") {
		t.Errorf("listed: %s", out)
	}
}

func TestCalibrateTableByTiles(t *testing.T) {
	t.Parallel()
	const scene = "../../testdata/nabit/stills/020"
	truth := readTruth(t, scene+".json")
	folder := t.TempDir()
	text, err := json.Marshal(truth.Camera.Camera)
	if err != nil {
		t.Fatal(err)
	}
	camera := filepath.Join(folder, "camera.json")
	if err := os.WriteFile(camera, text, 0o600); err != nil {
		t.Fatal(err)
	}
	out, diagnostics, status := call(t, "calibrate", "table", "--by-tiles", "--data", folder, "--camera", camera, "--json", scene+".jpg")
	var table tableResult
	if err := json.Unmarshal([]byte(out), &table); err != nil || status != exitDone {
		t.Fatalf("status %d: %v: %s%s", status, err, out, diagnostics)
	}
	if math.Abs(table.View.TiltDeg-truth.Camera.TiltDeg) > 2 {
		t.Errorf("tilt %.1f, want %.1f", table.View.TiltDeg, truth.Camera.TiltDeg)
	}
}

func TestCalibrateTiles(t *testing.T) {
	t.Parallel()
	const scene = "../../testdata/nabit/tileset/set0"
	truth := readTruth(t, scene+".json")
	folder := t.TempDir()
	text, err := json.Marshal(truth.Camera.Camera)
	if err != nil {
		t.Fatal(err)
	}
	camera, file := filepath.Join(folder, "camera.json"), filepath.Join(folder, "tileset.json")
	if err := os.WriteFile(camera, text, 0o600); err != nil {
		t.Fatal(err)
	}
	out, diagnostics, status := call(t, "calibrate", "tiles", "--data", folder, "--camera", camera, "--board-height", "1", "--out", file, scene+".jpg")
	if status != exitDone {
		t.Fatalf("status %d: %s%s", status, out, diagnostics)
	}
	set, err := calibration.LoadTileset(file)
	if err != nil {
		t.Fatal(err)
	}
	within(t, "side", set.SideMM, truth.Set.Side, 2)
	within(t, "pitch", set.PitchMM, truth.Set.Pitch, 2)
	within(t, "thickness", set.ThicknessMM, truth.Set.Thickness, 5)
	if len(set.Colors) != 4 {
		t.Errorf("colors %v", set.Colors)
	}
}

func TestCalibrateSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	board := filepath.Join(boards, "cam0_0.jpg")
	const still = "../../testdata/nabit/stills/009.jpg"
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"nothing to look at":           {[]string{"camera"}, exitUsage, "either pictures or --source"},
		"both":                         {[]string{"camera", "--source", "0", board}, exitUsage, "either pictures or --source"},
		"a board that is none":         {[]string{"camera", "--board", "9", board}, exitUsage, "like 9x6"},
		"squares of no size":           {[]string{"camera", "--square", "0", board}, exitUsage, "measure one"},
		"two pictures are too few":     {[]string{"camera", board, filepath.Join(boards, "cam0_1.jpg")}, exitFailed, "at least 3"},
		"a picture without the board":  {[]string{"table", "--name", "x", still}, exitFailed, "no chessboard found"},
		"a picture that is none":       {[]string{"table", "--name", "x", boards + "/cam0.json"}, exitFailed, "not a picture"},
		"a camera nobody knows":        {[]string{"table", "--name", "x", board}, exitUsage, "calibrate camera"},
		"a camera that is not there":   {[]string{"camera", "--source", "97"}, exitFailed, "not found"},
		"no tiles beside the board":    {[]string{"tiles", "--camera", folder + "/cam.json", board}, exitFailed, "lay"},
		"paper nobody has":             {[]string{"pattern", "--paper", "b7"}, exitUsage, "a4, a3 or letter"},
		"pictures of different sizes":  {[]string{"camera", board, still}, exitFailed, "no chessboard found"},
		"a camera of another size":     {[]string{"table", "--camera", folder + "/small.json", board}, exitUsage, "another shape"},
		"two pictures where one is it": {[]string{"tiles", board, board}, exitUsage, "give only one"},
	} {
		t.Run(name, func(t *testing.T) {
			truth := readTruth(t, filepath.Join(boards, "cam0.json")).Camera.Camera
			text, err := json.Marshal(truth)
			if err != nil {
				t.Fatal(err)
			}
			small := strings.Replace(string(text), `"height":720`, `"height":960`, 1)
			for file, content := range map[string]string{"cam.json": string(text), "small.json": small} {
				if err := os.WriteFile(filepath.Join(folder, file), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			args := append([]string{"calibrate", c.args[0]}, c.args[1:]...)
			if c.args[0] != "pattern" {
				args = append([]string{"calibrate", c.args[0], "--data", folder}, c.args[1:]...)
			}
			var said strings.Builder
			if status := run(t.Context(), args, &said, &said); status != c.status || !strings.Contains(said.String(), c.says) {
				t.Errorf("status %d, want %d with %q:\n%s", status, c.status, c.says, said.String())
			}
		})
	}
}

func TestCalibratePattern(t *testing.T) {
	t.Parallel()
	for file, begins := range map[string]string{"board.pdf": "%PDF-1.4", "board.svg": "<svg"} {
		path := filepath.Join(t.TempDir(), file)
		if _, diagnostics, status := call(t, "calibrate", "pattern", "--out", path); status != exitDone {
			t.Fatal(diagnostics)
		}
		text, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(text), begins) {
			t.Errorf("%s begins %.20q, %v", file, text, err)
		}
	}
}
