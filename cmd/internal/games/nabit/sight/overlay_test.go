package sight

import (
	"bytes"
	"image"
	"image/color"
	"os"
	"testing"

	"tilewatch/cmd/internal/photo"
	"tilewatch/engine"
	"tilewatch/engine/nabit"
	"tilewatch/engine/nabit/still"
)

type corners = photo.Corners

func TestOverlayMarksTheCells(t *testing.T) {
	photo, err := os.ReadFile("../../../../../testdata/nabit/stills/009.jpg")
	if err != nil {
		t.Fatal(err)
	}
	green := engine.Green
	seen := Result{Reading: still.Reading{
		Cells: []still.Cell{{Letter: 'G', Color: engine.Red, Height: 2, Corners: corners{{200, 200}, {300, 200}, {300, 300}, {200, 300}}, Confidence: 0.5}},
		Racks: []still.Rack{{Color: engine.Purple, Tiles: []still.RackTile{{Letter: 'A', Corners: corners{{-50, -50}, {10, -50}, {10, 10}, {-50, 10}}}, {Corners: corners{{1e9, 0}, {0, 1e300}, {5000, 5000}, {}}}}}},
		Banks: []still.Bank{{Color: &green, Tiles: 3, Center: [2]float64{500, 500}}, {}}},
		Outlook: still.Outlook{Scores: []still.Score{{Score: nabit.Score{Color: engine.Red, Total: 2}}}},
	}
	drawn, err := Overlay(photo, seen)
	if err != nil {
		t.Fatal(err)
	}
	picture, _, err := image.Decode(bytes.NewReader(drawn))
	if err != nil || picture.Bounds() != image.Rect(0, 0, 1280, 720) {
		t.Fatalf("%v, %v", picture.Bounds(), err)
	}
	at := color.RGBAModel.Convert(picture.At(250, 200)).(color.RGBA)
	if at.R < 180 || at.G > 140 || at.B > 140 {
		t.Errorf("the top edge of a red tile is %v", at)
	}
}

// TestOverlayShowsHeightsAndDoubts draws one cell with and without a part of what it says, and looks for where that is seen.
func TestOverlayShowsHeightsAndDoubts(t *testing.T) {
	photo, err := os.ReadFile("../../../../../testdata/nabit/stills/009.jpg")
	if err != nil {
		t.Fatal(err)
	}
	drawn := func(c still.Cell, warnings ...engine.Warning) image.Image {
		t.Helper()
		c.Letter, c.Color, c.Corners = 'G', engine.Red, corners{{200, 200}, {300, 200}, {300, 300}, {200, 300}}
		data, err := Overlay(photo, Result{Reading: still.Reading{Cells: []still.Cell{c}, Warnings: warnings}})
		if err != nil {
			t.Fatal(err)
		}
		picture, _, err := image.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return picture
	}
	// differ says whether a part of the picture does.
	differ := func(a, b image.Image, in image.Rectangle) bool {
		for y := in.Min.Y; y < in.Max.Y; y++ {
			for x := in.Min.X; x < in.Max.X; x++ {
				p, q := color.GrayModel.Convert(a.At(x, y)).(color.Gray).Y, color.GrayModel.Convert(b.At(x, y)).(color.Gray).Y
				if max(p, q)-min(p, q) > 60 {
					return true
				}
			}
		}
		return false
	}
	onFace, ring := image.Rect(200, 200, 300, 300), func(level int) image.Rectangle {
		y := 288 - level*13
		return image.Rect(204, y-5, 236, y+5)
	}
	below := image.Rect(0, 600, 1280, 720)
	sure := drawn(still.Cell{Height: 1})
	for height := 2; height <= engine.MaxHeight; height++ {
		lower, higher := drawn(still.Cell{Height: height - 1}), drawn(still.Cell{Height: height})
		if !differ(lower, higher, ring(height-1)) || differ(lower, higher, ring(height-2).Inset(4)) {
			t.Errorf("a stack of %d has no ring more than one of %d", height, height-1)
		}
	}
	if doubted := drawn(still.Cell{Height: 1, Doubt: "1 or 2 high"}); !differ(sure, doubted, onFace) || !differ(sure, doubted, below) {
		t.Error("what is doubted is not told at the face and below")
	}
	if warned := drawn(still.Cell{Height: 1}, engine.Warning{Message: "the picture is blurred"}); differ(sure, warned, onFace) || !differ(sure, warned, below) {
		t.Error("a warning is not told below")
	}
}

func TestOverlayOfWhatIsNoPicture(t *testing.T) {
	if _, err := Overlay([]byte("text"), Result{}); err == nil {
		t.Error("drew on a text")
	}
}
