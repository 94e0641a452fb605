// Command make writes made-up scenes: NNN.jpg with its truth NNN.json, with -labels the labels NNN.png, and with -looks further photos of each table.
//
//	go run ./vision/train/scenes/make -n 20 -seed 1 -width 640 -height 360 -out DIR -labels -tables held
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"tilewatch/vision/train/scenes"
	"tilewatch/vision/train/scenes/table"
	"tilewatch/vision/train/scenes/typeface"
)

func main() {
	o := scenes.Options{Empty: true}
	n, seed := flag.Int("n", 20, "number of scenes"), flag.Uint64("seed", 1, "seed of the first scene")
	out, font := flag.String("out", "scenes", "folder"), flag.String("font", "", "font file; empty: any of the machine's")
	tables := flag.String("tables", "any", "any; training: without the families kept back; held: only these; plain")
	labels := flag.Bool("labels", false, "write the labels, too")
	flag.IntVar(&o.Width, "width", 640, "of the picture, pixels")
	flag.IntVar(&o.Height, "height", 360, "of the picture, pixels")
	flag.Float64Var(&o.Crosswords, "crosswords", 0, "share of the scenes that show a crossword game")
	flag.BoolVar(&o.Free, "free", false, "plastics freely around their names, worn or not, under light of any tint")
	looks, tilt := flag.Int("looks", 0, "further pictures of each table, NNN-1.jpg and so on, from so many sides"), flag.Float64("tilt", 30, "of their camera from straight above, degrees")
	flag.StringVar(&o.Kind, "kind", "", "webcam-top, webcam-oblique or phone; empty: any pose")
	flag.Parse()
	o.NoHand = *looks > 0
	if o.Fonts = typeface.Fonts(); *font != "" {
		o.Fonts = []string{*font}
	}
	table, ok := kinds[*tables]
	if !ok {
		fmt.Fprintf(os.Stderr, "make: tables %q: write any, training, held or plain\n", *tables)
		os.Exit(2)
	}
	o.Table = table
	m, err := scenes.NewMaker(o)
	for i := 0; i < *n && err == nil; i++ {
		var s *scenes.Scene
		r, path := rand.New(rand.NewPCG(*seed, uint64(i))), filepath.Join(*out, fmt.Sprintf("%03d", i))
		if s, err = m.Draw(r); err == nil {
			err = write(s, path, *labels)
		}
		for k := 1; k <= *looks && err == nil; k++ {
			m.Look(s, r, 2*math.Pi*float64(k)/float64(*looks), *tilt)
			err = write(s, fmt.Sprintf("%s-%d", path, k), *labels)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

// kinds are the tables that the flag -tables names.
var kinds = map[string]func(*rand.Rand) scenes.Table{
	"any":      func(r *rand.Rand) scenes.Table { return table.Draw(r) },
	"training": func(r *rand.Rand) scenes.Table { return table.DrawTraining(r) },
	"held":     func(r *rand.Rand) scenes.Table { return table.Of(table.Held()[r.IntN(len(table.Held()))], r) },
	"plain":    nil,
}

func write(s *scenes.Scene, path string, labels bool) error {
	picture, l := s.Shoot()
	truth := s.Truth()
	truth["image"] = filepath.Base(path) + ".jpg"
	text, err := json.Marshal(truth)
	if err != nil {
		return err
	}
	var photo, paint bytes.Buffer
	if err := errFirst(jpeg.Encode(&photo, picture, &jpeg.Options{Quality: s.Photo.Quality}), png.Encode(&paint, painted(l)), os.MkdirAll(filepath.Dir(path), 0o755)); err != nil {
		return err
	}
	if labels {
		err = os.WriteFile(path+".png", paint.Bytes(), 0o644)
	}
	return errFirst(err, os.WriteFile(path+".jpg", photo.Bytes(), 0o644), os.WriteFile(path+".json", text, 0o644))
}

// hues are the colors of labels: none, the players', gray.
var hues = [6][3]float64{{40, 40, 40}, {255, 40, 50}, {160, 70, 255}, {255, 210, 30}, {30, 200, 70}, {170, 170, 170}}

// painted shows labels: the hue is the color, brightness the level; sides are dark, blanks pale, loose tiles tinted cyan, banks white-edged.
func painted(l *scenes.Labels) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, l.W, l.H))
	for i, class := range l.Class {
		c, k, add := hues[l.Color[i]], 0.45+0.11*float64(l.Level[i]), 0.0
		switch class {
		case scenes.ClassSide:
			k = 0.25
		case scenes.ClassBlank:
			add = 90
		case scenes.ClassLoose, scenes.ClassBank:
			k = 0.7
			if (i%l.W+i/l.W)%4 == 0 {
				k, add = 0, map[uint8]float64{scenes.ClassLoose: 0, scenes.ClassBank: 255}[class]
			}
		}
		v := func(x float64) uint8 { return uint8(min(x*k+add, 255)) }
		img.SetRGBA(i%l.W, i/l.W, color.RGBA{v(c[0]), v(c[1]), v(c[2]), 255})
	}
	return img
}

func errFirst(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
