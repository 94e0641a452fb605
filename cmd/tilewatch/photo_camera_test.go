package main

import (
	"bytes"
	"encoding/json"
	"image"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/math/f64"

	"tilewatch/web/browsertest"
	"tilewatch/web/text"
)

// afterTurns are frames of the film after its first turns, from the empty table on.
var afterTurns = []int{20, 60, 105, 180, 220, 304}

// heldAt is a picture as a camera in the hand takes it, rolled by so many degrees: a film's frame shows no more of the table.
func heldAt(degrees float64) func(image.Image) image.Image {
	return func(img image.Image) image.Image {
		b := img.Bounds()
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		x, y := float64(b.Dx())/2, float64(b.Dy())/2
		out := image.NewRGBA(b)
		xdraw.BiLinear.Transform(out, f64.Aff3{cos, -sin, x - cos*x + sin*y, sin, cos, y - sin*x - cos*y}, img, b, xdraw.Src, nil)
		return out
	}
}

// photoAnswer is what the sender of a photo learns.
type photoAnswer struct {
	Type, Read, Play string
	Turn             int
}

// sendPhoto sends a photo as a player's browser does.
func sendPhoto(t *testing.T, address, key string, photo []byte) (a photoAnswer) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/camera/photo?lang=en", bytes.NewReader(photo))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+key)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(&a); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("status %d: %v", answer.StatusCode, err)
	}
	return a
}

// TestAPhotoAfterEachTurnIsTheTurn plays a browser that gives no live picture: each answer has what the photo shows, and the table waits for
// the next one without a complaint.
func TestAPhotoAfterEachTurnIsTheTurn(t *testing.T) {
	t.Parallel() // it waits most of the time
	truth := readFilmTruth(t)
	for name, c := range map[string]struct {
		first  int // turn of the first photo
		rolled []float64
	}{
		"from one place, the empty table first":     {0, []float64{0, 0, 0, 0, 0, 0}},
		"from the hand, the first turn comes first": {1, []float64{0, 4, -6, 8, 3, -5}},
	} {
		t.Run(name, func(t *testing.T) {
			address, link, _ := linkedServer(t, "--data", t.TempDir(), "--players", strings.Join(truth.Players, ","))
			link, _, _ = strings.Cut(link, "?")
			key := link[strings.LastIndex(link, "/")+1:]
			for turn := c.first; turn < len(afterTurns); turn++ {
				photo := redrawn(t, filmPictures(t, afterTurns[turn], afterTurns[turn])[0], heldAt(c.rolled[turn]))
				a := sendPhoto(t, address, key, photo)
				is, found := truth.shows(t, address, turn)
				if _, _, _, status := tableNow(t, address); !is || status != "photo" || a.Turn != turn {
					t.Errorf("after the photo of turn %d: %s, answered %+v", turn, found, a)
				}
				if who := text.For("en").Say("color." + truth.Players[max(0, turn-1)%len(truth.Players)]); turn > 0 && !strings.HasPrefix(a.Read, who+": ") || a.Play != "/t/1/play" {
					t.Errorf("turn %d is read as %q, to be corrected at %q", turn, a.Read, a.Play)
				}
				t.Logf("turn %d: %s", turn, a.Read)
			}
			last := filmPictures(t, afterTurns[len(afterTurns)-1]+1, afterTurns[len(afterTurns)-1]+1)[0]
			if a := sendPhoto(t, address, key, last); a.Read != text.For("en").Say("phone.read.nothing") || a.Turn != 0 {
				t.Errorf("another photo of the same turn: %+v", a)
			}
			if a := sendPhoto(t, address, key, redrawn(t, last, black)); !strings.Contains(a.Read, "black") || a.Turn != 0 {
				t.Errorf("a dark photo: %+v", a)
			}
			if a := sendPhoto(t, address, key, last); a.Read != text.For("en").Say("phone.read.nothing") {
				t.Errorf("after a dark photo: %+v", a)
			}
		})
	}
}

// TestThePhotosPageShowsWhatWasRead sends photos from the page, and looks at it and at the score.
func TestThePhotosPageShowsWhatWasRead(t *testing.T) {
	t.Parallel()
	truth := readFilmTruth(t)
	address, link, _ := linkedServer(t, "--data", t.TempDir(), "--players", strings.Join(truth.Players, ","))
	page := browsertest.New(t, chromedp.Flag("ignore-certificate-errors", true))
	page.Dress(390, 844, 2, "light")
	page.Open(strings.Replace(link, "?to=camera", "?to=camera&lang=en", 1))
	page.Until("the page for photos", `!!document.getElementById("photo")`)
	board := page.Tab()
	board.Open(address + "/watch?lang=en")
	page.Front()
	for turn, reads := range []string{text.For("en").Say("phone.read.nothing"), "Purple: PA, 1 point", "Red: "} {
		file := filepath.Join(t.TempDir(), "photo.jpg")
		if err := os.WriteFile(file, filmPictures(t, afterTurns[turn], afterTurns[turn])[0], 0o600); err != nil {
			t.Fatal(err)
		}
		page.Do(chromedp.SetUploadFiles("#photo", []string{file}))
		page.Until("what was read: "+reads, `document.getElementById("photo-state").textContent.startsWith("`+reads+`")`)
		page.Until("a way to correct it", `!document.getElementById("photo-wrong").hidden && document.getElementById("photo-wrong").pathname === "/t/1/play"`)
	}
	page.Accessible("the page after a photo")
	page.Look("photos-read")
	page.Dress(1280, 800, 1, "dark")
	page.Look("photos-read-dark")
	board.Front()
	checkScoreboard(board, truth.totals(2))
	board.Until("the photos are named", `document.querySelector(".chip.photo")?.textContent === "`+text.For("en").Say("status.photo")+`" && !document.querySelector(".note.lost")`)
	board.Look("photos-watch")
}
