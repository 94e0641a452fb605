package vision

import (
	"math"
	"slices"

	"tilewatch/engine"
	"tilewatch/vision/kernel"
)

const (
	bankTiles  = 8             // no bank holds more
	bankTop    = bankTiles + 1 // levels of the fullest bank: the gray tile is one
	bankSteps  = 2             // samples of a stack's side for each tile
	bankFace   = -0.5          // the score of a mark's face from which it is looked at,
	bankJudged = 1.0           // the judge's of the same face at its level from which it is taken for the top of a bank,
	bankFit    = -3.0          // and the log-likelihood ratio of the sides below
	bankSure   = 7.2           // how much all of these together must say that it is one
	bankGray   = 3.0           // so much at most counts whether the lowest is gray,
	bankSides  = 3.0           // and so much how well the sides fit, of which
	bankShare  = 0.3           // this share does
	bankPlain  = 5.0           // the fit from which it is plain that several tiles are stacked
	bankNear   = 5.0           // pitches between a bank and the nearer end of its player's rack that mean nothing;
	bankAway   = 1.0           // each beyond these counts against it, as many at most
	sideSeen   = 0.6           // pixels a tile: of a side seen less than that nothing can be told
	sideInset  = 0.015         // pitches: how far a rounded side lies within the sharp square
)

// stackView is what a picture shows of a stack that stands alone, if it is so many levels high.
type stackView struct {
	pose
	level  int
	fit    float64 // log-likelihood ratio of what is seen of its sides
	gray   float64 // of the lowest being gray and not as those above
	judged float64 // of its top face, the judge's
	sure   float64 // all of these together, and the mark's
}

// banks finds the stack of each color that most looks like a bank among the faces without neighbors, and leaves the chains of
// several: those are racks.
func (r *raster) banks(s *structure, chains []chain, shift hue) (banks []engine.Bank, racks []chain, warnings []engine.Warning) {
	best := map[engine.Color]stackView{}
	var single []chain
	for _, c := range chains {
		if len(c) > rackTiles {
			rest, end := r.split(s, c, shift)
			c, single = rest, append(single, end)
		}
		if len(c) > 1 {
			racks = append(racks, c)
		} else {
			single = append(single, c)
		}
	}
	for _, c := range single {
		if c[0].score < bankFace {
			continue
		}
		v := r.stack(s, &c[0], shift)
		v.sure = c[0].score + v.judged + min(max(v.gray, -bankGray), bankGray) + min(bankShare*v.fit, bankSides) - awayFrom(&c[0], racks)
		if ofRack(&c[0], racks) && (v.level < 3 || v.fit < bankPlain || v.gray < 0) {
			continue
		}
		if v.sure > bankSure && v.judged > bankJudged && v.fit > bankFit && v.sure > best[c[0].color].sure {
			best[c[0].color] = v
		}
	}
	for _, color := range engine.PlayerColors {
		v := best[color]
		switch {
		case v.level == 0:
		case !r.whole(&v):
			warnings = append(warnings, engine.Warning{
				Code:    "bank_cut",
				Message: "the " + color.String() + " bank reaches out of the picture and is not counted: show the whole table",
			})
		default:
			banks = append(banks, engine.Bank{Color: color, Tiles: v.level - 1, Center: v.pixel(0, 0, float64(v.level))})
		}
	}
	return banks, racks, warnings
}

// split takes the end off a line longer than any rack that looks most like a stack.
func (r *raster) split(s *structure, c chain, shift hue) (rest, end chain) {
	first, last := r.stack(s, &c[0], shift), r.stack(s, &c[len(c)-1], shift)
	if first.fit > last.fit {
		return c[1:], c[:1]
	}
	return c[:len(c)-1], c[len(c)-1:]
}

