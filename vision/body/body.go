package body

import (
	_ "embed"

	"tilewatch/engine"
	"tilewatch/vision/picture"
)

//go:embed body.bin
var file []byte

// looks are those of the network that decides.
var looks = eye{net: netOf("body.bin", &file, Side), side: Side, reach: Reach, together: 32}

// most bounds a log-likelihood ratio: no body is surer than what the made-up scenes have of its kind.
const most = 6

// LogRatios are the log-likelihood ratios of a body against anything else for claimed faces, by their corners.
func LogRatios(r *picture.Raster, claims []engine.Quad) ([]float64, error) {
	for range claims {
		r.Look()
	}
	ratios, err := looks.logRatios(r, claims)
	for i, ratio := range ratios {
		ratios[i] = min(max(ratio, -most), most)
	}
	return ratios, err
}
