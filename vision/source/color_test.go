package source

import (
	"context"
	"image"
	"testing"

	"tilewatch/vision/picture"
)

func TestAFilmsPicturesHaveSmoothColors(t *testing.T) {
	s, err := openFilm("../../testdata/nabit/live/oblique.mp4", Options{})
	check(t, err)
	defer s.Close()
	frame, err := s.Next(context.Background())
	check(t, err)
	if got := picture.ChromaSubsampling(&frame.Mat); got != image.Pt(2, 2) {
		t.Fatalf("the decoder gives blocks of %v: if it interpolates by now, nothing needs to be done about it", got)
	}
	p := frame.Picture()
	defer p.Close()
	if got := picture.ChromaSubsampling(&p.Pixels); got != image.Pt(1, 1) {
		t.Errorf("the picture's colors come in blocks of %v", got)
	}
}
