package nabit

import (
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/engine/reading"
	"tilewatch/ocr"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
)

// sceneReading is a scene of testdata with the result of Still. Its picture is closed: whoever needs it loads the scene again.
type sceneReading struct {
	scenetest.StillScene
	folder string
	obs    engine.Observation
	err    error
}

// stillsFolder has the tables that were made without any difficulty in mind; the others have one each, see hardBoards.
const stillsFolder = "stills"

// readScenes reads every scene of testdata once for all tests of the package, as many at a time as there are cores.
var readScenes = sync.OnceValues(func() ([]sceneReading, error) {
	files, err := filepath.Glob(filepath.Join(filepath.Dir(scenetest.StillsFolder), "*", "*.jpg"))
	if err != nil {
		return nil, err
	}
	files = slices.DeleteFunc(files, func(file string) bool {
		folder := folderOf(file)
		return folder != stillsFolder && hardBoards[folder].right == nil
	})
	all, work := make([]sceneReading, len(files)), make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		letters, err := ocr.NewClassifier()
		if err != nil {
			return nil, err
		}
		reader := NewReader(letters)
		workers.Go(func() {
			for i := range work {
				all[i] = readScene(reader, strings.TrimSuffix(files[i], "jpg")+"json")
			}
		})
	}
	for i := range files {
		work <- i
	}
	close(work)
	workers.Wait()
	return all, nil
})

func folderOf(file string) string { return filepath.Base(filepath.Dir(file)) }

func readScene(reader *Reader, file string) (s sceneReading) {
	s.folder = folderOf(file)
	if s.StillScene, s.err = scenetest.Open(file); s.err != nil {
		return s
	}
	camera := s.Camera()
	if hardBoards[s.folder].exif > 0 {
		w, h := s.Picture.Width, s.Picture.Height
		camera = calibration.Pinhole(w, h, calibration.FilmFocal(hardBoards[s.folder].exif, w, h).Best)
	}
	s.obs, s.err = reader.Still(s.Picture, camera, s.Set())
	if err := s.Picture.Close(); err != nil && s.err == nil {
		s.err = err
	}
	return s
}

// sceneReadings are the readings of all scenes, or of those of some folders.
func sceneReadings(t *testing.T, folders ...string) []sceneReading {
	t.Helper()
	all, err := readScenes()
	if err != nil {
		t.Fatal(err)
	}
	if len(folders) == 0 {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(s sceneReading) bool { return !slices.Contains(folders, s.folder) })
}

// readingOf is the reading of one scene.
func readingOf(t *testing.T, folder, name string) *sceneReading {
	t.Helper()
	for _, s := range sceneReadings(t, folder) {
		if s.Name == name {
			return &s
		}
	}
	t.Fatalf("no scene %s/%s", folder, name)
	return nil
}

// cellShares are the recall and precision of a kind's cells, and the shares with the right color and height.
type cellShares struct{ recall, precision, color, height scenetest.Share }

// seenCell is a cell of an observation with the color and height of its own evidence.
type seenCell struct {
	engine.CellEvidence
	color  engine.Color
	height int
	used   bool
}

func seenCells(obs engine.Observation) []seenCell {
	var all []seenCell
	for _, e := range obs.Cells {
		if e.Tile < hypothesis.TileAccepted {
			continue
		}
		c := seenCell{CellEvidence: e, color: engine.Red}
		for i, l := range e.Color {
			if l > e.Color[c.color-engine.Red] {
				c.color = engine.PlayerColors[i]
			}
		}
		likely := reading.HeightPosterior(e.Height)
		c.height = slices.Index(likely, slices.Max(likely)) + 1
		all = append(all, c)
	}
	return all
}

func placesOf(obs engine.Observation) []engine.Place {
	var places []engine.Place
	for _, c := range seenCells(obs) {
		places = append(places, c.Place)
	}
	return places
}

func quadMiddle(q engine.Quad) engine.Point {
	return engine.Point{X: (q[0].X + q[1].X + q[2].X + q[3].X) / 4, Y: (q[0].Y + q[1].Y + q[2].Y + q[3].Y) / 4}
}

