package body

import (
	"errors"
	"fmt"
	"sync"

	"tilewatch/engine"
	"tilewatch/vision/nn/unet"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

// eye is a network with the crops that it sees, several together.
type eye struct {
	net      func() *unet.Net
	side     int
	reach    float64
	together int
}

// netOf is the network for crops in a file that is part of the program.
func netOf(name string, file *[]byte, side int) func() *unet.Net {
	return sync.OnceValue(func() *unet.Net {
		n, _, err := unet.Read(*file)
		if err == nil && (n.Outputs != 1 || !n.Encoder || 5*n.Cell() != side) {
			err = fmt.Errorf("its shape %+v is not that of a network for crops", n.Shape)
		}
		if err != nil {
			panic(fmt.Sprintf("%s: %v", name, err))
		}
		return n
	})
}

// logRatios are what the network says of claimed faces.
func (e *eye) logRatios(r *picture.Raster, claims []engine.Quad) ([]float64, error) {
	ratios, errs := make([]float64, len(claims)), make([]error, (len(claims)+e.together-1)/e.together)
	parallel.Do(len(errs), func(i int) { // while the network sees some, the next are cropped
		first, end := i*e.together, min((i+1)*e.together, len(claims))
		errs[i] = e.see(r, claims[first:end], ratios[first:end])
	})
	return ratios, errors.Join(errs...)
}

// see fills in the ratios of claims that the network sees together.
func (e *eye) see(r *picture.Raster, claims []engine.Quad, ratios []float64) error {
	in := unet.NewBlobs(len(claims), 3, e.side, e.side)
	parallel.Do(len(claims), func(i int) {
		each := 3 * e.side * e.side
		colors := make([]uint8, each)
		crop(r, claims[i], e.side, e.reach, colors)
		normalize(colors, in.Numbers[i*each:(i+1)*each])
	})
	out, err := e.net().Run(in)
	if err != nil {
		return err
	}
	for i := range ratios {
		ratios[i] = float64(out.PlaneOf(i, 0)[0])
	}
	return nil
}
