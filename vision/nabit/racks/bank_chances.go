package racks

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"tilewatch/engine"
	"tilewatch/vision/nabit/hue"
	"tilewatch/vision/nabit/hypothesis"
	"tilewatch/vision/nabit/tilemap"
	"tilewatch/vision/picture"
)

// Claim is what a picture shows of one player's bank: the likeliest face of that color, and where else the map of tiles sees a bank.
type Claim struct {
	Color     engine.Color
	at        *bankCandidate // nil: no face may be its top
	tiles     int            // as the classifier alone counts it; 0: it accepts none
	onBoard   float64        // logarithm of the player's stacks on the board, and one
	shown     float64        // logarithm of the share of the top that the map sees as the player's bank
	elsewhere float64        // logarithm of the area of banks that the map sees elsewhere, in tops
	far       engine.Point   // where it is most sure of them
}

// BankSigns is how many signs speak for a count.
const BankSigns = 7

// noArea is what is added to areas before their logarithms are taken, in tops: less is noise.
const noArea = 0.02

// Signs are the alternatives to no bank: those of 1 to 10 tiles, if a face may be the top, and last a bank that no face shows.
func (c *Claim) Signs() (all [][BankSigns]float64) {
	if c.at != nil {
		_, visible := c.at.visibleSides()
		for _, score := range c.at.scores {
			all = append(all, [BankSigns]float64{float64(score), float64(score) * math.Log(visible+sideFloor), c.onBoard, c.shown, 1})
		}
	}
	return append(all, [BankSigns]float64{5: c.elsewhere, 6: 1})
}

// Shows says whether the claim's face is the top of the bank whose top face is there.
func (c *Claim) Shows(top engine.Quad) bool {
	if c.at == nil {
		return false
	}
	var mid engine.Point
	for _, p := range top {
		mid.X, mid.Y = mid.X+p.X/4, mid.Y+p.Y/4
	}
	return picture.Dist(mid, c.center(c.at.level)) < picture.Dist(top[0], top[2])
}

// center is the middle of the top of a bank of so many levels.
func (c *Claim) center(level int) engine.Point { return c.at.Pixel(0, 0, float64(level)) }

// How far the map looks for a bank, in tops; hand-set.
const (
	bankReach = 2.5 // about a top: what lies farther off is another bank
	topReach  = 0.4 // on a top: its points about the middle
)

// Claims finds the likeliest bank of each color, and weighs it. onBoard counts the players' stacks.
func Claims(r *picture.Raster, s *hypothesis.Hypothesis, lines []hypothesis.Line, onBoard map[engine.Color]int, shift hue.Hue) []Claim {
	best, points := likeliestBanks(r, s, lines, shift), s.Map.BankPoints()
	low, high := engine.Bounds(maps.Keys(s.Cells))
	col, row := float64(low.Col+high.Col)/2, float64(low.Row+high.Row)/2
	top := picture.Dist(s.Pixel(col, row, 1), s.Pixel(col+math.Sqrt2/2, row+math.Sqrt2/2, 1)) // its side, pixels
	all := make([]Claim, len(engine.PlayerColors))
	for i, color := range engine.PlayerColors {
		all[i] = Claim{Color: color, at: best.accepted[color], onBoard: math.Log1p(float64(onBoard[color]))}
		if c := &all[i]; c.at != nil {
			c.tiles = c.at.level - 1
		} else if other := best.refused[color]; other != nil && !math.IsInf(other.odds, -1) && inFrame(r, &other.bankHypothesis) {
			c.at = other
		}
		all[i].look(points, i, top, s.Map.Area(top))
	}
	return all
}

// look adds what the map's points show of the bank of a player's number; area is a top's, in points.
func (c *Claim) look(points []tilemap.BankPoint, player int, top, area float64) {
	most, shown, elsewhere := 0.0, 0.0, 0.0
	for i := range points {
		p := &points[i]
		off, chance := math.Inf(1), p.Colors[player]
		if c.at != nil {
			off = picture.Dist(p.At, c.center(c.at.level))
		}
		if off < topReach*top {
			shown += chance
		}
		if off > bankReach*top {
			elsewhere += chance
			if chance > most {
				most, c.far = chance, p.At
			}
		}
	}
	c.shown = math.Log(shown/(area*math.Pi*topReach*topReach) + noArea)
	c.elsewhere = math.Log(elsewhere/area + noArea)
}

// BankWeights say how likely a player has banked so many tiles, by the signs of each count (conditional logit).
type BankWeights struct {
	Signs [BankSigns]float64 `json:"signs"` // as Claim.Signs lists them
	// Elsewhere is how often a bank that no face shows holds 1 to 10 tiles.
	Elsewhere [BankTiles]float64 `json:"elsewhere"`
}

// Of are the chances of each count.
func (w *BankWeights) Of(c *Claim) (chances engine.BankChances) {
	chances[0] = 1
	sum, signs := 1.0, c.Signs()
	for i, x := range signs {
		odds := 0.0
		for k, v := range x {
			odds += w.Signs[k] * v
		}
		chance := math.Exp(min(odds, 40))
		sum += chance
		if i < len(signs)-1 {
			chances[i+1] += chance
			continue
		}
		for n, share := range w.Elsewhere {
			chances[n+1] += chance * share
		}
	}
	for n := range chances {
		chances[n] /= sum
	}
	return chances
}

//go:embed bank_chances.json
var fittedChances []byte

// claimWeights are the fitted ones. go run ./vision/train/nabit -chances fits them.
var claimWeights = sync.OnceValue(func() (w *BankWeights) {
	if err := json.Unmarshal(fittedChances, &w); err != nil {
		panic(fmt.Sprintf("bank_chances.json: %v", err)) // the file is part of the program
	}
	return w
})

// bank is what the claim comes to. Without a map of tiles, as in a film, only the classifier's count is known.
func (c *Claim) bank(mapped bool) engine.Bank {
	b := engine.Bank{Color: c.Color, Tiles: c.tiles}
	if mapped {
		b.Chances = claimWeights().Of(c)
		b.Tiles = slices.Index(b.Chances[:], slices.Max(b.Chances[:]))
	}
	switch {
	case c.at == nil:
		b.Center = c.far
	case b.Tiles > 0:
		b.Center = c.center(b.Tiles + 1)
	default:
		b.Center = c.center(c.at.level)
	}
	return b
}
