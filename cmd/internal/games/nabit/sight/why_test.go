package sight

import (
	"path/filepath"
	"reflect"
	"testing"

	"tilewatch/cmd/internal/photo"
	"tilewatch/engine/lexicon"
	"tilewatch/web/text"
)

// TestReasonsAddUp reads scenes of all kinds: what is told of each tile adds up to how sure it is, each kind of evidence has a name in every
// language, and asking changes nothing.
func TestReasonsAddUp(t *testing.T) {
	reader, err := NewReader(nil, nil, lexicon.Default())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := reader.Close(); err != nil {
			t.Error(err)
		}
	}()
	scenes, err := filepath.Glob("../../../../../testdata/nabit/*/*.jpg")
	if err != nil || len(scenes) < 10 {
		t.Fatalf("%d scenes, %v", len(scenes), err)
	}
	reasons, corrections := map[string]int{}, map[string]bool{}
	for i := 0; i < len(scenes); i += 4 {
		data, err := photo.ReadFile(scenes[i])
		if err != nil {
			t.Fatal(err)
		}
		reader.eyes.Explains = false
		plain, err := reader.Read(data)
		if err != nil {
			continue // what cannot be read is others' to test
		}
		reader.eyes.Explains = true
		told, err := reader.Read(data)
		if err != nil {
			t.Fatal(err)
		}
		for k := range told.Cells {
			c := &told.Cells[k]
			for _, r := range c.Why {
				reasons[r.What]++
				sum := 0.0
				for by, nats := range r.Nats {
					sum += nats
					corrections[by] = true
				}
				if c.Sure == nil || r.What != "tile" && sum < -0.05 {
					t.Errorf("%s: row %d, col %d is %s and not %s by %v: that speaks against it", scenes[i], c.Row, c.Col, r.Is, r.Not, r.Nats)
				}
			}
			if len(c.Why) < 3 {
				t.Errorf("%s: row %d, col %d has the reasons %v", scenes[i], c.Row, c.Col, c.Why)
			}
			c.Why = nil
		}
		for k := range told.Unlikely.Cells {
			told.Unlikely.Cells[k].Why = nil
		}
		if told.ElapsedMS = plain.ElapsedMS; !reflect.DeepEqual(told, plain) {
			t.Errorf("%s: asked why, it is read otherwise", scenes[i])
		}
	}
	for _, what := range []string{"tile", "height", "color", "letter"} {
		if reasons[what] < 50 {
			t.Errorf("%d reasons for a %s", reasons[what], what)
		}
	}
	for by := range corrections {
		for _, language := range text.Langs() {
			if !language.Has("after.photo.why.by." + by) {
				t.Errorf("%s has no name for the evidence %q", language.Lang, by)
			}
		}
	}
	if len(corrections) < 8 {
		t.Errorf("only %v is told of", corrections)
	}
}
