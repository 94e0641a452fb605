// Command tilemap makes what the network of vision/nabit/tilemap learns from: scenes with the truth of each pixel, to the standard output or a file.
// train.py beside it starts it, trains the network in PyTorch, and writes the network's file and provenance:
//
//	make train-map                                    draws scenes and trains; goes on where it was stopped
//	go run ./vision/train/tilemap -n 60 -kept -out F  60 scenes on tables of the families that no training sees
//
// A record is a scene, row by row: red, green, blue of each pixel; its class; its color plus 16 times its level; and for each second pixel of each
// second row the heat of a face's middle.
package main

import (
	"bufio"
	"errors"
	"flag"
	"io"
	"log"
	"math/rand/v2"
	"os"

	"tilewatch/vision/parallel"
	"tilewatch/vision/train/scenes"
	"tilewatch/vision/train/scenes/table"
	"tilewatch/vision/train/scenes/typeface"
)

// The scenes: the size of their pictures and the range of a tile's side, pixels, and the share of crossword games, whose printed boards the network
// must leave alone. Blanks come more than twice as often as in a game: what is rare is learned last.
const (
	width, height = 640, 360
	crosswords    = 0.45
	blanks        = 0.08
)

var tilePixels = [2]float64{7, 40}

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 100, "number of scenes")
	from := flag.Int("from", 0, "number of the first")
	seed := flag.Uint64("seed", 1, "of all scenes")
	kept := flag.Bool("kept", false, "tables of the families kept back")
	out := flag.String("out", "", "file; empty: the standard output")
	flag.Parse()
	if err := run(*out, *from, *n, *seed, *kept); err != nil {
		log.Fatalf("tilemap: %v", err)
	}
}

func run(file string, from, n int, seed uint64, kept bool) error {
	o := scenes.Options{Width: width, Height: height, TilePixels: tilePixels, Blanks: blanks, Empty: true, Crosswords: crosswords, Fonts: typeface.Fonts()}
	o.Table = func(r *rand.Rand) scenes.Table { return table.DrawTraining(r) }
	if kept {
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
	return errors.Join(write(w, m, from, n, seed), w.Flush(), to.Close())
}

// together is how many scenes are drawn at a time, to be written in their order.
const together = 64

func write(w io.Writer, m *scenes.Maker, from, n int, seed uint64) error {
	for first := 0; first < n; first += together {
		records, failed := make([][]byte, min(together, n-first)), make([]error, min(together, n-first))
		parallel.Do(len(records), func(i int) { records[i], failed[i] = record(m, seed, uint64(from+first+i)) })
		if err := errors.Join(failed...); err != nil {
			return err
		}
		for _, one := range records {
			if _, err := w.Write(one); err != nil {
				return err
			}
		}
	}
	return nil
}

// record is one scene: equal seeds and numbers give equal scenes.
func record(m *scenes.Maker, seed, number uint64) ([]byte, error) {
	s, err := m.Draw(rand.New(rand.NewPCG(seed, number)))
	if err != nil {
		return nil, err
	}
	img, l := s.Shoot()
	if img, err = s.Photo.Compressed(img); err != nil {
		return nil, err
	}
	var b []byte
	for i := 0; i < len(img.Pix); i += 4 {
		b = append(b, img.Pix[i:i+3]...)
	}
	b = append(b, l.Class...)
	for i, color := range l.Color {
		b = append(b, color|l.Level[i]<<4)
	}
	return append(b, l.Heat()...), nil
}