// compareCells counts a scene's cells, and lists those that are missing, extra and wrong by their places in the picture.
func compareCells(s *sceneReading, n *cellShares) string {
	var out strings.Builder
	cells := seenCells(s.obs)
	for _, want := range s.Truth.Cells {
		at := want.Corners.Middle()
		i := slices.IndexFunc(cells, func(c seenCell) bool { return picture.Dist(quadMiddle(c.Quad), at) < 0.3*s.Truth.TilePx })
		n.recall.Count(i >= 0)
		if i < 0 {
			fmt.Fprintf(&out, "\n\tmissing %s %s of %d at %.0f,%.0f", want.Colour, want.Letter, want.Height, at.X, at.Y)
			continue
		}
		got := &cells[i]
		got.used = true
		n.color.Count(got.color.String() == want.Colour)
		n.height.Count(got.height == want.Height)
		if got.color.String() != want.Colour || got.height != want.Height {
			fmt.Fprintf(&out, "\n\twrong: %s of %d is %s %s of %d at %.0f,%.0f", got.color, got.height, want.Colour, want.Letter, want.Height, at.X, at.Y)
		}
	}
	for _, c := range cells {
		n.precision.Count(c.used)
		if !c.used {
			at := quadMiddle(c.Quad)
			fmt.Fprintf(&out, "\n\textra %s of %d at %.0f,%.0f", c.color, c.height, at.X, at.Y)
		}
	}
	return out.String()
}

// looseShares are the recall (tiles, banks) and precision (there, said) of rack tiles and banks, and the shares of rack tiles with the right letter and
// color.
type looseShares struct{ tiles, there, letters, colors, banks, said scenetest.Share }

// compareRacks counts a scene's rack tiles.
func compareRacks(s *sceneReading, n *looseShares) string {
	var out strings.Builder
	var tiles []engine.LooseTile
	for _, r := range s.obs.Racks {
		tiles = append(tiles, r.Tiles...)
	}
	used := make([]bool, len(tiles))
	for _, r := range s.Truth.Racks {
		for _, want := range r.Tiles {
			at := want.Corners.Middle()
			i := slices.IndexFunc(tiles, func(l engine.LooseTile) bool { return picture.Dist(quadMiddle(l.Quad), at) < 0.3*s.Truth.TilePx })
			if i >= 0 {
				used[i] = true
			}
			if !want.InFrame {
				continue
			}
			n.tiles.Count(i >= 0)
			if i < 0 {
				fmt.Fprintf(&out, "\n\tmissing %s %q at %.0f,%.0f", r.Player, want.Up, at.X, at.Y)
				continue
			}
			n.colors.Count(tiles[i].Color.String() == r.Player)
			letter := tiles[i].Letter.String()
			right := letter == want.Up || want.Up == "" && tiles[i].Letter == engine.Unsettled
			n.letters.Count(right)
			if !right {
				fmt.Fprintf(&out, "\n\twrong: %s is %s %q at %.0f,%.0f", letter, r.Player, want.Up, at.X, at.Y)
			}
		}
	}
	for i := range tiles {
		n.there.Count(used[i])
	}
	return out.String()
}

// compareBanks counts a scene's banks that hold tiles and are wholly in the picture.
func compareBanks(s *sceneReading, n *looseShares) string {
	var out strings.Builder
	said := map[string]int{}
	for _, b := range s.obs.Banks {
		said[b.Color.String()] = b.Tiles
	}
	for _, b := range s.Truth.Banks {
		got, seen := said[b.Player]
		if b.InFrame && b.Count > 0 {
			n.banks.Count(got == b.Count)
		}
		if seen {
			n.said.Count(got == b.Count)
		}
		if b.InFrame && got != b.Count {
			fmt.Fprintf(&out, "\n\tbank of %s: %d, is %d", b.Player, got, b.Count)
		}
	}
	return out.String()
}

func hasWarning(obs engine.Observation, code string) bool {
	return slices.ContainsFunc(obs.Warnings, func(w engine.Warning) bool { return w.Code == code })
}
