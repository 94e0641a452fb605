package main

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"

	"gocv.io/x/gocv"

	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/nn/conv"
	"tilewatch/vision/picture"
)

// tints are the classes' colors in an overlay.
var tints = [tilemap.Classes][3]float64{tilemap.Letter: {255, 40, 40}, tilemap.Blank: {255, 255, 0}, tilemap.Side: {0, 200, 0}, tilemap.Loose: {0, 120, 255}, tilemap.Bank: {255, 0, 255}}

// overlay paints what a network sees over a picture, half as large as the network sees it.
func overlay(net, file, out string) error {
	n, err := read(net)
	if err != nil {
		return err
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	p, err := picture.Decode(b)
	if err != nil {
		return err
	}
	defer p.Close()
	var img *image.RGBA
	var failed error
	err = tilemap.Look(n, p.Pixels, func(out *conv.Map, width, height int, _ float64) { img, failed = painted(p.Pixels, out, width, height) })
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := png.Encode(f, img); err != nil {
		return err
	}
	fmt.Println(out)
	return f.Close()
}

// painted are the picture as the network sees it, and what it sees.
func painted(pixels gocv.Mat, out *conv.Map, width, height int) (*image.RGBA, error) {
	small := gocv.NewMat()
	defer small.Close()
	if err := gocv.Resize(pixels, &small, image.Pt(2*width, 2*height), 0, 0, gocv.InterpolationArea); err != nil {
		return nil, err
	}
	img := image.NewRGBA(image.Rect(0, 0, 4*width, 2*height))
	for y := range 2 * height {
		for x := range 2 * width {
			v := small.GetVecbAt(y, x)
			plain := [3]float64{float64(v[2]), float64(v[1]), float64(v[0])}
			img.SetRGBA(x, y, paint(plain))
			img.SetRGBA(x+2*width, y, paint(tinted(plain, out.At(x/2, y/2))))
		}
	}
	return img, nil
}

// tinted is a color mixed with its classes' tints.
func tinted(plain [3]float64, outputs []float32) [3]float64 {
	var logs [tilemap.Classes]float32
	classes, _, _ := tilemap.Groups(outputs)
	tilemap.LogSoftmax(classes, logs[:])
	mix := plain
	for c := tilemap.Letter; c < tilemap.Classes; c++ {
		for j := range mix {
			mix[j] += opaque * exp(logs[c]) * (tints[c][j] - plain[j])
		}
	}
	return mix
}

// opaque is how much of a tint covers the picture.
const opaque = 0.8

func paint(c [3]float64) color.RGBA {
	var b [3]uint8
	for i := range c {
		b[i] = uint8(min(max(c[i], 0), 255))
	}
	return color.RGBA{b[0], b[1], b[2], 255}
}
