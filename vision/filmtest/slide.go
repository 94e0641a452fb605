package filmtest

import (
	"errors"
	"fmt"
	"image"
	"image/color"

	"gocv.io/x/gocv"
)

// Slide moves what lies in a part of the table, as a hand would: it is seen elsewhere, and where it was lies the bare table, as in the
// film's first frame.
type Slide struct {
	// From is the part in the film's picture, clockwise; To is where its corners are seen then.
	From, To [4]Point
	// Layers, lowest first, are the stacks in it, where nothing hides them; without them all of it is moved like a sheet.
	Layers []Layer
}

// What lies on the table differs by so many levels of any color from the bare one, is so many pixels wide, and has an edge of so many around it.
const bare, thinnest, edge = 20, 9, 5

// slide shows the frame with the part moved.
func (s *Film) slide(part *Slide) error {
	if err := s.keepBare(); err != nil {
		return err
	}
	lying, err := s.lying(part.From)
	if err != nil {
		return err
	}
	defer lying.Close()
	if len(part.Layers) > 0 {
		for _, l := range part.Layers {
			if err := fill(&lying, l.From, color.RGBA{255, 255, 255, 255}); err != nil {
				return err
			}
		}
		if err := s.kept.CopyTo(&s.shown); err != nil {
			return err
		}
		if err := s.bare.CopyToWithMask(&s.shown, lying); err != nil {
			return err
		}
		return s.layered(part.Layers)
	}
	around := s.around(part.To[:])
	if around.Empty() {
		return errors.Join(s.kept.CopyTo(&s.shown), s.bare.CopyToWithMask(&s.shown, lying))
	}
	m := perspective(part.From, [4]Point(from(around.Min, part.To[:])))
	defer m.Close()
	moved, there := gocv.NewMat(), gocv.NewMat()
	defer moved.Close()
	defer there.Close()
	for _, err := range []error{
		gocv.WarpPerspectiveWithParams(s.kept, &moved, m, around.Size(), gocv.InterpolationLinear, gocv.BorderConstant, color.RGBA{}),
		gocv.WarpPerspectiveWithParams(lying, &there, m, around.Size(), gocv.InterpolationNearestNeighbor, gocv.BorderConstant, color.RGBA{}),
		s.kept.CopyTo(&s.shown),
		s.bare.CopyToWithMask(&s.shown, lying),
	} {
		if err != nil {
			return err
		}
	}
	shown := s.shown.Region(around)
	defer shown.Close()
	return moved.CopyToWithMask(&shown, there)
}

// keepBare remembers the film's first frame.
func (s *Film) keepBare() error {
	if !s.bare.Empty() {
		return nil
	}
	film, err := gocv.VideoCaptureFileWithAPI(s.path, gocv.VideoCaptureFFmpeg)
	if err != nil {
		return err
	}
	defer film.Close()
	if !film.Read(&s.bare) {
		return fmt.Errorf("%s has no frames", s.path)
	}
	return s.smooth(&s.bare)
}

// lying is a mask of what lies in the part; the caller closes it.
func (s *Film) lying(part [4]Point) (gocv.Mat, error) {
	differs, gray := gocv.NewMat(), gocv.NewMat()
	defer differs.Close()
	defer gray.Close()
	inside := gocv.NewMatWithSize(s.kept.Rows(), s.kept.Cols(), gocv.MatTypeCV8UC1)
	defer inside.Close()
	var corners []image.Point
	for _, p := range part {
		corners = append(corners, image.Pt(int(p.X), int(p.Y)))
	}
	outline := gocv.NewPointsVectorFromPoints([][]image.Point{corners})
	defer outline.Close()
	thin := gocv.GetStructuringElement(gocv.MorphEllipse, image.Pt(thinnest, thinnest))
	defer thin.Close()
	around := gocv.GetStructuringElement(gocv.MorphEllipse, image.Pt(edge, edge))
	defer around.Close()
	mask := gocv.NewMat()
	inside.SetTo(gocv.NewScalar(0, 0, 0, 0))
	for _, err := range []error{
		gocv.FillPoly(&inside, outline, color.RGBA{255, 255, 255, 255}),
		gocv.AbsDiff(s.kept, s.bare, &differs),
		most(differs, &gray),
	} {
		if err != nil {
			return mask, err
		}
	}
	gocv.Threshold(gray, &gray, bare, 255, gocv.ThresholdBinary)
	for _, err := range []error{
		gocv.MorphologyEx(gray, &gray, gocv.MorphOpen, thin),
		gocv.MorphologyEx(gray, &gray, gocv.MorphClose, thin),
		gocv.Dilate(gray, &gray, around),
		gocv.BitwiseAnd(gray, inside, &mask),
	} {
		if err != nil {
			return mask, err
		}
	}
	return mask, nil
}

// most is the largest of each pixel's colors.
func most(mat gocv.Mat, into *gocv.Mat) error {
	planes := gocv.Split(mat)
	err := planes[0].CopyTo(into)
	for i := range planes {
		err = errors.Join(err, gocv.Max(planes[i], *into, into), planes[i].Close())
	}
	return err
}

// perspective takes corners to corners.
func perspective(from, to [4]Point) gocv.Mat {
	a, b := corners(from), corners(to)
	defer a.Close()
	defer b.Close()
	return gocv.GetPerspectiveTransform2f(a, b)
}

func corners(of [4]Point) gocv.Point2fVector {
	var points []gocv.Point2f
	for _, p := range of {
		points = append(points, gocv.Point2f(p))
	}
	return gocv.NewPoint2fVectorFromPoints(points)
}
