package source

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"gocv.io/x/gocv"
)

func TestASpellLastsAsLongAsPicturesAreWrong(t *testing.T) {
	var s streak
	for i, c := range []struct {
		wrong bool
		now   time.Duration
		want  time.Duration
	}{
		{false, 1, 0}, {true, 5, 0}, {true, 8, 3}, {true, 12, 7}, {false, 20, 0}, {true, 30, 0}, {true, 31, 1},
	} {
		if got := s.length(c.wrong, c.now); got != c.want || s.on != c.wrong {
			t.Errorf("picture %d: for %v, wrong: %v; want %v, %v", i, got, s.on, c.want, c.wrong)
		}
	}
}

func TestASampleSeesShadeLightAndEveryStillPicture(t *testing.T) {
	dark := shadedMat(t, 80, 60, [3]float64{10, 10, 10})
	mean, bright, print := sample(&dark)
	if mean != 10 || bright != 10 {
		t.Errorf("a picture of 10 has a mean of %v and reaches %d", mean, bright)
	}
	if _, _, again := sample(&dark); again != print {
		t.Error("the same picture seems to have changed")
	}
	dark.SetUCharAt(0, 0, 11) // the first pixel is always looked at
	if mean, bright, changed := sample(&dark); changed == print || mean == 10 || bright != 10 {
		t.Errorf("after a change: the same %v, mean %v, reaches %d", changed == print, mean, bright)
	}
	// Two pictures with the same pixels in another order are not the same.
	a, b := shadedMat(t, 80, 60, [3]float64{10, 20, 30}), shadedMat(t, 80, 60, [3]float64{30, 20, 10})
	_, _, one := sample(&a)
	if _, _, other := sample(&b); one == other {
		t.Error("colors that are swapped seem to be the same")
	}
	lamp := shadedMat(t, 80, 60, [3]float64{10, 10, 10})
	for i := range 80 * 60 / 50 { // a fiftieth of it
		for c := range 3 {
			lamp.SetUCharAt(i/80, 3*(i%80)+c, 240)
		}
	}
	if _, bright, _ := sample(&lamp); bright != 240 {
		t.Errorf("a picture with a lamp reaches %d, want 240", bright)
	}
	empty := gocv.NewMat()
	defer empty.Close()
	if mean, bright, _ := sample(&empty); mean < 255 || bright < 255 {
		t.Error("an empty picture counts as black")
	}
}

func TestPicturesAreReducedToWhatIsNeeded(t *testing.T) {
	for name, c := range map[string]struct{ w, h, wantW, wantH int }{
		"full HD stays":             {1920, 1080, 1920, 1080},
		"the limit stays":           {2048, 64, 2048, 64},
		"a pixel more is halved":    {2050, 100, 1025, 50},
		"twice the limit is halved": {4096, 100, 2048, 50},
		"more is a third":           {4098, 99, 1366, 33},
		"a tall one too":            {90, 6144, 30, 2048},
	} {
		t.Run(name, func(t *testing.T) {
			mat := shadedMat(t, c.w, c.h, [3]float64{30, 90, 150})
			source := guarded(&saying{answers: []any{Frame{Number: 3, Time: time.Second, Dropped: 2, Mat: mat}}}, true)
			defer source.Close()
			frame, err := source.Next(t.Context())
			if err != nil || frame.Mat.Cols() != c.wantW || frame.Mat.Rows() != c.wantH {
				t.Fatalf("%dx%d comes as %dx%d, %v; want %dx%d", c.w, c.h, frame.Mat.Cols(), frame.Mat.Rows(), err, c.wantW, c.wantH)
			}
			if frame.Number != 3 || frame.Time != time.Second || frame.Dropped != 2 {
				t.Errorf("it comes as frame %d at %v with %d dropped", frame.Number, frame.Time, frame.Dropped)
			}
			if px := frame.Mat.GetVecbAt(c.wantH/2, c.wantW/2); px[0] != 30 || px[1] != 90 || px[2] != 150 {
				t.Errorf("its color is %v", px)
			}
			if mat.Cols() != c.w {
				t.Error("the source's own picture was reduced")
			}
		})
	}
}

