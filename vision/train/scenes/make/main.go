// Command make writes made-up scenes: NNN.jpg with its truth NNN.json.
//
//	go run ./vision/train/scenes/make -n 20 -seed 1 -out DIR
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"path/filepath"

	"tilewatch/vision/train/scenes"
)

func main() {
	n, seed := flag.Int("n", 20, "number of scenes"), flag.Uint64("seed", 1, "seed of the first scene")
	out, font := flag.String("out", "scenes", "folder"), flag.String("font", "", "font file; empty: the Go font")
	flag.Parse()
	for i := range *n {
		if err := write(*out, *font, *seed, i); err != nil {
			fmt.Fprintln(os.Stderr, "make:", err)
			os.Exit(1)
		}
	}
}

func write(dir, font string, seed uint64, i int) error {
	s, err := scenes.Draw(rand.New(rand.NewPCG(seed, uint64(i))), scenes.Options{Font: font})
	if err != nil {
		return err
	}
	truth := s.Truth()
	truth["image"] = fmt.Sprintf("%03d.jpg", i)
	text, err := json.Marshal(truth)
	if err != nil {
		return err
	}
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, s.Render(), &jpeg.Options{Quality: s.Quality}); err != nil {
		return err
	}
	path := filepath.Join(dir, fmt.Sprintf("%03d", i))
	return errFirst(os.MkdirAll(dir, 0o755), os.WriteFile(path+".jpg", photo.Bytes(), 0o644), os.WriteFile(path+".json", text, 0o644))
}

func errFirst(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
