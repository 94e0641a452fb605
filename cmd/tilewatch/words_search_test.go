package main

import (
	"regexp"
	"strings"
	"testing"
)

func TestWordsAreSearched(t *testing.T) {
	t.Parallel()
	own := file(t, "tame\ntamed\nstamen\ntea\neat\nat\nfame\nate\nmeat\n")
	for _, c := range []struct {
		name, call, want string
		status           int
	}{
		{"a pattern", "--match ?a?e", "2 words like ?A?E (file.json)\n   F FAME\n   T TAME\n", exitDone},
		{"tiles, the longest word first", "--from aetm", "6 words from the tiles AETM (file.json)\n   4 MEAT TAME\n   3 ATE EAT TEA\n   2 AT\n", exitDone},
		{"a blank", "--from ae?", "4 words from the tiles AE? (file.json)\n   3 ATE EAT TEA\n   2 AT\n", exitDone},
		{"tiles and a pattern", "--from aetm --match ?e??", "1 word like ?E?? from the tiles AETM (file.json)\n   M MEAT\n", exitDone},
		{"a sheet", "--sheet", "1 word like ?? (file.json)\n   A AT\n3 words like ??? (file.json)\n   A ATE\n   E EAT\n   T TEA\n", exitDone},
		{"nothing", "--match ????????", "0 words like ???????? (file.json)\n", exitFailed},
		{"hooks and longer words", "--hooks --extensions tame", "TAME is in the word list (file.json)\n  letters before: none; after: D\n  longer words: 2 words\n   6 STAMEN\n   5 TAMED\n", exitDone},
		{"what is no pattern", "--match A1?", "--match \"A1?\": use letters, and ? for any", exitUsage},
		{"what are no tiles", "--from A-B", "--from \"A-B\": use letters, and ? for any", exitUsage},
		{"words beside a search", "--sheet tame", "takes no arguments", exitUsage},
		{"hooks of no word", "--sheet --hooks", "none of the others can be", exitUsage},
	} {
		out, diagnostics, status := inside(t, append([]string{"words", "--dictionary", own}, strings.Fields(c.call)...)...)
		shown := besides.ReplaceAllString(out, "")
		if status != c.status || status != exitUsage && shown != c.want || status == exitUsage && !strings.Contains(diagnostics, c.want) {
			t.Errorf("%s: status %d, %s\n%s\nwant\n%s", c.name, status, diagnostics, shown, c.want)
		}
	}
	out, _, _ := inside(t, "words", "--dictionary", own, "--json", "--hooks", "--extensions", "tame", "tea")
	if !strings.Contains(out, `"hooks":{"before":[],"after":["D"]},"extensions":["STAMEN","TAMED"]}`) || !strings.HasSuffix(out, `"hooks":{"before":[],"after":[]}}`+"\n") {
		t.Error(out)
	}
	if out, _, _ = inside(t, "words", "--dictionary", own, "--json", "--from", "aetm", "--sheet"); strings.Count(out, "\n") != 2 || !strings.HasSuffix(out, `"words":["ATE","EAT","TEA"]}`+"\n") {
		t.Error(out)
	}
}

// besides are the list's size and hash, and the definitions.
var besides = regexp.MustCompile(`(?m), 9 words, [0-9a-f]+|^  tame, \w+: .*\n`)
