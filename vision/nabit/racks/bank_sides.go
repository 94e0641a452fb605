package racks

import (
	"math"

	"tilewatch/engine"
	"tilewatch/vision/camerapose"
	"tilewatch/vision/picture"
	"tilewatch/vision/tileface"
)

// bankHypothesis is a stack beside the structure, if it is so many levels high.
type bankHypothesis struct {
	camerapose.Pose
	level int
}

// stackSide is one side of a stack that the camera sees.
type stackSide struct {
	axes    [2][2]float64 // outward and along, as in tileface.SideAxes
	visible float64       // pixels of a tile's thickness
}

// minSideVisible is the least height of a visible side, pixels per tile. Hand-set; the bank classifier was trained with it.
const minSideVisible = 0.25

// visibleSides returns the sides that face the camera, and the sum of their visible heights, pixels per tile.
func (v *bankHypothesis) visibleSides() (all []stackSide, visible float64) {
	level := float64(v.level) - 1
	mid, up := v.Pixel(0, 0, level), v.Pixel(0, 0, level+1)
	half := v.Side / v.Pitch / 2
	for _, axes := range tileface.SideAxes {
		a := v.Pixel(half*(axes[0][0]-axes[1][0]), half*(axes[0][1]-axes[1][1]), level)
		b := v.Pixel(half*(axes[0][0]+axes[1][0]), half*(axes[0][1]+axes[1][1]), level)
		nx, ny := (b.Y-a.Y)/picture.Dist(a, b), (a.X-b.X)/picture.Dist(a, b)
		if nx*(a.X-mid.X)+ny*(a.Y-mid.Y) < 0 {
			nx, ny = -nx, -ny
		}
		if px := -(nx*(up.X-mid.X) + ny*(up.Y-mid.Y)); px > minSideVisible {
			all = append(all, stackSide{axes, px})
			visible += px
		}
	}
	return all, visible
}

// sideColor is the mean color of the sides at a height over the table, tiles, weighted by how much of them is visible. spread is how unlike the samples along
// a side are, as a share of their brightness: a tile's side has one color, a table with a print has not.
func sideColor(r *picture.Raster, v *bankHypothesis, sides []stackSide, height float64) (mean picture.BGR, spread float64) {
	half := v.Side / v.Pitch * tileface.StackSides
	total := 0.0
	for _, w := range sides {
		a := v.Pixel(half*w.axes[0][0]-w.axes[1][0]/2, half*w.axes[0][1]-w.axes[1][1]/2, height)
		b := v.Pixel(half*w.axes[0][0]+w.axes[1][0]/2, half*w.axes[0][1]+w.axes[1][1]/2, height)
		var along [len(tileface.StackAlong)]picture.BGR
		for i, k := range tileface.StackAlong {
			along[i] = r.At(engine.Point{X: a.X + (k+0.5)*(b.X-a.X), Y: a.Y + (k+0.5)*(b.Y-a.Y)})
		}
		color, deviation := meanAndSpread(along[:])
		for i := range mean {
			mean[i] += w.visible * color[i]
		}
		spread += w.visible * deviation
		total += w.visible
	}
	for i := range mean {
		mean[i] /= max(total, 1e-9)
	}
	return mean, spread / max(total, 1e-9)
}

// darkest is added to brightnesses before they are compared, so that noise in the dark is none of color. The bank classifier was trained with it.
const darkest = 12.0

// meanAndSpread are the mean of colors and the mean over the channels of their standard deviation as a share of it.
func meanAndSpread(all []picture.BGR) (mean picture.BGR, spread float64) {
	n := float64(len(all))
	for i := range mean {
		var square float64
		for _, c := range all {
			mean[i] += c[i] / n
			square += c[i] * c[i] / n
		}
		spread += math.Sqrt(max(square-mean[i]*mean[i], 0)) / (mean[i] + darkest) / float64(len(mean))
	}
	return mean, spread
}

// addSideStatistics adds the mean and the lowest tint of the sides where the hypothesis has colored tiles, and how much their
// brightness varies downward.
func addSideStatistics(r *picture.Raster, v *bankHypothesis, sides []stackSide, t *TopFace, add func(float64)) {
	var mean [3]float64
	lowest, uneven, count := 1.0, 0.0, 0.0
	if len(sides) > 0 {
		last := math.NaN()
		for depth := firstDepth; depth < float64(v.level)-depthsLeftOut; depth += depthStep {
			color, _ := sideColor(r, v, sides, float64(v.level)-depth)
			x := t.relativeTint(color)
			for k := range mean {
				mean[k] += x[k]
			}
			lowest = min(lowest, x[0])
			if !math.IsNaN(last) {
				uneven += math.Abs(x[2] - last)
			}
			last = x[2]
			count++
		}
	}
	for k := range mean {
		add(mean[k] / max(count, 1))
	}
	add(lowest)
	add(uneven / max(count, 1))
}
