package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"tilewatch/engine"
	"tilewatch/vision/body"
	"tilewatch/vision/geom"
	"tilewatch/vision/nabit/scenetest"
	"tilewatch/vision/nn/fit/ledgertest"
	"tilewatch/vision/picture"
	"tilewatch/vision/train/scenes"
	"tilewatch/vision/train/scenes/table"
)

// TestBodiesAreToldFromPrint claims tiles in scenes that no training saw, with plates of the kind kept back: on faces, on squares and around all that looks
// like a letter. Before the training had plates, the log loss was .18.
func TestBodiesAreToldFromPrint(t *testing.T) {
	m, err := scenes.NewMaker(scenes.Options{Width: width, Height: height, TilePixels: tilePixels, Empty: true, Crosswords: crosswords, Kept: true,
		Table: func(r *rand.Rand) scenes.Table { return table.Of(table.Held()[r.IntN(len(table.Held()))], r) }})
	if err != nil {
		t.Fatal(err)
	}
	var seen, all [2]int // by class
	var glances scenetest.Share
	loss := 0.0
	for seed := range uint64(scenesTested) {
		chance := rand.New(rand.NewPCG(seed, 77))
		s, err := m.Draw(chance)
		if err != nil {
			t.Fatal(err)
		}
		shot(t, s, func(r *picture.Raster, gray gocv.Mat) error {
			found, err := claims(s, r, gray, chance)
			if err != nil {
				return err
			}
			glanced(t, r, slices.Clone(found), &glances)
			found = slices.DeleteFunc(found, func(c claim) bool { return c.kind == byGlance })
			quads := make([]engine.Quad, len(found))
			for i := range found {
				quads[i] = found[i].face
			}
			ratios, err := body.LogRatios(r, quads)
			for i, ratio := range ratios {
				class := found[i].class
				all[class]++
				if ratio > 0 {
					seen[class]++
				}
				loss += math.Log1p(math.Exp(ratio * float64(1-2*int(class))))
			}
			return err
		})
	}
	bodies, others, mean := float64(seen[1])/float64(all[1]), float64(seen[0])/float64(all[0]), loss/float64(all[0]+all[1])
	t.Logf("%.3f of %d bodies are seen, %.3f of %d others are taken for bodies; log loss %.3f", bodies, all[1], others, all[0], mean)
	if all[0] < 300 || all[1] < 100 || bodies < leastBodies || others > mostOthers || mean > mostLoss {
		t.Errorf("bounds are %v of bodies, %v of others, log loss %v", leastBodies, mostOthers, mostLoss)
	}
	for network, score := range map[string]float64{"body": (bodies + 1 - others) / 2, "glance": float64(glances.Right) / float64(glances.Of)} {
		ledgertest.Check(t, filepath.Join("..", "..", ".."), "vision/body/"+network+".bin", score)
	}
}

// glanced counts the marks that a glance tells rightly.
func glanced(t *testing.T, r *picture.Raster, all []claim, right *scenetest.Share) {
	t.Helper()
	one := body.Glanced(engine.Point{}, 1)
	side := geom.Dist(one[0], one[1]) // of the face around a mark of one pixel
	var middles []engine.Point
	var long []float64
	all = slices.DeleteFunc(all, func(c claim) bool { return c.kind != byGlance })
	for _, c := range all {
		middles, long = append(middles, geom.Middle(c.face)), append(long, geom.Dist(c.face[0], c.face[1])/side)
	}
	odds, err := body.Glances(r, middles, long)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range all {
		right.Count((odds[i] > 0) == (c.class == 1))
	}
}

const (
	scenesTested = 12
	leastBodies  = 0.9
	mostOthers   = 0.055
	mostLoss     = 0.16
)

// shot gives a scene's picture.
func shot(t *testing.T, s *scenes.Scene, use func(*picture.Raster, gocv.Mat) error) {
	t.Helper()
	p, err := photographed(s)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := picture.WithRaster(p, use); err != nil {
		t.Fatal(err)
	}
}

// TestRecordsAreWhatTheTrainingReads holds the form that train.py takes apart.
func TestRecordsAreWhatTheTrainingReads(t *testing.T) {
	m, err := scenes.NewMaker(scenes.Options{Width: 320, Height: 180, Crosswords: 1, Stacks: 12})
	if err != nil {
		t.Fatal(err)
	}
	var out, again bytes.Buffer
	for _, w := range []*bytes.Buffer{&out, &again} {
		if err := write(w, m, rand.New(rand.NewPCG(3, 1))); err != nil {
			t.Fatal(err)
		}
	}
	const record = 3*body.Side*body.Side + 2
	if out.Len() == 0 || out.Len()%record != 0 || !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Fatalf("%d bytes, and %d of the same chances: records have %d", out.Len(), again.Len(), record)
	}
	var classes [2]int
	for i := record - 1; i < out.Len(); i += record {
		classes[out.Bytes()[i]]++
	}
	if classes[0] < 10 || classes[1] < 10 {
		t.Errorf("%d claims are none and %d are bodies", classes[0], classes[1])
	}
}
