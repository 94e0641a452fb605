package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/engine/reading"
	"tilewatch/ocr/alone"
	"tilewatch/vision/body"
	"tilewatch/vision/geom"
	"tilewatch/vision/letters"
	"tilewatch/vision/picture"
)

type row struct {
	Letter  string
	Linked  bool
	Row, Col int
	Odds    float64
	Side    float64
	Quad    engine.Quad
	Color   [3]uint8
	Body    []float64
	Glyph   float64
}

func scaled(q engine.Quad, k float64) (o engine.Quad) {
	m := geom.Scale(geom.Add(geom.Add(q[0], q[1]), geom.Add(q[2], q[3])), 0.25)
	for i := range q {
		o[i] = geom.Add(m, geom.Scale(geom.Sub(q[i], m), k))
	}
	return o
}

func main() {
	reader, err := alone.New()
	if err != nil {
		panic(err)
	}
	eyes := letters.New(reader)
	for _, f := range os.Args[2:] {
		data, _ := os.ReadFile(f)
		p, err := picture.Decode(data)
		if err != nil {
			fmt.Println(f, err)
			continue
		}
		look, err := eyes.Look(p)
		rows := []row{}
		picture.WithRaster(p, func(r *picture.Raster, _ gocv.Mat) error {
			ks := []float64{1, 0.87, 0.75, 0.65}
			var quads []engine.Quad
			for _, t := range look.Tiles {
				for _, k := range ks {
					quads = append(quads, scaled(t.Quad, k))
				}
			}
			ratios, err := body.LogRatios(r, quads)
			if err != nil {
				panic(err)
			}
			for i, t := range look.Tiles {
				fs := reading.Faces(t.Letters)
				l := string(fs[0].Letter)
				if fs[0].Blank {
					l = "?"
				}
				best := t.Letters[0]
				for _, v := range t.Letters[:26] {
					best = max(best, v)
				}
				rows = append(rows, row{l, t.Linked, t.Place.Row, t.Place.Col, t.Odds, geom.Dist(t.Quad[0], t.Quad[1]), t.Quad, t.Color, ratios[i*len(ks) : (i+1)*len(ks)], best})
			}
			return nil
		})
		p.Close()
		out, _ := json.Marshal(rows)
		os.WriteFile(filepath.Join(os.Args[1], filepath.Base(f)+".json"), out, 0o644)
		fmt.Println(f, len(rows), err)
	}
}
