package nabit

import (
	"context"
	"image"
	"os"
	"syscall"
	"testing"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/motion"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/picture"
	"tilewatch/vision/source"
)

// spent is the processor time of all threads of this process.
func spent(t testing.TB) time.Duration {
	t.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		t.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// idle is how much of a core a table at rest may take at 15 pictures a second, decoding and now and then a reading included.
const idle = 0.10

// TestAStillTableCostsLittle measures what a picture costs in which nothing has changed, from the decoded frame to the gate's answer,
// and beside it the decoding of a film and of a camera's JPEG. With TIMING=1 the gate must leave three quarters of what a table
// at rest may take to the others.
func TestAStillTableCostsLittle(t *testing.T) {
	timing := os.Getenv("TIMING") != ""
	for _, size := range []image.Point{{1280, 720}, {1920, 1080}} {
		frame := stillFrame(t, size)
		gate := motion.NewGate()
		warm, measured := 20, 20
		if timing {
			measured = 150
		}
		var began time.Duration
		for i := range warm + measured {
			if i == warm {
				began = spent(t)
			}
			v, err := gate.See(source.Frame{Number: i, Time: time.Duration(i) * time.Second / 15, Mat: frame})
			if err != nil {
				t.Fatal(err)
			}
			if i > warm && v.State != motion.Still {
				t.Fatalf("frame %d: the table is %v", i, v.State)
			}
		}
		each := (spent(t) - began) / time.Duration(measured)
		if err := gate.Close(); err != nil {
			t.Error(err)
		}
		jpeg := jpegCost(t, frame)
		t.Logf("%v: gate %v a frame, %.1f %% of a core at 15 a second; decoding a JPEG %v", size, each, 100*15*each.Seconds(), jpeg)
		if share := 15 * each.Seconds(); timing && share > idle/4 {
			t.Errorf("%v: the gate takes %.1f %% of a core", size, 100*share)
		}
		if err := frame.Close(); err != nil {
			t.Error(err)
		}
	}
}

// stillFrame is the film's first frame in that size.
func stillFrame(t *testing.T, size image.Point) gocv.Mat {
	t.Helper()
	source, err := source.Open(scenetest.GateFilmPath+".mp4", source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	frame, err := source.Next(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	out := gocv.NewMat()
	if err := gocv.Resize(frame.Mat, &out, size, 0, 0, gocv.InterpolationLinear); err != nil {
		t.Fatal(err)
	}
	return out
}

// jpegCost is what decoding the frame takes as a webcam or a phone sends it.
func jpegCost(t *testing.T, frame gocv.Mat) time.Duration {
	t.Helper()
	data, err := source.Frame{Mat: frame}.JPEG(85)
	if err != nil {
		t.Fatal(err)
	}
	into := gocv.NewMat()
	defer into.Close()
	const times = 10
	began := spent(t)
	for range times {
		if err := picture.DecodeLive(data, &into); err != nil {
			t.Fatal(err)
		}
	}
	return (spent(t) - began) / times
}
