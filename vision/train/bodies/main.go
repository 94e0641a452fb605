// Command bodies makes what the network of vision/body learns from: crops of claimed tiles in made-up scenes, with the truth, to a file. train.py
// beside it starts it, trains the network in PyTorch, and writes the network's file and provenance:
//
//	make train-bodies                              draws 3,000 scenes, then trains
//	go run ./vision/train/bodies -n 60 -kept -out F    60 scenes on tables and with printed squares of the kinds that no training sees
//
// A record is a crop, its kind of claim and its class: 1 for a tile's body, 0 for anything else.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"image/jpeg"
	"io"
	"log"
	"math/rand/v2"
	"os"

	"gocv.io/x/gocv"

	"tilewatch/vision/body"
	"tilewatch/vision/picture"
	"tilewatch/vision/train/scenes"
	"tilewatch/vision/train/scenes/table"
	"tilewatch/vision/train/scenes/typeface"
)

// The scenes: the size of their pictures, the range of a tile's side, pixels, and the share of crossword games.
const (
	width, height = 640, 360
	crosswords    = 0.85
)

var tilePixels = [2]float64{9, 60}

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 100, "number of scenes")
	from := flag.Int("from", 0, "number of the first")
	seed := flag.Uint64("seed", 1, "of all scenes")
	kept := flag.Bool("kept", false, "tables and printed squares of the kinds kept back")
	out := flag.String("out", "", "file; empty: the standard output")
	flag.Parse()
	if err := run(*out, *from, *n, *seed, *kept); err != nil {
		log.Fatalf("bodies: %v", err)
	}
}

func run(file string, from, n int, seed uint64, kept bool) (err error) {
	o := scenes.Options{Width: width, Height: height, TilePixels: tilePixels, Empty: true, Crosswords: crosswords, Fonts: typeface.Fonts()}
	o.Table = func(r *rand.Rand) scenes.Table { return table.DrawTraining(r) }
	if o.Kept = kept; kept {
		o.Table = func(r *rand.Rand) scenes.Table { return table.Of(table.Held()[r.IntN(len(table.Held()))], r) }
	}
	m, err := scenes.NewMaker(o)
	if err != nil {
		return err
	}
	to := os.Stdout
	if file != "" {
		if to, err = os.Create(file); err != nil {
			return err
		}
	}
	w := bufio.NewWriter(to)
	for i := range n {
		if err = write(w, m, rand.New(rand.NewPCG(seed, uint64(from+i)))); err != nil {
			break
		}
	}
	return errors.Join(err, w.Flush(), to.Close())
}

// write writes the records of one scene: equal chances give equal records.
func write(w io.Writer, m *scenes.Maker, r *rand.Rand) error {
	s, err := m.Draw(r)
	if err != nil {
		return err
	}
	p, err := photographed(s)
	if err != nil {
		return err
	}
	defer p.Close()
	return picture.WithRaster(p, func(raster *picture.Raster, gray gocv.Mat) error {
		all, err := claims(s, raster, gray, r)
		if err != nil {
			return err
		}
		for i := range all {
			crop := body.CropOf(raster, all[i].face)
			if _, err := w.Write(append(crop[:], all[i].kind, all[i].class)); err != nil {
				return err
			}
		}
		return nil
	})
}

// photographed is a scene's picture after its JPEG.
func photographed(s *scenes.Scene) (*picture.Picture, error) {
	img, _ := s.Shoot()
	var file bytes.Buffer
	if err := jpeg.Encode(&file, img, &jpeg.Options{Quality: s.Photo.Quality}); err != nil {
		return nil, err
	}
	return picture.Decode(file.Bytes())
}
