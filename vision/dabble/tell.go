package dabble

import (
	"math"

	"tilewatch/engine"
	rules "tilewatch/engine/dabble"
)

// tell says what was seen at a place; bare is how far a blank's color may be off.
func (s *scan) tell(k *rack, o *slot, bare float64) rules.SeenTile {
	t := rules.SeenTile{Quad: o.quad}
	switch {
	case !o.inside:
		t.Tile = -surely
	case o.printed():
		t.Tile = surely
	case s.framedBlank(k, o):
		t.Tile = surely / 2
	case !s.flankedAtAll(o):
		t.Tile = -surely
	default:
		t.Tile = min(max(surely*(1-math.Abs(o.off)/bare), -surely), surely)
	}
	t.Faces = facesOf(&o.letters)
	switch {
	case o.apostrophe():
		t.Faces[rules.ApostropheFace], t.Faces[rules.BlankFace] = surely, -surely
	case o.printed():
		t.Faces[rules.ApostropheFace], t.Faces[rules.BlankFace] = -surely, -surely
	default:
		t.Faces[rules.ApostropheFace], t.Faces[rules.BlankFace] = -surely, surely
	}
	if !o.printed() || o.apostrophe() {
		return t
	}
	if face, ok := s.spanish(&o.patch, &o.print); ok {
		t.Faces[face], t.Values = surely, s.value(k, &o.patch)
	} else {
		face := s.lineOn(k).printed(o.patch, &o.print, false)
		t.Values = s.value(k, &face)
	}
	return t
}

// facesOf are the faces with those letters' likelihoods; all others are unlikely.
func facesOf(letters *engine.LetterLikelihoods) (f rules.FaceLikelihoods) {
	for c := range f {
		f[c] = -surely
	}
	copy(f[:engine.BlankIndex], letters[:engine.BlankIndex])
	return f
}

// surely is the likelihood of what is told by simple signs, as a natural logarithm.
const surely = 12.0
