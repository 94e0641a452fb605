package nabit

import (
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nabit/search"
	"tilewatch/vision/picture"
)

// TestWhatABlankLinksIsFound reads a board on a checked cloth where only a blank stack, a weak candidate, links seven tiles to the others.
func TestWhatABlankLinksIsFound(t *testing.T) { readAllTiles(t, "gap") }

// TestSquaresOfAClothAreNoTiles reads boards on checked cloths: the squares outnumber the tiles and link better, or stand out more.
func TestSquaresOfAClothAreNoTiles(t *testing.T) { readAllTiles(t, "squares") }

// TestAFirstWordIsFoundByOneLetter reads a word of a blank, an O and a B; a bright spot beside the B hides its mark.
func TestAFirstWordIsFoundByOneLetter(t *testing.T) {
	cam := calibration.Pinhole(1280, 720, 838)
	cam.Dist = [5]float64{-0.088, 0.021}
	set := &calibration.Tileset{SideMM: 26.5, ThicknessMM: 5.9, PitchMM: 26.8}
	pictures := map[string]*picture.Picture{}
	for _, name := range []string{"racks", "word"} {
		data, err := os.ReadFile("../../testdata/nabit/first/" + name + ".jpg")
		if err != nil {
			t.Fatal(err)
		}
		if pictures[name], err = picture.Decode(data); err != nil {
			t.Fatal(err)
		}
		defer pictures[name].Close()
	}
	tracker := NewTracker(NewReader(scenetest.LetterNet(t)))
	for range maxRejected {
		if _, err := tracker.Read(pictures["racks"], cam, set, Unknown); errors.Is(err, search.ErrNoTiles) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		tracker.RejectStructure()
	}
	obs, err := tracker.Read(pictures["word"], cam, set, Unknown)
	if err != nil {
		t.Fatal(err)
	}
	cells := seenCells(obs)
	yellow := func(c seenCell) bool { return c.color == engine.Yellow && c.height == 1 }
	if len(cells) != 3 || slices.ContainsFunc(cells, func(c seenCell) bool { return !yellow(c) }) {
		t.Errorf("seen: %+v, want three yellow tiles", cells)
	}
	if _, err := tracker.Read(pictures["racks"], cam, set, Unknown); !errors.Is(err, search.ErrNoTiles) {
		t.Errorf("of racks alone: %v", err)
	}
}

func TestWhatIsHardToFindIsFound(t *testing.T) {
	for name, scene := range map[string]string{
		"a desk lamp's reflection slopes over the tiles":    "glare/001.json",
		"so it does, and the word lies among racks":         "glare/002.json",
		"white letters on yellow are almost as bright":      "few/001.json",
		"thin letters of few tiles, and no racks, on cloth": "few/002.json",
		"a part of the structure settles too close":         "half/001.json",
	} {
		t.Run(name, func(t *testing.T) {
			s := scenetest.LoadScene(t, filepath.Join(filepath.Dir(scenetest.StillsFolder), filepath.FromSlash(scene)))
			obs, err := NewReader(scenetest.LetterNet(t)).Still(s.Picture, s.Camera(), s.Set())
			if err != nil {
				t.Fatal(err)
			}
			if wrong := compareCells(&stillReading{s, obs, nil}, &cellShares{}); wrong != "" {
				t.Error(wrong)
			}
		})
	}
}

