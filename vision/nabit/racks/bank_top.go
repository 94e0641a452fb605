package racks

import (
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/visible"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// TopFace is a face that may be the top of a bank, with the measurements of it that hold for every height.
type TopFace struct {
	At             engine.Point // its middle, pixels
	Turn           float64      // orientation in the structure's lattice, radians
	plastic        picture.BGR
	shift          hue.Hue     // the color of the light
	table          picture.BGR // the table around it
	Size           float64     // how far its sides lie outside those of a face on referenceLevel, pitches
	sizeWeight     float64     // the visible share of its sides, 0 to 1
	tableSize      float64     // how far the sides of tiles on the table lie outside their pose, pitches
	tableSizes     float64     // how many tiles measured tableSize, at most sizesEnough
	faceScore      float64     // log-odds of a face, of the fine classifier
	candidateScore float64     // the same, of the candidate classifier
	inLine         float64     // faces of its color in line with it
	rackDistance   float64     // to the nearest end of a rack of its color, pitches
}

// Surroundings is what lies loose around a structure: it says where racks are, and how large tiles look.
type Surroundings struct {
	Lines []hypothesis.Line
	shift hue.Hue
	sizes map[engine.Color][]float64 // how far the sides of tiles on the table lie outside their pose, pitches
}

// MeasureSurroundings measures the tiles of racks: an error of the pose or of the tile set makes all tiles look
// too large, or all too small.
func MeasureSurroundings(r *picture.Raster, lines []hypothesis.Line, shift hue.Hue) *Surroundings {
	a := &Surroundings{lines, shift, map[engine.Color][]float64{}}
	var tiles []*hypothesis.LooseFace
	for _, c := range lines {
		for i := range c {
			if len(c) > 1 && c[i].Level == 1 {
				tiles = append(tiles, &c[i])
			}
		}
	}
	type size struct{ out, weight float64 }
	sizes := make([]size, len(tiles))
	parallel.Do(len(tiles), func(i int) {
		p := tiles[i].Pose
		tileface.AlignFace(r, &p, 1, tileface.NarrowEdgeNet())
		sizes[i].out, sizes[i].weight = measureSize(r, &p, 1)
	})
	for i, f := range tiles {
		if sizes[i].weight > sizeVisible {
			a.sizes[f.Color] = append(a.sizes[f.Color], sizes[i].out)
		}
	}
	return a
}

// Both are hand-set; the bank classifier was trained with them.
const (
	sizeVisible = 0.5 // the least visible share of a tile's sides that measures its size
	sizesEnough = 3   // tiles of one color that measure the size of its bank; with fewer, those of all colors do
)

// sizeOffset is the median of how far tiles on the table look too large, pitches, and how many tiles measured it: those of the color,
// or with too few of them those of all colors.
func (a *Surroundings) sizeOffset(color engine.Color) (out, tiles float64) {
	sizes := slices.Clone(a.sizes[color])
	if len(sizes) < sizesEnough {
		sizes = nil
		for _, c := range engine.PlayerColors {
			sizes = append(sizes, a.sizes[c]...)
		}
	}
	if len(sizes) == 0 {
		return 0, 0
	}
	slices.Sort(sizes)
	return sizes[len(sizes)/2], float64(min(len(sizes), sizesEnough))
}

// MeasureTop refines the pose of a face at referenceLevel and samples it closely.
func MeasureTop(r *picture.Raster, s *hypothesis.Hypothesis, f *hypothesis.LooseFace, a *Surroundings) TopFace {
	inLine, distance := relateToRacks(f, a.Lines)
	t := TopFace{plastic: f.Plastic, shift: a.shift, candidateScore: f.Score, inLine: float64(inLine), rackDistance: distance}
	t.tableSize, t.tableSizes = a.sizeOffset(f.Color)
	at, _ := hypothesis.OnLevel(&s.Pose, f.Pixel(0, 0, f.Level), referenceLevel)
	p := s.PoseAt(at.X, at.Y, f.Turn)
	tileface.AlignFace(r, &p, referenceLevel, tileface.WideEdgeNet())
	tileface.AlignFace(r, &p, referenceLevel, tileface.NarrowEdgeNet())
	t.At, t.Turn = p.Pixel(0, 0, referenceLevel), orientationOf(s, &p)
	v := tileface.SampleFaceClosely(r, &p, engine.Place{}, referenceLevel)
	t.faceScore = tileface.LevelLikelihood(tileface.FineClassifier().Score(v.Features()))
	t.plastic = v.Plastic
	t.Size, t.sizeWeight = measureSize(r, &p, referenceLevel)
	t.table = visible.RingColor(r, &p, tableRadius, 0)
	return t
}

// minSides is the least weight of the half sides that measure a size: half of one.
const minSides = 0.5

// measureSize is how far a face's sides lie outside its pose, pitches, and the visible share of its sides.
func measureSize(r *picture.Raster, p *camerapose.Pose, level float64) (out, weight float64) {
	l := tileface.NarrowEdgeNet()
	var b tileface.BorderProfile
	if tileface.SampleBorder(r, &b, p, engine.Place{}, level, float64(l.Step)); b.Outside {
		return 0, 0
	}
	for _, found := range l.Locate(&b.Inputs) {
		w := 1 - found.None
		out += w * found.Offset
		weight += w
	}
	if weight < minSides {
		return 0, 0
	}
	return out / weight, weight / float64(tileface.HalfSides)
}

// tableRadius is how far from its middle the table around a tile is seen, pitches: outside its corners. Hand-set; the bank classifier was trained with it.
const tableRadius = 1.15
