package calibrating

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"tilewatch/calibration"
	"tilewatch/calibration/chessboard"
	"tilewatch/cmd/internal/calibrate"
	"tilewatch/cmd/internal/cli"
	"tilewatch/cmd/internal/input"
	"tilewatch/cmd/internal/store"
	"tilewatch/engine"
	"tilewatch/engine/atomicfile"
	"tilewatch/vision/picture"
	"tilewatch/vision/source"
)

// calibrating is what the calibrate commands share.
type calibrating struct {
	store.Data
	size   string // of the board
	board  chessboard.Board
	source string
	name   string // of the camera
	out    string
	json   bool

	insecure bool
}

func (k *calibrating) register(c *cobra.Command) {
	k.Data.Register(c)
	k.board = chessboard.Standard
	f := c.Flags()
	f.StringVar(&k.size, "board", "9x6", "inner corners of the chessboard, `COLUMNSxROWS`")
	f.Float64Var(&k.board.SquareMM, "square", chessboard.Standard.SquareMM, "side of a square in `MM`: measure it")
	f.StringVar(&k.source, "source", "", "`CAMERA` to watch: a number, or an http:// or rtsp:// address")
	f.StringVar(&k.name, "name", "", "save the result under the camera `NAME` (default: the source's own name)")
	f.StringVar(&k.out, "out", "", "write the result to `FILE`")
	input.InsecureFlag(c, &k.insecure)
	f.BoolVar(&k.json, "json", false, "print JSON, one object a line")
}

// check reads what the flags say, and that there is something to look at.
func (k *calibrating) check(args []string) error {
	if err := k.board.ParseSize(k.size); err != nil {
		return fmt.Errorf("--board: %w", err)
	}
	if !(k.board.SquareMM >= 2 && k.board.SquareMM <= 500) {
		return fmt.Errorf("--square: %v mm: measure one of the board's squares", k.board.SquareMM)
	}
	if (k.source == "") == (len(args) == 0) {
		return errors.New("give either pictures or --source with a camera")
	}
	if k.name == "" {
		k.name = input.CameraName(k.source)
	}
	return nil
}

// store is where what is found is kept.
func (k *calibrating) store() *calibration.Store { return input.ProfilesIn(k.Dir()) }

// keep writes the result to --out, and under the camera's name.
func (k *calibrating) keep(c *cobra.Command, result any, change func(*calibration.Profile)) error {
	if k.out != "" {
		text, err := json.MarshalIndent(result, "", " ")
		if err == nil {
			err = atomicfile.Write(k.out, append(text, '\n'), 0o644)
		}
		if err != nil {
			return cli.Fail(fmt.Errorf("write %q: %w", k.out, err))
		}
		k.say(c, fmt.Sprintf("saved to %s", k.out))
	}
	if k.name == "" {
		if k.out == "" {
			k.say(c, "not saved: add --name or --out")
		}
		return nil
	}
	if err := k.store().Update(k.name, change); err != nil {
		return cli.Fail(err)
	}
	k.say(c, fmt.Sprintf("saved for the camera %q", k.name))
	return nil
}

// say writes something for a person; JSON goes to standard output alone.
func (k *calibrating) say(c *cobra.Command, text string) {
	to := c.OutOrStdout()
	if k.json {
		to = c.ErrOrStderr()
	}
	fmt.Fprintln(to, text)
}

// print writes a line of JSON, if that was asked for.
func (k *calibrating) print(to io.Writer, line any) error {
	if !k.json {
		return nil
	}
	return json.NewEncoder(to).Encode(line)
}

// seen is a picture with the board's points in it.
type seen struct {
	name    string
	picture *picture.Picture
	corners []engine.Point // nil: no board
	err     error
}

// open reads a picture and looks for the board.
func (k *calibrating) open(name string) seen {
	data, err := os.ReadFile(name)
	if err != nil {
		return seen{name: name, err: err}
	}
	p, err := picture.Decode(data)
	if err != nil {
		return seen{name: name, err: err}
	}
	s := seen{name: name, picture: p}
	gray, err := p.Gray()
	if err != nil {
		s.err = err
		return s
	}
	if points, ok := k.board.Find(gray); ok {
		s.corners = points
	} else {
		s.err = calibrate.ErrNoBoard
	}
	return s
}

func (s *seen) close() {
	if s.picture != nil {
		_ = s.picture.Close() // a copy in memory
	}
}

// steady waits for a picture of the camera in which the board lies still.
func (k *calibrating) steady(ctx context.Context, c *cobra.Command) (seen, error) {
	src, err := input.Open(k.source, source.Options{Paced: true, Insecure: k.insecure})
	if err != nil {
		return seen{}, cli.Fail(err)
	}
	defer src.Close()
	var before []engine.Point
	noted := time.Time{}
	for {
		frame, err := src.Next(ctx)
		var news *source.Status
		switch {
		case errors.As(err, &news):
			k.say(c, news.Message)
			continue
		case err != nil && before != nil && errors.Is(err, io.EOF):
			return seen{}, cli.Fail(fmt.Errorf("the board never lay still in %q: put it down and take your hands away", k.source))
		case err != nil:
			return seen{}, cli.Fail(fmt.Errorf("%q: %w: %w", k.source, calibrate.ErrNoBoard, err))
		}
		gray, err := frame.Gray()
		if err != nil {
			return seen{}, cli.Fail(err)
		}
		points, ok := k.board.Find(gray)
		if !ok && time.Since(noted) > 3*time.Second {
			k.say(c, calibrate.ErrNoBoard.Error())
			noted = time.Now()
		}
		if ok && before != nil && apart(points, before) < 0.6 {
			return seen{name: k.source, picture: frame.Picture(), corners: points}, nil
		}
		before = points
	}
}

// apart is how far points moved at most, in pixels.
func apart(a, b []engine.Point) float64 {
	most := 0.0
	for i := range a {
		most = max(most, max(a[i].X-b[i].X, b[i].X-a[i].X), max(a[i].Y-b[i].Y, b[i].Y-a[i].Y))
	}
	return most
}
