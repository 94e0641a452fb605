package body

import (
	_ "embed"
	"errors"
	"fmt"
	"sync"

	"tilewatch/engine"
	"tilewatch/vision/nn/unet"
	"tilewatch/vision/parallel"
	"tilewatch/vision/picture"
)

//go:embed body.bin
var file []byte

// net is the network that the program runs.
var net = sync.OnceValue(func() *unet.Net {
	n, _, err := unet.Read(file)
	if err == nil && (n.Outputs != 1 || !n.Encoder || 5*n.Cell() != Side) {
		err = fmt.Errorf("its shape %+v is not that of a network for crops", n.Shape)
	}
	if err != nil {
		panic(fmt.Sprintf("body.bin: %v", err)) // the file is part of the program
	}
	return n
})

// together is how many crops the network sees at a time.
const together = 32

// most bounds a log-likelihood ratio: no body is surer than what the made-up scenes have of its kind.
const most = 6

// LogRatios are the log-likelihood ratios of a body against anything else for claimed faces, by their corners.
func LogRatios(r *picture.Raster, claims []engine.Quad) ([]float64, error) {
	ratios, errs := make([]float64, len(claims)), make([]error, (len(claims)+together-1)/together)
	parallel.Do(len(errs), func(i int) { // while the network sees some, the next are cropped
		first, end := i*together, min((i+1)*together, len(claims))
		errs[i] = logRatios(r, claims[first:end], ratios[first:end])
	})
	return ratios, errors.Join(errs...)
}

// logRatios are those of a few claims.
func logRatios(r *picture.Raster, claims []engine.Quad, ratios []float64) error {
	in := unet.NewBlobs(len(claims), 3, Side, Side)
	parallel.Do(len(claims), func(i int) {
		const each = 3 * Side * Side
		c := CropOf(r, claims[i])
		c.into(in.Numbers[i*each : (i+1)*each])
	})
	out, err := net().Run(in)
	if err != nil {
		return err
	}
	for i := range ratios {
		ratios[i] = min(max(float64(out.PlaneOf(i, 0)[0]), -most), most)
	}
	return nil
}
