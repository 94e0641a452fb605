// Package filmtest has what tests of NAB-IT!'s films share: a film's beginning, and what it was made with.
package filmtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	"tilewatch/vision/source"
)

// Beginning is a source's first frames.
type Beginning struct {
	source.Source
	Left int
}

// Next implements source.Source.
func (b *Beginning) Next(ctx context.Context) (source.Frame, error) {
	if b.Left--; b.Left < 0 {
		return source.Frame{}, io.EOF
	}
	return b.Source.Next(ctx)
}

// Profile is what the film of that name was made with.
func Profile(t *testing.T, name string) (*calibration.Camera, *calibration.Tileset) {
	t.Helper()
	data, err := os.ReadFile(name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		Camera json.RawMessage
		Set    struct {
			Side, Thickness, Pitch float64
			Colours                map[engine.Color]string
		}
	}
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(err)
	}
	camera, err := calibration.ParseCamera(truth.Camera)
	if err != nil {
		t.Fatal(err)
	}
	set := &calibration.Tileset{SideMM: truth.Set.Side, ThicknessMM: truth.Set.Thickness, PitchMM: truth.Set.Pitch, Colors: map[engine.Color][3]float64{}}
	for c, hex := range truth.Set.Colours {
		var rgb [3]float64
		if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err == nil {
			set.Colors[c] = rgb
		}
	}
	return camera, set
}
