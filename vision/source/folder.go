package source

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gocv.io/x/gocv"

	"tilewatch/vision/picture"
)

// folder plays the pictures of a folder in the order of their names.
type folder struct {
	files   []string
	options Options
	clock   clock
	mat     gocv.Mat
	next    int // index into files
	number  int // frames returned
	began   time.Time
}

var _ Source = (*folder)(nil)

// endings are how the names of those end that a folder is looked through for.
var endings = []string{".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif"}

func openFolder(name string, options Options) (Source, error) {
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read folder %q: %w", name, err)
	}
	f := &folder{options: options, clock: systemClock{}, mat: gocv.NewMat()}
	for _, e := range entries {
		if slices.Contains(endings, strings.ToLower(filepath.Ext(e.Name()))) {
			f.files = append(f.files, filepath.Join(name, e.Name()))
		}
	}
	if len(f.files) == 0 {
		f.mat.Close()
		return nil, fmt.Errorf("no pictures in folder %q: put JPEG, PNG or HEIC files there, named in their order", name)
	}
	if !(f.options.FPS > 0) {
		f.options.FPS = frameRate
	}
	return f, nil
}

// Next reads the next picture. It reports an unreadable one as a Note and skips it.
func (f *folder) Next(ctx context.Context) (Frame, error) {
	if err := ctx.Err(); err != nil {
		return Frame{}, err
	}
	if f.next == len(f.files) {
		if !f.options.Loop || f.number == 0 {
			return Frame{}, io.EOF
		}
		f.next = 0
	}
	file := f.files[f.next]
	f.next++
	if err := f.load(file); err != nil {
		return Frame{}, &Status{Kind: Note, Frame: f.number - 1, Time: f.time(f.number), Message: err.Error()}
	}
	if f.number == 0 {
		f.began = f.clock.Now()
	}
	frame := Frame{Number: f.number, Time: f.time(f.number), Mat: f.mat}
	if f.options.Paced {
		if err := f.clock.Sleep(ctx, frame.Time-f.clock.Now().Sub(f.began)); err != nil {
			return Frame{}, err
		}
	}
	f.number++
	return frame, nil
}

func (f *folder) time(number int) time.Duration {
	return time.Duration(float64(number) / f.options.FPS * float64(time.Second))
}

func (f *folder) load(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("picture %q left out: %w", file, err)
	}
	if err := picture.CheckHeader(data); err != nil {
		return fmt.Errorf("picture %q left out: %w", file, err)
	}
	if err := gocv.IMDecodeIntoMat(data, gocv.IMReadColor, &f.mat); err != nil || !picture.Usable(&f.mat) {
		return fmt.Errorf("picture %q left out: the file is damaged or cut off", file)
	}
	return nil
}

// Close frees the Mat.
func (f *folder) Close() error { return f.mat.Close() }