// awayFrom is what speaks against a bank that lies far from its player's rack: bags lie farther off.
func awayFrom(f *looseFace, racks []chain) float64 {
	far := math.Inf(1)
	for _, c := range racks {
		if c.color() == f.color {
			far = min(far, f.apart(&c[0]), f.apart(&c[len(c)-1]))
		}
	}
	if math.IsInf(far, 1) {
		return 0 // no rack was seen
	}
	return bankAway * min(max(far-bankNear, 0), bankNear)
}

// ofRack says whether a face lies in the line of a rack of its color, as near as a tile with one missing between.
func ofRack(f *looseFace, racks []chain) bool {
	return slices.ContainsFunc(racks, func(c chain) bool {
		return c.color() == f.color && len(c) < rackTiles && c.inLine(f) &&
			min(f.apart(&c[0]), f.apart(&c[len(c)-1])) < 2*rackFar && c[0].beside(f)
	})
}

// whole says whether the picture shows the stack from its top to its gray tile.
func (r *raster) whole(v *stackView) bool {
	corners := slices.Concat(sliceOf(v.face(engine.Place{}, 1)), sliceOf(v.face(engine.Place{}, float64(v.level))))
	return !slices.ContainsFunc(corners, func(p engine.Point) bool { return !r.inside(p) })
}

func sliceOf(q engine.Quad) []engine.Point { return q[:] }

// stack finds how high the stack under a face is. The face is put right under the level that seems likeliest, since a higher one
// is larger, and then all levels are compared anew.
func (r *raster) stack(s *structure, f *looseFace, shift hue) stackView {
	tones := r.tonesOf(f, shift)
	top, turn := f.pixel(0, 0, f.level), f.turn
	best := r.likeliestStack(s, top, turn, tones)
	for range stackRounds {
		r.refineStack(&best)
		top, turn = best.pixel(0, 0, float64(best.level)), s.turnOf(&best.pose)
		next := r.likeliestStack(s, top, turn, tones)
		next.judged = best.judged
		same := next.level == best.level
		if best = next; same {
			break
		}
	}
	return best
}

const stackRounds = 3

// refineStack puts the top face right, if that makes it look more like one.
func (r *raster) refineStack(v *stackView) {
	refined := *v
	r.settle(&refined.pose, float64(v.level), wideLocator())
	r.settle(&refined.pose, float64(v.level), narrowLocator())
	v.judged, refined.judged = r.likeTop(v), r.likeTop(&refined)
	if refined.judged > v.judged {
		*v = refined
	}
}

// likeTop is how much the top of the stack looks like a face.
func (r *raster) likeTop(v *stackView) float64 {
	face := r.viewClosely(&v.pose, engine.Place{}, float64(v.level))
	return likingOf(fineJudge().score(face.features()))
}

// turnOf is how a tile's pose is turned against the structure's lattice, within a quarter turn.
func (s *structure) turnOf(p *pose) float64 { return quarter(math.Atan2(p.x.dot(s.y), p.x.dot(s.x))) }

// likeliestStack is the stack that explains best what is seen below a top face.
func (r *raster) likeliestStack(s *structure, top engine.Point, turn float64, tones *stackTones) stackView {
	best := stackView{fit: math.Inf(-1)}
	for level := 2; level <= bankTop; level++ {
		if v := r.stackAt(s, top, turn, level, tones); v.fit > best.fit {
			best = v
		}
	}
	return best
}

// stackAt is the stack whose top face is seen at a place and lies on this level.
func (r *raster) stackAt(s *structure, top engine.Point, turn float64, level int, tones *stackTones) stackView {
	at, _ := s.onLevel(top, float64(level))
	v := stackView{pose: s.poseAt(at.X, at.Y, turn), level: level}
	v.fit = r.sidesFit(&v, tones)
	return v
}

// stackTones are the hues that a stack's sides and what is around it may have.
type stackTones struct{ tile, lamp, table hue }

func (r *raster) tonesOf(f *looseFace, shift hue) *stackTones {
	t := &stackTones{tile: hueOf(f.plastic), lamp: shift}
	var around [2][]float64
	for k := range 16 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 8)
		h := hueOf(r.at(f.pixel(1.2*cos, 1.2*sin, 0)))
		around[0], around[1] = append(around[0], h[0]), append(around[1], h[1])
	}
	for k := range around {
		slices.Sort(around[k])
		t.table[k] = around[k][8]
	}
	return t
}

