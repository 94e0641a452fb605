package calibrating

import (
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/spf13/cobra"

	"tilewatch/calibration"
	"tilewatch/calibration/lens"
	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/input"
	"tilewatch/engine"
	"tilewatch/vision/source"
)

func newCamera() *cobra.Command {
	var k calibrating
	c := &cobra.Command{
		Use:   "camera [flags] (--source CAMERA | PICTURE...)",
		Short: "Calibrate the lens with pictures of the chessboard",
		Long: `Move the board or the camera: ten views or more in all parts of the picture, half of them tilted by 20 to 40 degrees. All pictures must
have the same size. Do not zoom or refocus in between.`,
		Example: `  tilewatch calibrate camera --source 0
  tilewatch calibrate camera --name webcam --out camera.json pictures/*.jpg`,
		RunE: func(c *cobra.Command, args []string) error { return k.camera(c, args) },
	}
	k.register(c)
	return c
}

// cameraResult is the camera file with how good it is.
type cameraResult struct {
	Width        int           `json:"width"`
	Height       int           `json:"height"`
	K            [3][3]float64 `json:"K"`
	Dist         [5]float64    `json:"dist"`
	RMS          float64       `json:"rms_px"`
	FocalPercent float64       `json:"focal_sigma_percent"`
	Covered      float64       `json:"covered"`
	Views        int           `json:"views"`
	Says         lens.Says     `json:"says"`
}

func (k *calibrating) camera(c *cobra.Command, args []string) error {
	if err := k.check(args); err != nil {
		return err
	}
	collector := &lens.Collector{Board: k.board}
	var failed bool
	var err error
	if k.source != "" {
		err = k.watchBoard(c, collector)
	} else {
		failed, err = k.viewPictures(c, collector, args)
	}
	if err != nil {
		return err
	}
	r, err := collector.Result()
	if err != nil {
		return cli.Fail(err)
	}
	if err := k.reportCamera(c, r); err != nil {
		return err
	}
	if failed {
		return cli.ErrFailed
	}
	return nil
}

func (k *calibrating) reportCamera(c *cobra.Command, r *lens.Result) error {
	used := 0
	for _, rms := range r.Views {
		if !math.IsNaN(rms) {
			used++
		}
	}
	verdict := r.Verdict()
	result := cameraResult{r.Camera.Width, r.Camera.Height, r.Camera.K, r.Camera.Dist, r.RMS, 100 * r.FocalSigma, r.Covered, used, verdict}
	if err := k.print(c.OutOrStdout(), result); err != nil {
		return err
	}
	k.say(c, fmt.Sprintf("focal length %.0f x %.0f pixels, center %.0f, %.0f; %d views cover %.0f %% of the picture", r.Camera.K[0][0], r.Camera.K[1][1],
		r.Camera.K[0][2], r.Camera.K[1][2], used, 100*r.Covered))
	if left := len(r.Views) - used; left > 0 {
		k.say(c, fmt.Sprintf("views left out because they contradict the others: %d; the board was moving, bent or blurred", left))
	}
	k.say(c, verdict.Text)
	return k.keep(c, result, func(p *calibration.Profile) {
		p.Camera, p.RMS, p.Made = r.Camera, r.RMS, time.Now().UTC()
		p.Table = nil // it was found with another lens
	})
}

// viewLine is what one picture brought.
type viewLine struct {
	Photo string      `json:"photo"`
	Found bool        `json:"found"`
	Error string      `json:"error,omitempty"`
	Guide *lens.Guide `json:"guide,omitempty"`
}

// viewPictures shows all pictures to the collector.
func (k *calibrating) viewPictures(c *cobra.Command, collector *lens.Collector, names []string) (failed bool, err error) {
	for i, name := range names {
		s := k.open(name)
		if s.picture != nil && collector.Width == 0 {
			collector.Width, collector.Height = s.picture.Width, s.picture.Height
		}
		if s.err == nil && (s.picture.Width != collector.Width || s.picture.Height != collector.Height) {
			s.err = fmt.Errorf("it has %dx%d pixels, the first picture %dx%d: all must have the same size", s.picture.Width, s.picture.Height, collector.Width, collector.Height)
		}
		line := viewLine{Photo: name, Found: s.err == nil}
		if s.err != nil {
			failed = true
			line.Error = s.err.Error()
			k.say(c, fmt.Sprintf("%s: %v", name, s.err))
		} else {
			g := collector.See(s.corners, time.Duration(i)*time.Minute, true)
			line.Guide = &g
			k.say(c, fmt.Sprintf("%s: found the board%s", name, map[bool]string{false: "; too similar to an earlier picture, left out"}[g.Taken]))
		}
		s.close()
		if err := k.print(c.OutOrStdout(), line); err != nil {
			return failed, err
		}
	}
	return failed, nil
}

// wishes are what the collector wants, for people.
var wishes = map[lens.Wish]string{
	lens.ShowBoard: "show the whole board to the camera", lens.HoldStill: "hold it still", lens.Again: "move the board",
	lens.TiltIt: "tilt the board, 20 to 40 degrees", lens.GoLeft: "move the board to the left of the picture", lens.GoRight: "move the board to the right of the picture",
	lens.GoUp: "move the board to the top of the picture", lens.GoDown: "move the board to the bottom of the picture", lens.Closer: "bring the board closer", lens.Done: "done",
}

// watchBoard watches the camera until the collector has seen enough.
func (k *calibrating) watchBoard(c *cobra.Command, collector *lens.Collector) error {
	src, err := input.Open(k.source, source.Options{Paced: true, Insecure: k.insecure})
	if err != nil {
		return cli.Fail(err)
	}
	defer src.Close()
	var last lens.Wish
	for {
		frame, err := src.Next(c.Context())
		var news *source.Status
		switch {
		case errors.As(err, &news):
			k.say(c, news.Message)
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return cli.Fail(err)
		}
		gray, err := frame.Gray()
		if err != nil {
			return cli.Fail(err)
		}
		collector.Width, collector.Height = gray.Rect.Dx(), gray.Rect.Dy()
		var corners []engine.Point
		if points, ok := k.board.Find(gray); ok {
			corners = points
		}
		g := collector.See(corners, frame.Time, false)
		if g.Taken || g.Wish != last {
			k.say(c, fmt.Sprintf("%3.0f %%  %d views  %s", 100*g.Progress, g.Views, wishes[g.Wish]))
			if err := k.print(c.OutOrStdout(), g); err != nil {
				return err
			}
		}
		if last = g.Wish; g.Wish == lens.Done {
			return nil
		}
	}
}