// TestASecondStructureIsNamed lays another scene's smaller structure on the table: a warning names it, and none of its tiles is in a rack or bank.
func TestASecondStructureIsNamed(t *testing.T) {
	for _, c := range []struct {
		scene, from string
		part, at    image.Rectangle // of the other scene, and where it is laid
	}{
		{"022", "043", image.Rect(801, 451, 1148, 702), image.Rect(231, 380, 520, 589)},
		{"033", "045", image.Rect(628, 405, 1182, 858), image.Rect(892, 2, 1202, 256)},
	} {
		t.Run(c.scene, func(t *testing.T) {
			s := scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, c.scene+".json"))
			reader := NewReader(scenetest.LetterNet(t))
			alone, err := reader.Still(s.Picture, s.Camera(), s.Set())
			if err != nil {
				t.Fatal(err)
			}
			if hasWarning(alone, "second_structure") {
				t.Errorf("there is one structure: %v", alone.Warnings)
			}
			lay(t, scenetest.LoadScene(t, filepath.Join(scenetest.StillsFolder, c.from+".json")).Picture, c.part, s.Picture, c.at)
			both, err := reader.Still(s.Picture, s.Camera(), s.Set())
			if err != nil {
				t.Fatal(err)
			}
			if !hasWarning(both, "second_structure") {
				t.Errorf("the other structure is not named: %v", both.Warnings)
			}
			if n, was := len(placesOf(both)), len(placesOf(alone)); n != was {
				t.Errorf("%d tiles are read, %d without the other structure", n, was)
			}
			for _, q := range looseOf(both) {
				if image.Pt(int(q.X), int(q.Y)).In(c.at) {
					t.Errorf("a tile of the other structure, at %v, is in a rack or a bank", q)
				}
			}
		})
	}
}

// TestTheLargerOfTwoStructuresIsRead reads the larger of two structures, also where the smaller one is clearer.
func TestTheLargerOfTwoStructuresIsRead(t *testing.T) {
	for _, s := range scenetest.StillScenes(t, filepath.Join(filepath.Dir(scenetest.StillsFolder), "two")) {
		t.Run(s.Name, func(t *testing.T) {
			var larger, smaller []scenetest.Corners
			for _, c := range s.Truth.Cells {
				larger = append(larger, c.Corners)
			}
			for _, c := range s.Truth.Second {
				smaller = append(smaller, c.Corners)
			}
			if len(smaller) > len(larger) {
				larger, smaller = smaller, larger
			}
			obs, err := NewReader(scenetest.LetterNet(t)).Still(s.Picture, s.Camera(), s.Set())
			if err != nil {
				t.Fatal(err)
			}
			if n := seenOf(obs, larger); n != len(larger) || n != len(placesOf(obs)) {
				t.Errorf("of the larger structure's %d tiles %d are read, %d in all", len(larger), n, len(placesOf(obs)))
			}
			want := fmt.Sprintf("another structure of %d tiles", len(smaller))
			if !slices.ContainsFunc(obs.Warnings, func(w engine.Warning) bool { return strings.Contains(w.Message, want) }) {
				t.Errorf("no warning names %s: %v", want, obs.Warnings)
			}
		})
	}
}

// seenOf counts the faces that an observation has.
func seenOf(obs engine.Observation, faces []scenetest.Corners) (n int) {
	for _, c := range obs.Cells {
		middle := engine.Point{X: (c.Quad[0].X + c.Quad[2].X) / 2, Y: (c.Quad[0].Y + c.Quad[2].Y) / 2}
		if c.Tile > hypothesis.TileAccepted && slices.ContainsFunc(faces, func(f scenetest.Corners) bool {
			return picture.Dist(f.Middle(), middle) < picture.Dist(c.Quad[0], c.Quad[1])/4
		}) {
			n++
		}
	}
	return n
}

// lay puts a part of a picture into a rectangle of another.
func lay(t *testing.T, from *picture.Picture, part image.Rectangle, to *picture.Picture, at image.Rectangle) {
	t.Helper()
	what, where := from.Pixels.Region(part), to.Pixels.Region(at)
	defer what.Close()
	defer where.Close()
	if err := gocv.Resize(what, &where, at.Size(), 0, 0, gocv.InterpolationCubic); err != nil {
		t.Fatal(err)
	}
}

// looseOf are the middles of rack tiles and of banks' tops.
func looseOf(obs engine.Observation) (all []engine.Point) {
	for _, rack := range obs.Racks {
		for _, tile := range rack.Tiles {
			q := tile.Quad
			all = append(all, engine.Point{X: (q[0].X + q[2].X) / 2, Y: (q[0].Y + q[2].Y) / 2})
		}
	}
	for _, bank := range obs.Banks {
		all = append(all, bank.Center)
	}
	return all
}
