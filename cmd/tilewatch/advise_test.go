package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/lexicon/lookup"
)

func TestAdvise(t *testing.T) {
	for _, c := range []struct {
		name   string
		args   []string
		status int
		has    []string
	}{
		{"the best plays of a rack", []string{"--player", "yellow", "--rack", "AE ST R ?", "--top", "3", exampleFile}, exitDone, []string{"plays for yellow (english, ", " at row ", "points, others"}},
		{"of another player", []string{"--rack", "AE ST R", "--player", "green", exampleFile}, exitDone, []string{"plays for green"}},
		{"whether anyone can play", []string{"--can-play", "--rack", "QX", "--rack", "S", exampleFile}, exitDone, []string{"A play is possible (english, "}},
		{"nobody", []string{"--can-play", "--rack", "", exampleFile}, exitDone, []string{"Nobody can play"}},
		{"what was missed", []string{"--review", exampleFile}, exitDone, []string{"Word list: english, ", "turn 1, yellow: GAME", "turn 2, green: TAME, TRY"}},
		{"of nobody, once the game is over", []string{"--rack", "AE", exampleFile}, exitUsage, []string{"the game is over", "--player"}},
		{"no rack", []string{exampleFile}, exitUsage, []string{"no rack given"}},
		{"a rack that is none", []string{"--rack", "ABC", exampleFile}, exitUsage, []string{`no such tile "ABC"`}},
		{"too many racks", []string{"--rack", "A", "--rack", "B", exampleFile}, exitUsage, []string{"2 racks: give one"}},
		{"a review with a rack", []string{"--review", "--rack", "A", exampleFile}, exitUsage, []string{"leave out --rack"}},
		{"nobody's color", []string{"--rack", "A", "--player", "gray", exampleFile}, exitUsage, []string{"--player"}},
		{"who does not play", []string{"--rack", "A", "--player", "red", exampleFile}, exitUsage, []string{"--player", "red is not in this game of yellow, green"}},
		{"a list that is not there", []string{"--rack", "A", "--dictionary", "klingon", exampleFile}, exitUsage, []string{`word list "klingon"`, "american"}},
		{"no game", []string{"--rack", "A"}, exitUsage, []string{"no game given"}},
	} {
		out, diagnostics, status := inside(t, append([]string{"advise"}, c.args...)...)
		for _, want := range c.has {
			if status != c.status || !strings.Contains(out+diagnostics, want) {
				t.Errorf("%s: status %d, no %q in\n%s%s", c.name, status, want, out, diagnostics)
			}
		}
	}
}

func TestAdviceInJSONIsSorted(t *testing.T) {
	out, diagnostics, status := inside(t, "advise", "--json", "--top", "0", "--player", "yellow", "--rack", "AE ST RD", exampleFile)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	last := 1e9
	for _, line := range lines {
		var m struct {
			Value      float64
			Words      []string
			Placements []struct{ Row, Col, Height int }
			List       struct{ Name string }
		}
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if m.Value > last || len(m.Words) == 0 || len(m.Placements) == 0 || m.Placements[0].Height == 0 || m.List.Name != "english" {
			t.Errorf("%s after a play of value %v", line, last)
		}
		last = m.Value
	}
	if status != exitDone || len(lines) < 20 {
		t.Errorf("status %d, %s: %d plays", status, diagnostics, len(lines))
	}
}

func TestWords(t *testing.T) {
	out, diagnostics, status := inside(t, "words", "tamed", "xqz", "colour")
	for _, want := range []string{"TAMED is in the word list (english, ", "tame, verb: ", "XQZ is not in the word list", "COLOUR is in the word list"} {
		if status != exitDone || !strings.Contains(out, want) {
			t.Errorf("status %d, no %q in\n%s%s", status, want, out, diagnostics)
		}
	}
	if strings.Index(out, "TAMED is") > strings.Index(out, "tame, verb") {
		t.Error("the definition comes before the verdict")
	}
	out, _, status = inside(t, "words", "--json", "--dictionary", "american", "colour")
	var v lookup.Word
	if err := json.Unmarshal([]byte(out), &v); err != nil || status != exitFailed || v.Valid || !slices.Equal(v.Lists, []string{"english", "british", "large", "dabble"}) ||
		v.List.Name != "american" || v.List.Words < 100000 || v.Definitions == nil {
		t.Errorf("status %d, %s: %v", status, out, err)
	}
	for _, test := range []struct {
		want   string
		status int
		args   []string
	}{
		{"GEOPHAGOUS is not in the word list (english, ", exitFailed, []string{"geophagous"}},
		{"), but in: large\n", exitFailed, []string{"geophagous", "xqz"}},
		{"QAT is in the word list (large, ", exitDone, []string{"--dictionary", "large", "xqz", "qat"}},
		{"CAFE is in the word list (english, ", exitDone, []string{"Café"}},
		{"AÑO is in the word list (spanish, ", exitDone, []string{"--dictionary", "spanish", "año"}},
		{"PINATA is in the word list (english, ", exitDone, []string{"piñata"}},
	} {
		if out, diagnostics, status := inside(t, append([]string{"words"}, test.args...)...); status != test.status || !strings.Contains(out, test.want) || diagnostics != "" {
			t.Errorf("%q: status %d, no %q in\n%s%s", test.args, status, test.want, out, diagnostics)
		}
	}
	own := file(t, "zyzzy n. ours\r\nx-ray\r\n")
	out, diagnostics, status = inside(t, "words", "--dictionary", own, "zyzzy")
	if status != exitDone || !strings.Contains(out, "ZYZZY is in the word list") || !strings.Contains(diagnostics, `1 word; skipped 1 line without a word at the start, first line 2: "x-ray"`) {
		t.Errorf("status %d, %s%s", status, out, diagnostics)
	}
	if _, diagnostics, status := inside(t, "words"); status != exitUsage || !strings.Contains(diagnostics, "no word given") {
		t.Errorf("status %d, %s", status, diagnostics)
	}
	if _, diagnostics, status := inside(t, "words", "--game", "chess", "mate"); status != exitUsage || !strings.Contains(diagnostics, `no such game "chess"`) {
		t.Errorf("status %d, %s", status, diagnostics)
	}
	if out, _, status := inside(t, "words", "--notices"); status != exitDone || !strings.Contains(out, "Kevin Atkinson") || !strings.Contains(out, "Princeton University") {
		t.Errorf("status %d, notices %.300s", status, out)
	}
	if out, _, _ := inside(t, "words", "--game", "dabble", "don't"); !strings.Contains(out, "DON'T is in the word list (dabble, ") {
		t.Error(out)
	}
}
