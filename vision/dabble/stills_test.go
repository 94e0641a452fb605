package dabble_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/calibration"
	"tilewatch/engine"
	rules "tilewatch/engine/dabble"
	"tilewatch/engine/lexicon"
	"tilewatch/vision/dabble"
	"tilewatch/vision/picture"
	"tilewatch/vision/profile"
	"tilewatch/vision/sharetest"
)

const stills = "../../testdata/dabble/stills"

// truth is what stands on the racks of a still.
type truth struct {
	Kind   string
	Camera calibration.Camera
	Values map[string]int // of Spanish tiles too
	Racks  []rackOf
}

// rackOf is what stands on a rack, and lies before it.
type rackOf struct {
	Tiers []struct {
		Word, Seen string
		Readings   []string
		Tiles      []tileOf
	}
	Points int
	Unused int      `json:"unused_points"`
	Loose  []tileOf `json:"unused"`
}

// tileOf is a tile; its corners are pixels.
type tileOf struct {
	Letter  string
	Value   int
	Corners [4][2]float64
}

// letters are the values of A to Z, as a set's calibration has them.
func (w *truth) letters() map[engine.Letter]int {
	values := map[engine.Letter]int{}
	for name, points := range w.Values {
		var l engine.Letter
		if l.UnmarshalText([]byte(name)) == nil {
			values[l] = points
		}
	}
	return values
}

func wordsOf(t *testing.T) *lexicon.Lexicon        { return listOf(t, "words.txt") }
func spanishWordsOf(t *testing.T) *lexicon.Lexicon { return listOf(t, "spanish.txt") }

// listOf are the words that pictures were made with.
func listOf(t *testing.T, file string) *lexicon.Lexicon {
	t.Helper()
	words, err := lexicon.OpenFor("dabble", filepath.Join(stills, file))
	if err != nil {
		t.Fatal(err)
	}
	return words
}

// truthOf is what stands on the racks of a still, and what "tilewatch score" is given with it: webcam pictures with their camera and the set's values.
func truthOf(t *testing.T, name string) (want truth, in profile.Inputs) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(stills, name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(want.Kind, "phone") {
		in = profile.Inputs{Camera: &want.Camera, Tileset: &calibration.Tileset{Values: want.letters()}}
	}
	return want, in
}

// look reads a still as "tilewatch score" does.
func look(t *testing.T, eyes profile.Eyes[rules.Look], name string) (truth, rules.Look) {
	t.Helper()
	want, in := truthOf(t, name)
	data, err := os.ReadFile(filepath.Join(stills, name+".jpg"))
	if err != nil {
		t.Fatal(err)
	}
	picture, err := picture.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	defer picture.Close()
	seen, err := eyes.Look(picture, in)
	if err != nil {
		t.Fatal(err)
	}
	return want, seen
}

// racksOf are the racks as "tilewatch score" prints them.
func racksOf(t *testing.T, seen rules.Look, words *lexicon.Lexicon) []rackOf {
	t.Helper()
	data, err := json.Marshal(rules.Game{}.Read(seen, words).Fields)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Racks []rackOf }
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	return got.Racks
}

// TestRacksOfStills counts tiers whose words are right and racks whose points are; no still has a rack that is not there.
func TestRacksOfStills(t *testing.T) {
	eyes, err := dabble.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	words := wordsOf(t)
	var tiers, racks sharetest.Share
	for _, name := range []string{"001", "002", "005"} {
		want, seen := look(t, eyes, name)
		got := racksOf(t, seen, words)
		if len(got) > len(want.Racks) {
			t.Errorf("%s: %d racks, there are %d", name, len(got), len(want.Racks))
		}
		for i, w := range want.Racks {
			if i >= len(got) {
				tiers.Of, racks.Of = tiers.Of+len(w.Tiers), racks.Of+1
				t.Logf("%s: rack %d is not found", name, i)
				continue
			}
			g := got[i]
			for k, tier := range w.Tiers {
				word := ""
				if k < len(g.Tiers) {
					word = g.Tiers[k].Word
				}
				right := word == tier.Word || word == tier.Seen || strings.Contains(" "+strings.Join(tier.Readings, " ")+" ", " "+word+" ")
				if tiers.Count(right); !right {
					t.Logf("%s: rack %d reads %s, want %s", name, i, word, tier.Seen)
				}
			}
			right := g.Points == w.Points && g.Unused == w.Unused
			if racks.Count(right); !right {
				t.Logf("%s: rack %d has %d points and %d unused, want %d and %d", name, i, g.Points, g.Unused, w.Points, w.Unused)
			}
		}
	}
	tiers.AsMeasured(t, "tiers", sharetest.Share{Right: 20, Of: 20}, 3)
	racks.AsMeasured(t, "racks with their points", sharetest.Share{Right: 4, Of: 4}, 4)
}

// TestOutlines keeps the outlines where the tiles are: within a fifth of a side.
func TestOutlines(t *testing.T) {
	eyes, err := dabble.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	want, seen := look(t, eyes, "002")
	for i, rack := range want.Racks {
		for k, tier := range rack.Tiers {
			for _, tile := range tier.Tiles {
				side := math.Hypot(tile.Corners[1][0]-tile.Corners[0][0], tile.Corners[1][1]-tile.Corners[0][1])
				least := math.Inf(1)
				for _, place := range seen.Racks[i].Tiers[k] {
					far := 0.0
					for c, p := range place.Quad {
						far = max(far, math.Hypot(p.X-tile.Corners[c][0], p.Y-tile.Corners[c][1]))
					}
					least = min(least, far)
				}
				if least > 0.2*side {
					t.Errorf("%s on rack %d, tier %d: the outline is %.0f pixels off", tile.Letter, i, k, least)
				}
			}
		}
	}
}

// TestPicturesWithoutRacks has tiles on a table of NAB-IT!, and DABBLE's that lie in rows before a rack that is empty yet.
func TestPicturesWithoutRacks(t *testing.T) {
	eyes, err := dabble.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer eyes.Close()
	for _, file := range []string{"../../testdata/nabit/stills/002.jpg", stills + "/rows.jpg"} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pic, err := picture.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		defer pic.Close()
		seen, err := eyes.Look(pic, profile.Inputs{})
		var known *picture.Error
		if !errors.As(err, &known) || known.Code != picture.NoTiles {
			t.Errorf("%d racks and %v in %s", len(seen.Racks), err, filepath.Base(file))
		}
	}
}
