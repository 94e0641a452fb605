package dabble

import (
	"math"

	"tilewatch/engine"
	rules "tilewatch/engine/dabble"
)

// classify says what a slot holds; bare is the color tolerance of a blank.
func (s *scan) classify(k *rack, o *slot, bare float64) rules.SeenTile {
	t := rules.SeenTile{Quad: o.quad}
	switch {
	case !o.inside:
		t.Tile = -certain
	case o.hasPrint():
		t.Tile = certain
	case s.framedBlank(k, o):
		t.Tile = certain / 2
	case !s.hasSideEdge(o):
		t.Tile = -certain
	default:
		t.Tile = min(max(certain*(1-math.Abs(o.colorOff)/bare), -certain), certain)
	}
	t.Faces = facesOf(&o.letters)
	switch {
	case o.apostrophe():
		t.Faces[rules.ApostropheFace], t.Faces[rules.BlankFace] = certain, -certain
	case o.hasPrint():
		t.Faces[rules.ApostropheFace], t.Faces[rules.BlankFace] = -certain, -certain
	default:
		t.Faces[rules.ApostropheFace], t.Faces[rules.BlankFace] = -certain, certain
	}
	if !o.hasPrint() || o.apostrophe() {
		return t
	}
	if face, ok := s.spanish(&o.patch, &o.print); ok {
		t.Faces[face], t.Values = certain, s.value(k, &o.patch)
	} else {
		face := s.valueModel(k).aligned(o.patch, &o.print, false)
		t.Values = s.value(k, &face)
	}
	return t
}

// facesOf are faces with those letters' likelihoods; all others are unlikely.
func facesOf(letters *engine.LetterLikelihoods) (f rules.FaceLikelihoods) {
	for c := range f {
		f[c] = -certain
	}
	copy(f[:engine.BlankIndex], letters[:engine.BlankIndex])
	return f
}

// certain is the log-likelihood of what simple signs show.
const certain = 12.0
