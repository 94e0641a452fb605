package main

import (
	"encoding/json"
	"fmt"
	"image/jpeg"
	"math/rand/v2"
	"os"
	"strconv"

	"tilewatch/vision/train/scenes"
	"tilewatch/vision/train/scenes/table"
)

func main() {
	n, _ := strconv.Atoi(os.Args[2])
	o := scenes.Options{Width: 1280, Height: 720, TilePixels: [2]float64{10, 40}, Empty: true, Crosswords: 1, Fonts: scenes.Fonts()}
	o.Table = func(r *rand.Rand) scenes.Table { return table.Of(table.Held()[r.IntN(len(table.Held()))], r) }
	m, err := scenes.NewMaker(o)
	if err != nil {
		panic(err)
	}
	for i := range n {
		s, err := m.Draw(rand.New(rand.NewPCG(77, uint64(i))))
		if err != nil {
			panic(err)
		}
		img, _ := s.Shoot()
		f, _ := os.Create(fmt.Sprintf("%s/%03d.jpg", os.Args[1], i))
		jpeg.Encode(f, img, &jpeg.Options{Quality: s.Photo.Quality})
		f.Close()
		t, _ := json.Marshal(s.Truth())
		os.WriteFile(fmt.Sprintf("%s/%03d.truth", os.Args[1], i), t, 0o644)
	}
}
