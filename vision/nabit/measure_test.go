package nabit

import (
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/calibration"
	"tilewatch/calibration/chessboard"
	"tilewatch/calibration/lens"
	"tilewatch/engine"
	"tilewatch/ocr"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// benchScene is a picture of a board and tiles laid out for measuring.
type benchScene struct {
	Image  string
	Camera calibration.Camera
	Set    struct{ Side, Thickness, Pitch float64 }
	Cells  []struct{ Colour string }
}

// boardIn finds the board in a picture file: the table it lies on, and its outline.
func boardIn(t *testing.T, path string, cam *calibration.Camera, paper float64) (*calibration.Table, []engine.Point) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := jpeg.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	gray := image.NewGray(img.Bounds())
	draw.Draw(gray, gray.Rect, img, image.Point{}, draw.Src)
	b := chessboard.Standard
	points, ok := b.Find(gray)
	if !ok {
		t.Fatal("the board is not found")
	}
	pose, _, err := lens.FindPose(cam, b.Points(), points)
	if err != nil {
		t.Fatal(err)
	}
	var outline []engine.Point
	for _, c := range [4][2]float64{{-30, -30}, {230, -30}, {230, 155}, {-30, 155}} {
		outline = append(outline, pose.Pixel(cam, c[0], c[1], 0))
	}
	low := pose.Raised(-paper)
	return &calibration.Table{Width: cam.Width, Height: cam.Height, R: low.R, T: low.T}, outline
}

func TestTilesAreMeasured(t *testing.T) {
	files, err := filepath.Glob("../../testdata/nabit/tileset/*.json")
	if err != nil || len(files) < 4 {
		t.Fatal("no pictures", files, err)
	}
	letters, err := ocr.NewClassifier()
	if err != nil {
		t.Fatal(err)
	}
	reader := NewReader(letters)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var scene benchScene
		if err := json.Unmarshal(text, &scene); err != nil {
			t.Fatal(err)
		}
		t.Run(scene.Image, func(t *testing.T) { measures(t, reader, filepath.Join(filepath.Dir(file), scene.Image), &scene) })
	}
}

func measures(t *testing.T, reader *Reader, path string, scene *benchScene) {
	const sheet = 1.04 // mm: the board is printed on card
	table, outline := boardIn(t, path, &scene.Camera, sheet)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := picture.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	m, err := reader.MeasureTiles(p, &scene.Camera, table, outline)
	if err != nil {
		t.Fatal(err)
	}
	off := func(got, want float64) float64 { return 100 * (got/want - 1) }
	t.Logf("side %.2f (%+.1f %%), pitch %.2f (%+.1f %%), thickness %.2f (%+.1f %%, sigma %.2f)", m.Set.SideMM, off(m.Set.SideMM, scene.Set.Side),
		m.Set.PitchMM, off(m.Set.PitchMM, scene.Set.Pitch), m.Set.ThicknessMM, off(m.Set.ThicknessMM, scene.Set.Thickness), m.ThicknessSigma)
	if math.Abs(off(m.Set.SideMM, scene.Set.Side)) > 2 || math.Abs(off(m.Set.PitchMM, scene.Set.Pitch)) > 2 {
		t.Errorf("side %.2f, pitch %.2f mm; want %.2f, %.2f", m.Set.SideMM, m.Set.PitchMM, scene.Set.Side, scene.Set.Pitch)
	}
	// From straight above the thickness is known badly, and is said to be.
	if unsure := m.ThicknessSigma > 0.05*scene.Set.Thickness; !unsure && math.Abs(off(m.Set.ThicknessMM, scene.Set.Thickness)) > 5 {
		t.Errorf("thickness %.2f mm, said to be sure to %.2f; want %.2f", m.Set.ThicknessMM, m.ThicknessSigma, scene.Set.Thickness)
	}
	want := map[string]bool{}
	for _, c := range scene.Cells {
		want[c.Colour] = true
	}
	for c := range m.Set.Colors {
		if !want[c.String()] {
			t.Errorf("a %s tile is seen, there are %v", c, want)
		}
	}
	if len(m.Set.Colors) != len(want) {
		t.Errorf("colors %v, want %d", m.Set.Colors, len(want))
	}
}

func TestTheTableIsFoundUnderTheTiles(t *testing.T) {
	reader := NewReader(scenetest.LetterNet(t))
	for _, name := range []string{"020", "043"} {
		s := scenetest.LoadScene(t, scenetest.StillsFolder+"/"+name+".json")
		table, err := reader.TableUnder(s.Picture, s.Camera(), s.Set())
		if err != nil {
			t.Fatal(err)
		}
		pose := lens.Pose{R: table.R, T: table.T}
		text, err := os.ReadFile(scenetest.StillsFolder + "/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var truth struct {
			Camera struct {
				Tilt     float64 `json:"tilt_deg"`
				Position [3]float64
			}
		}
		if err := json.Unmarshal(text, &truth); err != nil {
			t.Fatal(err)
		}
		if math.Abs(pose.Height()/truth.Camera.Position[2]-1) > 0.02 {
			t.Errorf("%s: the camera is %.0f mm over the table, want %.0f", name, pose.Height(), truth.Camera.Position[2])
		}
		if math.Abs(pose.Tilt()-truth.Camera.Tilt) > 1.5 {
			t.Errorf("%s: tilted by %.1f degrees, want %.1f", name, pose.Tilt(), truth.Camera.Tilt)
		}
	}
	blank := painted(t, color.RGBA{150, 130, 110, 255}, 0)
	if _, err := reader.TableUnder(blank, calibration.Pinhole(blank.Width, blank.Height, 900), nil); err == nil {
		t.Error("a table was found under no tiles")
	}
}

func TestWithoutTheLayoutNothingIsMeasured(t *testing.T) {
	letters, err := ocr.NewClassifier()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../testdata/nabit/calibration/cam0.json")
	if err != nil {
		t.Fatal(err)
	}
	var truth struct{ Camera calibration.Camera }
	if err := json.Unmarshal(text, &truth); err != nil {
		t.Fatal(err)
	}
	const path = "../../testdata/nabit/calibration/cam0_0.jpg" // the board alone
	table, outline := boardIn(t, path, &truth.Camera, 1)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := picture.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if m, err := NewReader(letters).MeasureTiles(p, &truth.Camera, table, outline); err == nil || !strings.Contains(err.Error(), "lay") && !strings.Contains(err.Error(), "show") {
		t.Errorf("measured %+v, %v; want an error that says what to lay", m, err)
	}
}
