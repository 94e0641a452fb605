package body

import (
	_ "embed"
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
	ratios := make([]float64, len(claims))
	all := unet.NewBlobs(min(together, len(claims)), 3, Side, Side)
	const each = 3 * Side * Side
	for first := 0; first < len(claims); first += together {
		some := claims[first:min(first+together, len(claims))]
		in := *all
		in.Pictures, in.Numbers = len(some), all.Numbers[:len(some)*each]
		parallel.Do(len(some), func(i int) {
			c := CropOf(r, some[i])
			c.into(in.Numbers[i*each : (i+1)*each])
		})
		out, err := net().Run(&in)
		if err != nil {
			return nil, err
		}
		for i := range some {
			ratios[first+i] = min(max(float64(out.PlaneOf(i, 0)[0]), -most), most)
		}
	}
	return ratios, nil
}
