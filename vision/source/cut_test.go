package source

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"testing"

	"gocv.io/x/gocv"
)

var cut = flag.Bool("cut", false, "cut the films of SNAG and TABIT again")

// What the cut films have of the whole ones: of each event one of cutHand frames with a hand, and the cutRest frames after it, in which the
// table rests; cutBefore frames before the first event.
const cutBefore, cutRest, cutHand = 16, 16, 5

// kept are the whole film's frames that its cut one has.
func kept(t *testing.T, truth string) (frames []int) {
	t.Helper()
	text, err := os.ReadFile(truth)
	if err != nil {
		t.Fatal(err)
	}
	var film struct {
		Frames int
		Events []struct {
			Hand [2]int `json:"hand_frames"`
		}
	}
	if err := json.Unmarshal(text, &film); err != nil {
		t.Fatal(err)
	}
	event := 0
	for n := range film.Frames {
		if event+1 < len(film.Events) && n >= film.Events[event+1].Hand[0] {
			event++
		}
		first, last := film.Events[event].Hand[0], film.Events[event].Hand[1]
		if n < cutBefore || n > last && n <= last+cutRest || n >= first && n <= last && (n-first)%cutHand == 0 {
			frames = append(frames, n)
		}
	}
	return frames
}

// TestCutFilms makes cut.mp4 and cut.json in testdata, where -cut asks for them: films of the whole program's tests that take a third of the
// time. In cut.json are the whole film's frames that the cut one has.
func TestCutFilms(t *testing.T) {
	if !*cut {
		t.Skip("go test -run CutFilms ./vision/source -cut cuts them again")
	}
	for _, game := range []string{"snag", "tabit"} {
		folder := "../../testdata/" + game + "/live/"
		frames := kept(t, folder+"oblique.json")
		film := mustOpen(t, folder+"oblique.mp4", Options{})
		writer, err := gocv.VideoWriterFile(folder+"cut.mp4", "avc1", frameRate, 1280, 720, true)
		if err != nil {
			t.Fatal(err)
		}
		for number, next := 0, 0; next < len(frames); number++ {
			frame, err := film.Next(t.Context())
			if err == nil && number == frames[next] {
				next++
				err = writer.Write(frame.Mat)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		text, err := json.Marshal(map[string][]int{"frames": frames})
		if err := errors.Join(err, writer.Close(), film.Close(), os.WriteFile(folder+"cut.json", append(text, '\n'), 0o644)); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d frames", game, len(frames))
	}
}