// guardScript are answers by letters, half a second apart: w white, b black, s the same white again, L lost, R recovered, N note.
func guardScript(t *testing.T, script string) *saying {
	t.Helper()
	s := &saying{}
	for i, letter := range script {
		at := time.Duration(i) * 500 * time.Millisecond
		level := map[rune]float64{'w': 150 + float64(i), 's': 150, 'b': 3}[letter]
		switch letter {
		case 'L':
			s.answers = append(s.answers, &Status{Kind: Fault, Message: "lost", Frame: i, Time: at})
		case 'R':
			s.answers = append(s.answers, &Status{Kind: Recovered, Message: "back", Frame: i, Time: at})
		case 'N':
			s.answers = append(s.answers, &Status{Kind: Note, Message: "hm", Frame: i, Time: at})
		default:
			s.answers = append(s.answers, Frame{Number: i, Time: at, Mat: shadedMat(t, 80, 80, [3]float64{level, level, level})})
		}
	}
	return s
}

func TestAGuardAndTheCamerasOwnNews(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"news pass": {"wLRwN", "0@0s fault(1@500ms) recovered(2@1s) 3@1.5s note(4@2s)"},
		"back, but black: no recovery is reported":    {"bbbLRbw", "fault(2@1s) fault(3@1.5s) recovered(5@3s) 6@3s"},
		"back before the black is a fault":            {"bRbbw", "recovered(1@500ms) fault(2@1s) recovered(3@2s) 4@2s"},
		"twenty pictures the same are ten seconds":    {"sssssssssssssssssssss", strings.TrimSpace(strings.Repeat("_ ", 20)) + " 20@10s"},
		"twenty-two are a fault":                      {"ssssssssssssssssssssssw", strings.TrimSpace(strings.Repeat("_ ", 21)) + " fault(21@10.5s) recovered(21@11s) 22@11s"},
		"one that differs in between starts it again": {"ssssssssssssssswsssssssssss", strings.TrimSpace(strings.Repeat("_ ", 26)) + " 26@13s"},
	} {
		t.Run(name, func(t *testing.T) {
			source := guarded(guardScript(t, c.script), true)
			defer source.Close()
			got, want := strings.Fields(heard(t, source)), strings.Fields(c.want)
			for i, w := range want {
				if i < len(got) && w == "_" {
					want[i] = got[i]
				}
			}
			if strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("it says %s, want %s", got, want)
			}
		})
	}
}

func TestAFaultSaysWhatToDo(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"black":       {"bbb", "take off what covers the lens, or put on a light"},
		"stood still": {strings.Repeat("s", 23), "stood still for 10s: unplug it and plug it in again"},
	} {
		source := guarded(guardScript(t, c.script), true)
		defer source.Close()
		var err error
		for err == nil {
			_, err = source.Next(t.Context())
		}
		if err.Error() == io.EOF.Error() || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestAGuardPassesErrorsOn(t *testing.T) {
	broken := errors.New("broken")
	source := guarded(&saying{answers: []any{fmt.Errorf("camera: %w", broken)}}, true)
	defer source.Close()
	if _, err := source.Next(t.Context()); !errors.Is(err, broken) {
		t.Errorf("got %v, want it to be %v", err, broken)
	}
}

func TestClosingAGuardClosesItsSourceAndPictureWhateverFails(t *testing.T) {
	broken := errors.New("the camera does not let go")
	for _, fails := range []error{nil, broken} {
		inner := &saying{fails: fails}
		source := guarded(inner, true)
		if err := source.Close(); !errors.Is(err, fails) {
			t.Errorf("closing gives %v, want %v", err, fails)
		}
		if inner.closed != 1 || !source.(*guard).reduced.Closed() {
			t.Errorf("the source is closed %d times, the guard's picture: %v", inner.closed, source.(*guard).reduced.Closed())
		}
	}
}
