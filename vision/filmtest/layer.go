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
		seen.SetTo(gocv.NewScalar(0, 0, 0, 0))
		if err := fill(&seen, layers[i].From, color.RGBA{255, 255, 255, 255}); err != nil {
			return nil, err
		}
		if err := gocv.BitwiseAnd(seen, free, &seen); err != nil {
			return nil, err
		}
		if gocv.CountNonZero(seen) > 0 {
			m := s.kept.MeanWithMask(seen)
			above[layers[i].Stack] = color.RGBA{uint8(m.Val3), uint8(m.Val2), uint8(m.Val1), 255}
		}
		out[i] = above[layers[i].Stack]
		if err := fill(&free, layers[i].From, color.RGBA{}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// face shows the layer's face where it lies now.
func (s *Film) face(l Layer) error {
	n := len(l.From) / 4
	m := perspective([4]Point{l.From[0], l.From[n], l.From[2*n], l.From[3*n]}, [4]Point{l.To[0], l.To[n], l.To[2*n], l.To[3*n]})
	defer m.Close()
	moved, there := gocv.NewMat(), s.blank()
	defer moved.Close()
	defer there.Close()
	err := gocv.WarpPerspectiveWithParams(s.kept, &moved, m, image.Pt(s.kept.Cols(), s.kept.Rows()), gocv.InterpolationLinear, gocv.BorderReplicate, color.RGBA{})
	if err != nil {
		return err
	}
	there.SetTo(gocv.NewScalar(0, 0, 0, 0))
	if err := fill(&there, l.To, color.RGBA{255, 255, 255, 255}); err != nil {
		return err
	}
	return moved.CopyToWithMask(&s.shown, there)
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
