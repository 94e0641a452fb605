package lexicon

import (
	"slices"
	"testing"
)

// What leftout.txt names is in no list for families; english-all has all of it, and large, which has only what dictionaries have, most.
func TestFamiliesListsLeaveOutInsults(t *testing.T) {
	if n := len(LeftOut()); n < 200 {
		t.Fatalf("%d words are left out, want 200 and more", n)
	}
	for _, name := range Names() {
		if tongueOf(name).code != english {
			continue // build/french.txt and its neighbors say what those leave out
		}
		l, err := OpenBuiltIn(name)
		if err != nil {
			t.Fatal(err)
		}
		has := slices.DeleteFunc(slices.Clone(LeftOut()), func(w string) bool { return !l.Has(w) })
		switch name {
		case AllWords:
			if len(has) != len(LeftOut()) || l.Len() != Default().Len()+len(has) || l.Name() != AllWords {
				t.Errorf("%s has %d of %d words", l, len(has), len(LeftOut()))
			}
		case "large":
			if len(has)*10 < len(LeftOut())*9 {
				t.Errorf("%s has %d of %d words", l, len(has), len(LeftOut()))
			}
		default:
			if len(has) > 0 {
				t.Errorf("%s has %v", name, has)
			}
		}
	}
	for _, word := range []string{"SPADE", "DYKE", "QUEER", "CHINK", "TIT", "SPICE", "SPIKY", "RETARDING"} {
		if !Default().Has(word) {
			t.Errorf("%s is left out, whose usual sense is harmless", word)
		}
	}
}
