package doctor

import (
	"os"
	"path/filepath"
	"testing"

	"tilewatch/calibration/lens"
)

// folderWith is a source of one picture.
func folderWith(t *testing.T, picture string) string {
	t.Helper()
	folder := t.TempDir()
	file, err := os.ReadFile("../../../testdata/nabit/" + picture)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "1.jpg"), file, 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestWhatACameraSeesFromItsPlace(t *testing.T) {
	expect(t, look(t, &Patient{Source: folderWith(t, "stills/022.jpg")})["view"], Good, "stacks can be counted")
}

func TestWithoutTilesTheViewIsNotReported(t *testing.T) {
	expect(t, look(t, &Patient{Source: folderWith(t, "calibration/cam0_0.jpg")})["view"], Note, "lay four or more linked tiles")
}

func TestAPoorPlaceIsANote(t *testing.T) {
	low := lens.View{TiltDeg: 5, HeightMM: 900, Score: 50, Says: []lens.Says{{Text: "From straight above I cannot count stacks in a photo."}}}
	expect(t, viewLine(&low, ""), Note, "90 cm above the table, tilted 5 degrees; position: 50 of 100. From straight above")
}
