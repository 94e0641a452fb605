package lens

import (
	"fmt"
	"math"

	"tilewatch/calibration"
	"tilewatch/engine"
)

// View says what a camera's place over the table lets it see.
type View struct {
	TiltDeg  float64 `json:"tilt_deg"`  // from straight above
	HeightMM float64 `json:"height_mm"` // over the table
	TilePx   float64 `json:"tile_px"`   // a tile's side where the board lay, along its shorter direction
	LevelPx  float64 `json:"level_px"`  // by how much one more tile moves the top of a stack
	Score    int     `json:"score"`     // 0 to 100
	Says     []Says  `json:"says"`
}

// Says is one sentence about a view. Key and values are for pages that speak another language.
type Says struct {
	Key    string             `json:"key"`
	Values map[string]float64 `json:"values,omitempty"`
	Text   string             `json:"text"`
}

// What reading takes. The limits are those found on rendered tables.
const (
	leastTile, goodTile  = 22.0, 30.0 // pixels
	leastTilt, goodTilt  = 10.0, 25.0 // degrees
	steepTilt, worstTilt = 50.0, 62.0
	leastLevel           = 2.5 // pixels
)

// Look judges a view of the table at a point of it, for a set of tiles; nil: tiles as most are.
func Look(c *calibration.Camera, p *Pose, at engine.Point, set *calibration.Tileset) View {
	side, thick := 24.0, 5.5
	if set != nil && set.SideMM > 0 {
		side = set.SideMM
	}
	if set != nil && set.ThicknessMM > 0 {
		thick = set.ThicknessMM
	}
	away := func(a, b engine.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }
	here := p.Pixel(c, at.X, at.Y, 0)
	v := View{TiltDeg: p.Tilt(), HeightMM: p.Height(), LevelPx: away(here, p.Pixel(c, at.X, at.Y, thick))}
	v.TilePx = math.Inf(1)
	for _, d := range [][2]float64{{side, 0}, {0, side}, {side * math.Sqrt2 / 2, side * math.Sqrt2 / 2}, {side * math.Sqrt2 / 2, -side * math.Sqrt2 / 2}} {
		v.TilePx = min(v.TilePx, away(here, p.Pixel(c, at.X+d[0], at.Y+d[1], 0)))
	}
	v.judge()
	return v
}

// say adds a sentence and takes its cost off the score.
func (v *View) say(cost int, key, text string, values map[string]float64) {
	v.Score = max(0, v.Score-cost)
	v.Says = append(v.Says, Says{key, values, text})
}

func (v *View) judge() {
	v.Score = 100
	tilt, tile := math.Round(v.TiltDeg), math.Round(v.TilePx)
	switch {
	case v.TilePx < leastTile:
		nearer := math.Round(v.HeightMM * v.TilePx / goodTile / 10)
		v.say(60, "tiles_too_small", fmt.Sprintf("A tile is only %.0f pixels wide: its letter cannot be read. Bring the camera to %.0f cm, or choose a larger picture.", tile, nearer), map[string]float64{"px": tile, "cm": nearer})
	case v.TilePx < goodTile:
		nearer := math.Round(v.HeightMM * v.TilePx / goodTile / 10)
		v.say(20, "tiles_small", fmt.Sprintf("A tile is %.0f pixels wide: most letters can be read, in good light. %.0f cm would be better.", tile, nearer), map[string]float64{"px": tile, "cm": nearer})
	default:
		v.say(0, "tiles_good", fmt.Sprintf("A tile is %.0f pixels wide: letters can be read.", tile), map[string]float64{"px": tile})
	}
	switch {
	case v.TiltDeg < leastTilt:
		v.say(30, "from_above", fmt.Sprintf("From straight above I cannot count stacks in a photo; a game that I watch from its start is no problem, for I count the tiles as they are laid. Tilt by %.0f degrees for photos.", goodTilt), map[string]float64{"deg": tilt, "want": goodTilt})
	case v.TiltDeg > worstTilt:
		v.say(45, "too_flat", fmt.Sprintf("Seen this flat (%.0f degrees from straight above), tall stacks hide what lies behind them. Raise the camera: 30 to 45 degrees are best.", tilt), map[string]float64{"deg": tilt})
	case v.TiltDeg > steepTilt:
		v.say(15, "flat", fmt.Sprintf("At %.0f degrees from straight above, tall stacks hide part of what lies behind them. 30 to 45 degrees are best.", tilt), map[string]float64{"deg": tilt})
	case v.LevelPx < leastLevel:
		v.say(25, "levels_small", fmt.Sprintf("One more tile moves the top of a stack by only %.1f pixels: heights in a photo are uncertain. Come nearer or tilt more.", v.LevelPx), map[string]float64{"px": v.LevelPx})
	case v.TiltDeg < goodTilt:
		v.say(8, "tilt_little", fmt.Sprintf("Tilted by %.0f degrees, stacks can be counted; at %.0f more surely.", tilt, goodTilt), map[string]float64{"deg": tilt, "want": goodTilt})
	default:
		v.say(0, "tilt_good", fmt.Sprintf("Tilted by %.0f degrees, stacks can be counted.", tilt), map[string]float64{"deg": tilt})
	}
}

// Verdict says what a reprojection error means: a key and a sentence.
func (r *Result) Verdict() Says {
	scale := float64(max(r.Camera.Width, r.Camera.Height)) / 1280
	values := map[string]float64{"px": r.RMS, "percent": 100 * r.FocalSigma}
	switch {
	case r.FocalSigma > 0.02:
		return Says{"unsure", values, fmt.Sprintf("The focal length is known only to %.1f %%: show the board more tilted, and in all parts of the picture.", 100*r.FocalSigma)}
	case r.RMS < 0.35*scale:
		return Says{"good", values, fmt.Sprintf("Very good: error: %.2f pixels, the focal length to %.1f %%.", r.RMS, 100*r.FocalSigma)}
	case r.RMS < 0.9*scale:
		return Says{"usable", values, fmt.Sprintf("Usable: the points are explained to %.2f pixels. Better below %.1f: hold the board still, flat and in focus.", r.RMS, 0.35*scale)}
	}
	return Says{"bad", values, fmt.Sprintf("Not good: the points are off by %.1f pixels. The board was bent, moving or out of focus, or the lens zoomed in between: take the pictures again.", r.RMS)}
}