// Densities of hues, per unit of either logarithm squared.
const (
	sideSpread  = 0.3  // of a tile's side about its face: it is lit by other things
	graySpread  = 0.15 // of the gray tile's about the lamp's,
	grayBleed   = 0.12 // mixed with up to this share of what is stacked on it: its tiles shine on it
	tableSpread = 0.2
	anyHue      = 0.15 // the density of a hue of which nothing is known
)

// hueDensity is the density of a hue about another, and seldom anywhere.
func hueDensity(h, mean hue, spread float64) float64 {
	d := colorGapOfHues(h, mean) / spread
	return 0.9*math.Exp(-d*d/2)/(2*math.Pi*spread*spread) + 0.1*anyHue
}

// sidesFit goes down the sides that the camera sees: the tiles' color, then gray for the last. It is a log-likelihood ratio against
// seeing the table all along. A single tile (level 1) stands on no gray one.
func (r *raster) sidesFit(v *stackView, t *stackTones) float64 {
	sum := 0.0
	v.gray = 0
	for k := range v.level * bankSteps {
		depth := (float64(k) + 0.5) / bankSteps
		h, seen := r.sideHue(v, float64(v.level)-depth)
		if seen == 0 {
			continue
		}
		density := hueDensity(h, t.tile, sideSpread)
		if v.level > 1 && k >= (v.level-1)*bankSteps {
			gray := hueDensity(h, t.grayLike(h), graySpread)
			v.gray += seen / bankSteps * math.Log(gray/density)
			density = gray
		}
		sum += seen / bankSteps * math.Log(density/(0.5*hueDensity(h, t.table, tableSpread)+0.5*anyHue))
	}
	return sum
}

// grayLike is the hue most like h that the gray tile may have below the tiles.
func (t *stackTones) grayLike(h hue) (gray hue) {
	towards := hue{t.tile[0] - t.lamp[0], t.tile[1] - t.lamp[1]}
	along := (h[0]-t.lamp[0])*towards[0] + (h[1]-t.lamp[1])*towards[1]
	share := min(max(along/max(towards[0]*towards[0]+towards[1]*towards[1], 1e-9), 0), grayBleed)
	for k := range gray {
		gray[k] = t.lamp[k] + share*towards[k]
	}
	return gray
}

// sideHue is the hue of the sides towards the camera at a height over the table (tiles), and how well they are seen, 0 to 1.
func (r *raster) sideHue(v *stackView, height float64) (hue, float64) {
	under := squareOf(&v.pose, engine.Place{}, height)
	half := v.side/v.pitch/2 - sideInset
	mid, up := v.pixel(0, 0, height), v.pixel(0, 0, height+1)
	var sum rgb
	total := 0.0
	for side, mean := range kernel.Sides(r.pixels(), &under.h, half) {
		axes := sideAxes[side]
		a := under.pixel(half*axes[0][0]-half*axes[1][0], half*axes[0][1]-half*axes[1][1])
		b := under.pixel(half*axes[0][0]+half*axes[1][0], half*axes[0][1]+half*axes[1][1])
		nx, ny := (b.Y-a.Y)/dist(a, b), (a.X-b.X)/dist(a, b)
		if nx*(a.X-mid.X)+ny*(a.Y-mid.Y) < 0 {
			nx, ny = -nx, -ny
		}
		seen := -(nx*(up.X-mid.X) + ny*(up.Y-mid.Y)) // pixels of this side that a tile shows
		if seen < sideSeen {
			continue
		}
		for k := range sum {
			sum[k] += seen * mean[k]
		}
		total += seen
	}
	if total == 0 {
		return hue{}, 0
	}
	for k := range 3 {
		sum[k] /= total
	}
	return hueOf(sum), min(1, total/3)
}
