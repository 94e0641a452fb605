package vision

import (
	"fmt"
	"image"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
)

// TestASecondStructureIsNamed lays another scene's smaller structure on the table: it is named, and no tile of the other is in a rack or a
// bank.
func TestASecondStructureIsNamed(t *testing.T) {
	for _, c := range []struct {
		scene, from string
		part, at    image.Rectangle // of the other scene, and where it is laid
	}{
		{"022", "043", image.Rect(801, 451, 1148, 702), image.Rect(231, 380, 520, 589)},
		{"033", "045", image.Rect(628, 405, 1182, 858), image.Rect(892, 2, 1202, 256)},
	} {
		t.Run(c.scene, func(t *testing.T) {
			s := loadScene(t, filepath.Join(stillsFolder, c.scene+".json"))
			reader := NewReader(letterNet(t))
			alone, err := reader.Still(s.picture, s.camera(), s.set())
			if err != nil {
				t.Fatal(err)
			}
			if hasWarning(alone, "second_structure") {
				t.Errorf("there is one structure: %v", alone.Warnings)
			}
			lay(t, loadScene(t, filepath.Join(stillsFolder, c.from+".json")).picture, c.part, s.picture, c.at)
			both, err := reader.Still(s.picture, s.camera(), s.set())
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

// TestTheLargerOfTwoStructuresIsRead has on one table a structure that is seen better, but is smaller, and one that is plain beside another.
func TestTheLargerOfTwoStructuresIsRead(t *testing.T) {
	for _, s := range stillScenes(t, filepath.Join(filepath.Dir(stillsFolder), "two")) {
		t.Run(s.name, func(t *testing.T) {
			var larger, smaller []cornersOf
			for _, c := range s.truth.Cells {
				larger = append(larger, c.Corners)
			}
			for _, c := range s.truth.Second {
				smaller = append(smaller, c.Corners)
			}
			if len(smaller) > len(larger) {
				larger, smaller = smaller, larger
			}
			obs, err := NewReader(letterNet(t)).Still(s.picture, s.camera(), s.set())
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

// seenOf is how many of some faces are seen where they are.
func seenOf(obs engine.Observation, faces []cornersOf) (n int) {
	for _, c := range obs.Cells {
		middle := engine.Point{X: (c.Quad[0].X + c.Quad[2].X) / 2, Y: (c.Quad[0].Y + c.Quad[2].Y) / 2}
		if c.Tile > tileAccepted && slices.ContainsFunc(faces, func(f cornersOf) bool { return dist(f.middle(), middle) < dist(c.Quad[0], c.Quad[1])/4 }) {
			n++
		}
	}
	return n
}

// TestLooseTilesMayBeWords tells words from racks by how loose tiles lie and by their colors.
func TestLooseTilesMayBeWords(t *testing.T) {
	face := func(col, row float64, color engine.Color) looseFace {
		return looseFace{col: col, row: row, color: color}
	}
	at := func(col, row int) engine.Place { return engine.Place{Row: row, Col: col} }
	for _, c := range []struct {
		what   string
		faces  []looseFace
		places []engine.Place
		want   bool
	}{
		{"a rack", []looseFace{face(0, 0, engine.Red), face(1.15, 0, engine.Red), face(2.3, 0.1, engine.Red)}, []engine.Place{at(0, 0), at(1, 0), at(2, 0)}, false},
		{"a rack, seen from its middle", []looseFace{face(0, 0, engine.Red), face(1.15, 0, engine.Red), face(-1.15, 0, engine.Red)}, []engine.Place{at(0, 0), at(1, 0), at(-1, 0)}, false},
		{"tiles that touch", []looseFace{face(0, 0, engine.Red), face(0, 1.01, engine.Red), face(0, 2, engine.Red)}, []engine.Place{at(0, 0), at(0, 1), at(0, 2)}, true},
		{"two colors", []looseFace{face(0, 0, engine.Red), face(1.15, 0, engine.Green)}, []engine.Place{at(0, 0), at(1, 0)}, true},
		{"two directions", []looseFace{face(0, 0, engine.Red), face(1.15, 0, engine.Red), face(1.15, 1.15, engine.Red)}, []engine.Place{at(0, 0), at(1, 0), at(1, 1)}, true},
	} {
		var g lattice
		for i, place := range c.places {
			g.nodes = append(g.nodes, node{spot: i, place: place, level: 1})
		}
		if got := g.mayBeWords(c.faces); got != c.want {
			t.Errorf("%s: may be words: %v", c.what, got)
		}
	}
}

// lay puts a part of a picture into a rectangle of another.
func lay(t *testing.T, from *Picture, part image.Rectangle, to *Picture, at image.Rectangle) {
	t.Helper()
	what, where := from.mat.Region(part), to.mat.Region(at)
	defer what.Close()
	defer where.Close()
	if err := gocv.Resize(what, &where, at.Size(), 0, 0, gocv.InterpolationCubic); err != nil {
		t.Fatal(err)
	}
}

// looseOf are where tiles of racks and tops of banks are seen.
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
