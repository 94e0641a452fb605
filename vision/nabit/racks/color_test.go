package racks

import (
	"testing"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
)

// TestPaleFacesKeepTheirColors takes the hues of faces as some pictures showed them: all of one under a haze that took half of the colors,
// and one color that has faces which a lamp's reflection bleached some faces.
func TestPaleFacesKeepTheirColors(t *testing.T) {
	tests := []struct {
		rule  string
		faces map[engine.Color][]hue.Hue
	}{
		{"four colors under a haze", map[engine.Color][]hue.Hue{
			engine.Red:    {{0.33, 0}, {0.35, 0}, {0.38, 0.02}, {0.42, 0.04}, {0.51, 0.04}, {0.66, 0.06}, {1.02, 0.2}},
			engine.Purple: {{0.17, 0.34}, {0.25, 0.35}, {0.28, 0.38}, {0.32, 0.43}},
			engine.Yellow: {{0.01, -0.42}, {0.02, -0.49}, {0.02, -0.62}, {0.02, -0.63}},
			engine.Green:  {{-0.56, -0.54}, {-0.38, -0.38}, {-0.33, -0.35}, {-0.3, -0.32}},
		}},
		{"two colors under cold light", map[engine.Color][]hue.Hue{
			engine.Purple: {{0.35, 0.45}, {0.36, 0.46}, {0.37, 0.47}, {0.38, 0.48}, {0.38, 0.48}},
			engine.Yellow: {{-0.03, -0.49}, {-0.03, -0.51}, {-0.02, -0.54}, {-0.02, -0.56}, {-0.02, -0.55}},
		}},
		{"a lamp's reflection on one of them", map[engine.Color][]hue.Hue{
			engine.Purple: {{0.61, 0.6}, {0.69, 0.7}, {0.9, 0.97}, {0.96, 1.04}},
			engine.Yellow: {{0.25, -0.47}, {0.29, -0.48}, {0.42, -0.67}, {0.55, -1.09}, {0.57, -1.25}, {0.58, -1.33}},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.rule, func(t *testing.T) {
			var all []hue.Hue
			for _, faces := range tt.faces {
				all = append(all, faces...)
			}
			shift := hue.CommonShift(all)
			for color, faces := range tt.faces {
				for _, h := range faces {
					if got := engine.PlayerColors[hue.MostLikelyColor(h.LogLikelihoods(shift))]; got != color {
						t.Errorf("hue %.2f is %v, want %v (shift %.2f)", h, got, color, shift)
					}
					if got, ok := colorOfHue(h, shift); ok && got != color {
						t.Errorf("hue %.2f of a loose tile is %v, want %v (shift %.2f)", h, got, color, shift)
					}
				}
			}
		})
	}
}
