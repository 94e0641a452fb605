package tabit

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/engine/tabit"
	"tilewatch/vision/geom"
	"tilewatch/vision/picture"
	"tilewatch/vision/profile"
	"tilewatch/vision/sharetest"
)

// scene is a photo with its truth.
type scene struct {
	name    string
	file    []byte
	truth   []byte
	Kind    string
	Camera  json.RawMessage
	Players []struct {
		Seat     string
		Letters  []tabit.Letter
		Pictures []tabit.Picture
		Points   int
	}
	Board struct {
		Centres map[string][][2]float64 `json:"box_centres"`
	}
	Piece float64 `json:"piece_px"`
}

func scenes(t testing.TB) []scene {
	t.Helper()
	files, err := filepath.Glob("../../testdata/tabit/stills/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenes: %v", err)
	}
	var all []scene
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		s := scene{name: strings.TrimSuffix(filepath.Base(name), ".json"), truth: text}
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if s.file, err = os.ReadFile(strings.TrimSuffix(name, "json") + "jpg"); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

func (s *scene) picture(t testing.TB) *picture.Picture {
	t.Helper()
	p, err := picture.Decode(s.file)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// known is what is known beside a webcam's picture; nothing for a phone's.
func (s *scene) known(t testing.TB) profile.Inputs {
	t.Helper()
	if s.Kind == "phone" {
		return profile.Inputs{}
	}
	camera, err := calibration.ParseCamera(s.Camera)
	if err != nil {
		t.Fatal(err)
	}
	return profile.Inputs{Camera: camera}
}

func open(t testing.TB) *Eyes {
	t.Helper()
	eyes, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := eyes.Close(); err != nil {
			t.Error(err)
		}
	})
	return eyes.(*Eyes)
}

// wrong counts the cards of a scene that were read otherwise, and all.
func (s *scene) wrong(t testing.TB, seen []tabit.Seen, quarters int) (wrong, all int) {
	t.Helper()
	for _, want := range s.Players {
		all += 8
		var seat tabit.Seat
		if err := seat.UnmarshalText([]byte(want.Seat)); err != nil {
			t.Fatal(err)
		}
		seat = tabit.Seats[(int(seat)-1+quarters)%len(tabit.Seats)]
		found := false
		for _, got := range seen {
			if got.Seat != seat {
				continue
			}
			found = true
			for k := range want.Letters {
				if got.Letters[k] != want.Letters[k] {
					wrong++
					t.Logf("%s %s: letter %d is %q, read as %q", s.name, seat, k, want.Letters[k], got.Letters[k])
				}
				if got.Pictures[k] != want.Pictures[k] {
					wrong++
					t.Logf("%s %s: picture %d is %q, read as %q", s.name, seat, k, want.Pictures[k], got.Pictures[k])
				}
			}
		}
		if !found {
			wrong += 8
			t.Logf("%s: nobody was seen in the %s", s.name, seat)
		}
	}
	if len(seen) > len(s.Players) {
		wrong += 8
		t.Logf("%s: %d players were seen, not %d", s.name, len(seen), len(s.Players))
	}
	return wrong, all
}

func TestBoardsAreFound(t *testing.T) {
	var found sharetest.Share
	for _, s := range scenes(t) {
		far := s.farthestBox(t)
		if found.Count(far <= 0.08*s.Piece); far > 0.08*s.Piece {
			t.Logf("%s: a box is %.1f pixels off; cards are %.0f wide", s.name, far, s.Piece)
		}
	}
	found.AsMeasured(t, "boards whose boxes are where they are found", sharetest.Share{Right: 8, Of: 8}, 8)
}

// farthestBox is how far from the truth the box is found that is found worst, pixels.
func (s *scene) farthestBox(t *testing.T) (far float64) {
	t.Helper()
	p := s.picture(t)
	defer p.Close()
	quads, err := findQuads(p.Pixels)
	if err != nil {
		t.Fatal(err)
	}
	b, ok := findBoard(mergeQuads(quads), newLens(s.known(t).Camera, p.Width, p.Height))
	if !ok {
		return math.Inf(1)
	}
	for _, centers := range s.Board.Centres {
		for _, c := range centers {
			nearest := math.Inf(1)
			for i := range boxes {
				nearest = min(nearest, geom.Dist(b.pixel(b.layout.at(siteOf(i))), engine.Point{X: c[0], Y: c[1]}))
			}
			far = max(far, nearest)
		}
	}
	return far
}

func TestCardsAreRead(t *testing.T) {
	eyes := open(t)
	var cards sharetest.Share
	for _, s := range scenes(t) {
		p := s.picture(t)
		look, err := eyes.Look(p, s.known(t))
		p.Close()
		if err != nil {
			t.Logf("%s: %v", s.name, err)
		}
		wrong, n := s.wrong(t, look.Players(tabit.DefaultOptions), 0)
		cards.Right, cards.Of = cards.Right+n-wrong, cards.Of+n
	}
	cards.AsMeasured(t, "cards", sharetest.Share{Right: 224, Of: 224}, 8)
}

func TestTheBoardMayLieAnyWay(t *testing.T) {
	eyes := open(t)
	s := scenes(t)[0]
	for quarters, code := range map[int]gocv.RotateFlag{1: gocv.Rotate90Clockwise, 2: gocv.Rotate180Clockwise, 3: gocv.Rotate90CounterClockwise} {
		p := s.picture(t)
		turned := gocv.NewMat()
		if err := gocv.Rotate(p.Pixels, &turned, code); err != nil {
			t.Fatal(err)
		}
		q := picture.FromMat(turned)
		look, err := eyes.Look(q, profile.Inputs{})
		if err != nil {
			t.Errorf("turned by %d: %v", quarters, err)
		}
		if wrong, _ := s.wrong(t, look.Players(tabit.DefaultOptions), quarters); wrong > 0 {
			t.Errorf("turned by %d quarters %d cards are read wrongly", quarters, wrong)
		}
		p.Close()
		q.Close()
	}
}

func BenchmarkLook(b *testing.B) {
	eyes := open(b)
	for _, s := range scenes(b) {
		b.Run(s.name, func(b *testing.B) {
			p := s.picture(b)
			defer p.Close()
			in := s.known(b)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := eyes.Look(p, in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
