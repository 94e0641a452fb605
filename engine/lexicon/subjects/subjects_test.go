package subjects

import (
	"bytes"
	"testing"
)

func TestWordsOfACategory(t *testing.T) {
	for _, test := range []struct {
		category string
		in, out  []string
	}{
		// The rule sheet's own examples.
		{"clothing", []string{"HAT", "scarf", "shoe", "coat", "blouse", "jacket", "sock", "socks", "gloves", "belt"}, []string{"cereal", "lamp", "run", "cat", "x"}},
		{"Foods", []string{"cereal", "milk", "bread", "toast", "egg", "eggs", "bacon", "meat", "butter"}, []string{"hat", "lamp", "stone"}},
		{"house objects", []string{"carpet", "lamp", "couch", "chair", "bed", "table", "bulb", "pot", "knives"}, []string{"milk", "horse", "idea"}},
		{"animal", []string{"cat", "dogs", "geese", "mouse", "horse"}, []string{"tree", "chair", "of"}},
		{"vehicles", []string{"car", "bus", "truck"}, []string{"road", "horse"}},
		{"xyzzy", nil, []string{"cat", "xyzzy"}},
	} {
		if Known(test.category) != (test.in != nil) {
			t.Errorf("%s: known %v", test.category, Known(test.category))
		}
		for _, w := range test.in {
			if !Has(test.category, w) {
				t.Errorf("%s is not %s", w, test.category)
			}
		}
		for _, w := range test.out {
			if Has(test.category, w) {
				t.Errorf("%s is %s", w, test.category)
			}
		}
	}
}

func TestDamagedHierarchiesAreRefused(t *testing.T) {
	var good bytes.Buffer
	if err := Pack(&good, []string{"thing", "!1 hat", "1 cap"}, []string{"hatten hat"}); err != nil {
		t.Fatal(err)
	}
	tree, err := Open(good.Bytes())
	if err != nil || !tree.Has("thing", "hatten") || tree.Has("hat", "thing") {
		t.Fatalf("%v, error %v", tree, err)
	}
	var loose bytes.Buffer
	if err := Pack(&loose, []string{"1 hat"}, nil); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"none": nil, "others": []byte("hello\n"), "cut": good.Bytes()[:good.Len()-6], "a parent too far": loose.Bytes()} {
		if _, err := Open(data); err == nil {
			t.Errorf("%s: taken for a hierarchy", name)
		}
	}
}

func FuzzOpen(f *testing.F) {
	var good bytes.Buffer
	_ = Pack(&good, []string{"thing", "!1 hat"}, nil)
	f.Add(good.Bytes(), "thing", "hat")
	f.Fuzz(func(t *testing.T, data []byte, category, word string) {
		tree, err := Open(data)
		if err == nil && tree.Has(category, word) && !tree.Known(category) {
			t.Errorf("%q is of %q, which is no category", word, category)
		}
	})
}

func BenchmarkHas(b *testing.B) {
	Has("food", "bread")
	for b.Loop() {
		Has("food", "bread")
	}
}
