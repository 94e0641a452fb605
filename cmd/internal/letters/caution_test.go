package letters

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"
	"math"
	"slices"
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/sharetest"
)

// redrawn is a photo with each pixel taken from another place.
func redrawn(t *testing.T, photo []byte, size func(image.Rectangle) image.Rectangle, from func(x, y, w int) (int, int)) []byte {
	t.Helper()
	was, err := jpeg.Decode(bytes.NewReader(photo))
	if err != nil {
		t.Fatal(err)
	}
	to := image.NewRGBA(size(was.Bounds()))
	draw.Draw(to, to.Bounds(), image.Black, image.Point{}, draw.Src)
	for y := range to.Bounds().Dy() {
		for x := range to.Bounds().Dx() {
			fx, fy := from(x, y, was.Bounds().Dx())
			to.Set(x, y, was.At(fx, fy))
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, to, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func hasWarning(r Result, code string) bool {
	return slices.ContainsFunc(r.Warnings, func(w engine.Warning) bool { return w.Code == code })
}

func TestWholePhotosBringNoWarnings(t *testing.T) {
	for _, name := range []string{"000", "001", "002", "003"} {
		if got := readOnce(t, name); got.Warnings == nil || len(got.Warnings) > 0 {
			t.Errorf("photo %s: warnings %v, want none, and a list", name, got.Warnings)
		}
	}
}

func TestMirrorImagesAreReadAndSaidToBe(t *testing.T) {
	photo, want := load(t, "000")
	mirror := redrawn(t, photo, func(r image.Rectangle) image.Rectangle { return r }, func(x, y, w int) (int, int) { return w - 1 - x, y })
	got, err := open(t).Read(mirror)
	if err != nil {
		t.Fatal(err)
	}
	if hits, right := compare(got.Grid, want.Grid); !hasWarning(got, "mirrored") || 100*right < 95*len(want.Grid) || 100*hits < 95*len(got.Grid) {
		t.Errorf("%d of %d places hit, %d letters right, %d told, warnings %v", hits, len(want.Grid), right, len(got.Grid), got.Warnings)
	}
	whole := readOnce(t, "000")
	is, was := got.Tiles[0].Corners[0][0], whole.Tiles[0].Corners[0][0]
	if width := sizeOf(t, photo).Width; math.Abs(float64(width-1)-is-was) > 3 {
		t.Errorf("the first tile's upper left is told at %v: in the picture as given that read unmirrored, %v, lies at %v", is, was, float64(width-1)-was)
	}
}

// TestLooseTilesInAMirrorAreSaidToBe reads tiles that lie about: no word says how they read, their letters do.
func TestLooseTilesInAMirrorAreSaidToBe(t *testing.T) {
	photo, want := load(t, "003")
	got, err := open(t).Read(redrawn(t, photo, func(r image.Rectangle) image.Rectangle { return r }, func(x, y, w int) (int, int) { return w - 1 - x, y }))
	if err != nil {
		t.Fatal(err)
	}
	if len(want.Grid) > 0 || !hasWarning(got, "mirrored") || len(got.Tiles) < len(readOnce(t, "003").Tiles) {
		t.Errorf("%d tiles, %d unmirrored, warnings %v", len(got.Tiles), len(readOnce(t, "003").Tiles), got.Warnings)
	}
}

// TestAPartOfAMirrorImageIsSaidToBeOne reads seven parts of photos in a mirror, and as they are. Of few tiles those that no mirror changes are found first:
// what speaks for a mirror shows once the picture is turned back. Without a second reading four are told.
func TestAPartOfAMirrorImageIsSaidToBeOne(t *testing.T) {
	var told sharetest.Share
	for name, parts := range map[string][]image.Point{"000": {{0, 1}, {1, 1}, {1, 2}}, "001": {{1, 1}, {2, 1}, {0, 2}, {1, 2}}} { // quarters from these quarter sides on
		photo, _ := load(t, name)
		height := sizeOf(t, photo).Height
		for _, part := range parts {
			quarter := func(mirrored bool) Result {
				got, err := open(t).Read(redrawn(t, photo, func(r image.Rectangle) image.Rectangle { return image.Rect(0, 0, r.Dx()/2, r.Dy()/2) }, func(x, y, w int) (int, int) {
					if mirrored {
						x = w/2 - 1 - x
					}
					return x + part.X*w/4, y + part.Y*height/4
				}))
				if err != nil {
					t.Fatal(err)
				}
				return got
			}
			if hasWarning(quarter(false), "mirrored") {
				t.Errorf("%s, the part at %v, is told to be a mirror image", name, part)
			}
			told.Count(hasWarning(quarter(true), "mirrored"))
		}
	}
	told.AsMeasured(t, "parts in a mirror that are told", sharetest.Share{Right: 6, Of: 7}, 7)
}

func sizeOf(t *testing.T, photo []byte) image.Config {
	t.Helper()
	c, err := jpeg.DecodeConfig(bytes.NewReader(photo))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestTilesThatTheFrameCutsAreSaidToBeCut(t *testing.T) {
	photo, _ := load(t, "002")
	right := math.Inf(-1)
	whole := readOnce(t, "002")
	for _, tile := range whole.Tiles[:len(whole.Grid)] {
		right = max(right, (tile.Corners[0][0]+tile.Corners[2][0])/2)
	}
	part := redrawn(t, photo, func(r image.Rectangle) image.Rectangle { return image.Rect(0, 0, int(right), r.Dy()) }, func(x, y, _ int) (int, int) { return x, y })
	got, err := open(t).Read(part)
	if err != nil {
		t.Fatal(err)
	}
	if !hasWarning(got, "cut_tiles") || len(got.Grid) >= len(whole.Grid) {
		t.Errorf("%d tiles of %d are told, with %v", len(got.Grid), len(whole.Grid), got.Warnings)
	}
}
