package film

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"testing"

	"tilewatch/calibration"
	"tilewatch/cmd/internal/games/nabit/film/filmtest"
	"tilewatch/cmd/internal/games/nabit/sight"
	"tilewatch/cmd/internal/pipeline"
	"tilewatch/engine"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/nabit/follow"
	"tilewatch/vision/motion"
	"tilewatch/vision/source"
)

const filmPath = "../../../../../testdata/nabit/live/oblique"

// filmProfile is what the film was made with.
func filmProfile(t *testing.T) (*calibration.Camera, *calibration.Tileset) {
	t.Helper()
	return filmtest.Profile(t, filmPath)
}

// watch is a watch with a follower of its own, as a test looks at it. Each func may be nil.
type watch struct {
	Source   source.Source
	Gate     *motion.Gate
	Eyes     *sight.Watching
	Found    *calibration.Memory
	Follower *follow.Follower
	Report   func(line any) error // a follow.Line or a pipeline.Camera
	Turned   func(pipeline.Status)
	Strange  func(pipeline.Reason) // of the profile
	Keep     func(follow.Record)   // before the lines of each picture
	Learn    func(source.Frame, []follow.Certain, engine.Board)
}

// Run watches as the film of a party does.
func (w *watch) Run(ctx context.Context) error {
	look := &looking{eyes: w.Eyes, found: w.Found}
	defer look.keep(true)
	p := newWatch(w.Source, look, &following{follower: func() *follow.Follower { return w.Follower }})
	p.Gate = w.Gate
	if w.Learn != nil {
		p.Study = func() func(source.Frame) {
			certain, board := w.Follower.Certain(), w.Follower.State().Board
			return func(frame source.Frame) { w.Learn(frame, certain, board) }
		}
	}
	return p.Run(ctx, pipeline.Alone(w.take), pipeline.Reports{})
}

func (w *watch) take(event pipeline.Event) error {
	switch e := event.(type) {
	case pipeline.Camera:
		return w.Report(e)
	case pipeline.Turned:
		if w.Turned != nil {
			w.Turned(e.Status)
		}
	case pipeline.Held:
		if w.Strange != nil && e.Type == "profile" {
			w.Strange(e.Reason)
		}
	case pipeline.Lines:
		if w.Keep != nil {
			w.Keep(w.Follower.Recorded())
		}
		for _, l := range e {
			if err := w.Report(l.JSON); err != nil {
				return err
			}
		}
	}
	return nil
}

