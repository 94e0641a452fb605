package filmtest

import (
	"image"
	"image/color"

	"gocv.io/x/gocv"
)

// Layer is a slice of what stands on the table, as high as a sheet of card: its outline before and after, point by point. A slice that others
// stand on shows its rim only.
type Layer struct {
	From, To []Point
	Top      bool // nothing stands on it
	Stack    int  // number of the stack that it belongs to
}

// layered takes the layers, lowest first, out of the mask's picture into the shown one: faces as they look, rims in their color.
func (s *Film) layered(layers []Layer) error {
	colors, err := s.rims(layers)
	if err != nil {
		return err
	}
	for i, l := range layers {
		if l.Top {
			if err := s.face(l); err != nil {
				return err
			}
			continue
		}
		if err := fill(&s.shown, l.To, colors[i]); err != nil {
			return err
		}
	}
	return nil
}

// rims are the mean colors of what is to be seen of each layer, which is what no higher one hides; of a layer quite hidden, the color of
// what is above it.
func (s *Film) rims(layers []Layer) ([]color.RGBA, error) {
	free, seen := s.blank(), s.blank()
	defer free.Close()
	defer seen.Close()
	free.SetTo(gocv.NewScalar(255, 0, 0, 0))
	out, above := make([]color.RGBA, len(layers)), map[int]color.RGBA{}
	for i := len(layers) - 1; i >= 0; i-- {
		mean, visible, err := s.rim(layers[i].From, &seen, &free)
		if err != nil {
			return nil, err
		}
		if visible {
			above[layers[i].Stack] = mean
		}
		out[i] = above[layers[i].Stack]
		if err := fill(&free, layers[i].From, color.RGBA{}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// rim is the mean color of what is free within the outline, if anything is. It overwrites the part of seen around the outline.
func (s *Film) rim(outline []Point, seen, free *gocv.Mat) (mean color.RGBA, visible bool, err error) {
	around := s.around(outline)
	if around.Empty() {
		return mean, false, nil
	}
	here, still, kept := seen.Region(around), free.Region(around), s.kept.Region(around)
	defer here.Close()
	defer still.Close()
	defer kept.Close()
	here.SetTo(gocv.NewScalar(0, 0, 0, 0))
	if err := fill(seen, outline, color.RGBA{255, 255, 255, 255}); err != nil {
		return mean, false, err
	}
	if err := gocv.BitwiseAnd(here, still, &here); err != nil {
		return mean, false, err
	}
	if gocv.CountNonZero(here) == 0 {
		return mean, false, nil
	}
	m := kept.MeanWithMask(here)
	return color.RGBA{uint8(m.Val3), uint8(m.Val2), uint8(m.Val1), 255}, true, nil
}

// around is the part of the frame in which something with this outline is drawn: the rest of the frame need not be touched.
func (s *Film) around(outline []Point) image.Rectangle {
	const rounding = 2
	var r image.Rectangle
	for _, p := range outline {
		r = r.Union(image.Rect(int(p.X)-rounding, int(p.Y)-rounding, int(p.X)+rounding+1, int(p.Y)+rounding+1))
	}
	return r.Intersect(image.Rect(0, 0, s.kept.Cols(), s.kept.Rows()))
}

// from are the points as they lie from the corner of a part of the frame.
func from(corner image.Point, points []Point) []Point {
	out := make([]Point, len(points))
	for i, p := range points {
		out[i] = Point{p.X - float32(corner.X), p.Y - float32(corner.Y)}
	}
	return out
}

// face shows the layer's face where it lies now.
func (s *Film) face(l Layer) error {
	around := s.around(l.To)
	if around.Empty() {
		return nil
	}
	n, to := len(l.From)/4, from(around.Min, l.To)
	m := perspective([4]Point{l.From[0], l.From[n], l.From[2*n], l.From[3*n]}, [4]Point{to[0], to[n], to[2*n], to[3*n]})
	defer m.Close()
	moved, there, shown := gocv.NewMat(), gocv.NewMatWithSize(around.Dy(), around.Dx(), gocv.MatTypeCV8UC1), s.shown.Region(around)
	defer moved.Close()
	defer there.Close()
	defer shown.Close()
	err := gocv.WarpPerspectiveWithParams(s.kept, &moved, m, around.Size(), gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{})
	if err != nil {
		return err
	}
	there.SetTo(gocv.NewScalar(0, 0, 0, 0))
	if err := fill(&there, to, color.RGBA{255, 255, 255, 255}); err != nil {
		return err
	}
	return moved.CopyToWithMask(&shown, there)
}

// blank is a mask as large as the frame, of any values.
func (s *Film) blank() gocv.Mat {
	return gocv.NewMatWithSize(s.kept.Rows(), s.kept.Cols(), gocv.MatTypeCV8UC1)
}

func fill(m *gocv.Mat, outline []Point, c color.RGBA) error {
	corners := make([]image.Point, len(outline))
	for i, p := range outline {
		corners[i] = image.Pt(int(p.X+0.5), int(p.Y+0.5))
	}
	points := gocv.NewPointsVectorFromPoints([][]image.Point{corners})
	defer points.Close()
	return gocv.FillPoly(m, points, c)
}
