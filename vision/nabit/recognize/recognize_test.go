package recognize_test

import (
	"os"
	"path/filepath"
	"testing"

	"tilewatch/vision/nabit/recognize"
	"tilewatch/vision/picture"
)

// seen are the tiles of the picture in a file.
func seen(t *testing.T, file string) (s recognize.Seen) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := picture.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	err = picture.WithPixels(p, func(r *picture.Raster) (err error) {
		s, _, err = recognize.Tiles(r)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestOnlyTheGamesTilesAreRecognized looks at all stills: those of the game are sure even with a tile less of each color, those of other sets and
// other games are not, some of which have green or purple tiles, or two players' colors on the table.
func TestOnlyTheGamesTilesAreRecognized(t *testing.T) {
	for folder, want := range map[string]bool{"nabit": true, "letters": false, "dabble": false, "snag": false, "tabit": false} {
		files, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", folder, "stills", "*.jpg"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%d stills of %s, %v", len(files), folder, err)
		}
		for _, file := range files {
			s := seen(t, file)
			if s.Sure() != want {
				t.Errorf("%s: sure is %v of %v", file, s.Sure(), s)
			}
			t.Log(file, s)
			for color, n := range s.Named {
				s.Named[color] = max(n-1, 0)
			}
			if want && !s.Sure() {
				t.Errorf("%s: with one tile less of each color, %v, it is not sure", file, s)
			}
		}
	}
}

func TestSixTilesOfSeveralColorsAreSure(t *testing.T) {
	for named, want := range map[[4]int]bool{{4, 0, 0, 3}: true, {0, 3, 3, 0}: true, {2, 2, 1, 1}: true, {9, 0, 0, 2}: false, {2, 1, 1, 1}: false, {0, 40, 0, 0}: false, {}: false} {
		if s := (recognize.Seen{Named: named}); s.Sure() != want {
			t.Errorf("%v: %v", named, !want)
		}
	}
}

func TestTwoTilesMayBeLinked(t *testing.T) {
	for s, want := range map[recognize.Seen]bool{
		{Named: [4]int{1, 0, 0, 1}}: true, {Named: [4]int{0, 2, 0, 0}}: true, {Named: [4]int{0, 0, 1, 0}}: false, {}: false,
		{Named: [4]int{2}, Unnamed: 10}: true, {Named: [4]int{2}, Unnamed: 40}: false, {Unnamed: 3}: false,
	} {
		if s.More(0) != want || s.More(50) {
			t.Errorf("%v: %v, and %v beside fifty", s, !want, s.More(50))
		}
	}
}