// watched opens the film's first frames and all that reads them; the test closes them at its end.
func watched(t *testing.T, frames int) *watch {
	t.Helper()
	source, err := source.Open(filmPath+".mp4", source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	eyes, err := sight.OpenEyes(sight.Both)
	if err != nil {
		t.Fatal(err)
	}
	gate := motion.NewGate()
	t.Cleanup(func() {
		for _, c := range []io.Closer{source, gate, eyes} {
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	players := []engine.Color{engine.Purple, engine.Red, engine.Green, engine.Yellow}
	return &watch{
		Source: &filmtest.Beginning{Source: source, Left: frames}, Gate: gate, Eyes: eyes.Watch(filmProfile(t)),
		Follower: follow.New(players, lexicon.Default(), follow.Options{Gap: Unwatched}),
	}
}

const thick = "../../../../../testdata/nabit/thick/oblique"

// TestAFirstEveningNeedsNoProfile watches a set a third as thick as wide, from one side, and is told neither camera nor tiles nor who plays.
func TestAFirstEveningNeedsNoProfile(t *testing.T) {
	t.Parallel()
	if told := watchThick(t, nil, nil, nil); len(told) > 0 {
		t.Errorf("without a profile it tells %v", told)
	}
}

// TestAnEveningLeavesWhatItFound has a first evening find lens and tiles, and the second begin with them; after evenings with other tiles, or through another
// lens, the same is found as if nothing were known. Each evening ends as well, and nobody is told of anything strange.
func TestAnEveningLeavesWhatItFound(t *testing.T) {
	camera, set := filmtest.Profile(t, thick)
	share, focal := set.ThicknessMM/set.PitchMM, camera.K[0][0]/float64(camera.Width)
	for name, c := range map[string]struct{ share, focal float64 }{
		"nothing": {}, "its own": {share, focal}, "thinner tiles": {0.12, focal}, "thicker tiles": {0.55, 0}, "another lens": {share, 1.25 * focal},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := calibration.NewStore(t.TempDir())
			before := calibration.Found{Focal: calibration.Estimate{Ratio: c.focal, Sigma: 0.04}, Thickness: calibration.Estimate{Ratio: c.share, Sigma: 0.04}}
			if c.focal == 0 {
				before.Focal = calibration.Estimate{}
			}
			if c.share == 0 {
				before.Thickness = calibration.Estimate{}
			}
			if err := s.Update("camera", func(p *calibration.Profile) { p.Found = before }); err != nil {
				t.Fatal(err)
			}
			m := calibration.NewMemory(s, func() string { return "camera" })
			m.Begin(true, true)
			if told := watchThick(t, nil, nil, m); len(told) > 0 {
				t.Errorf("it tells %v", told)
			}
			p, err := s.Load("camera")
			if err != nil {
				t.Fatal(err)
			}
			for _, part := range []struct {
				name string
				got  calibration.Estimate
				want float64
			}{{"thickness", p.Found.Thickness, share}, {"focal length", p.Found.Focal, focal}} {
				if off := math.Log(part.got.Ratio / part.want); !(math.Abs(off) < 2.5*part.got.Sigma) || part.got.Sigma > 0.14 || part.got.On.IsZero() {
					t.Errorf("the %s is kept as %.3f, give or take %.3f, of %v: it is %.3f", part.name, part.got.Ratio, part.got.Sigma, part.got.On, part.want)
				}
			}
		})
	}
}

// TestAnotherOnesProfileIsNoticed watches the same with its own profile, and with those of a lens a fifth longer, of tiles twice as thick, and of tiles
// whose colors are swapped.
func TestAnotherOnesProfileIsNoticed(t *testing.T) {
	for name, c := range map[string]struct {
		longer, thicker float64
		swapped         [2]engine.Color
		want            []pipeline.Reason
	}{
		"its own":        {1, 1, [2]engine.Color{}, nil},
		"other camera":   {1.2, 1, [2]engine.Color{}, []pipeline.Reason{pipeline.OtherCamera}},
		"other tiles":    {1, 2, [2]engine.Color{}, []pipeline.Reason{pipeline.OtherTiles}},
		"red and purple": {1, 1, [2]engine.Color{engine.Red, engine.Purple}, []pipeline.Reason{pipeline.OtherColors}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			camera, set := filmtest.Profile(t, thick)
			camera.K[0][0] *= c.longer
			camera.K[1][1] *= c.longer
			set.ThicknessMM *= c.thicker
			a, b := c.swapped[0], c.swapped[1]
			set.Colors[a], set.Colors[b] = set.Colors[b], set.Colors[a]
			if told := watchThick(t, camera, set, nil); !slices.Equal(told, c.want) {
				t.Errorf("it tells %v, want %v", told, c.want)
			}
		})
	}
}

// watchThick watches the film of thick tiles, untold who plays: four plays, the last of them on other tiles, must be right with the heights of all stacks,
// and surely so. strange is what is told of the profile.
func watchThick(t *testing.T, camera *calibration.Camera, set *calibration.Tileset, found *calibration.Memory) (strange []pipeline.Reason) {
	t.Helper()
	data, err := os.ReadFile(thick + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		States []struct {
			Cells []struct {
				Letter string
				Colour engine.Color
				Height int
			}
		}
	}
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(err)
	}
	film, err := source.Open(thick+".mp4", source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer film.Close()
	w := watched(t, 0)
	eyes, err := sight.OpenEyes(sight.Both)
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	w.Found = found
	w.Source, w.Eyes, w.Follower = film, eyes.Watch(camera, set), follow.New(nil, lexicon.Default(), follow.Options{Gap: Unwatched})
	turn := 0
	w.Strange = func(r pipeline.Reason) {
		if strange = append(strange, r); r == pipeline.OtherColors && turn > 2 {
			t.Errorf("the colors are told to be others after turn %d", turn)
		}
	}
	w.Report = func(line any) error {
		l, ok := line.(follow.Line)
		if !ok || l.Type == follow.Summary {
			return nil
		}
		if turn++; turn >= len(truth.States) {
			return nil // a play that is challenged
		}
		var got, want []string
		for _, c := range l.Board {
			got = append(got, fmt.Sprintf("%v %v %d", c.Letter, c.Color, c.Height))
		}
		for _, c := range truth.States[turn].Cells {
			want = append(want, fmt.Sprintf("%v %v %d", c.Letter, c.Colour, c.Height))
		}
		slices.Sort(got)
		slices.Sort(want)
		if l.Type != follow.Played || !slices.Equal(got, want) || l.Confidence < surePlay {
			t.Errorf("turn %d is told as %s, %.2f sure: %v, want %v", turn, l.Type, l.Confidence, got, want)
		}
		return nil
	}
	if err := w.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if turn != len(truth.States) {
		t.Errorf("%d turns are told, want %d", turn, len(truth.States))
	}
	return strange
}
