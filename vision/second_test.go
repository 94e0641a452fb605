package vision

import (
	"image"
	"path/filepath"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
)

// TestASecondStructureIsNamed lays another scene's structure on the table: the larger is read, and no tile of the other is in a rack or a
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
