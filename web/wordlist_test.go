package web

import (
	"html"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/engine/lexicon"
	"tilewatch/web/access"
)

func TestTheSetUpPageSaysWhichListJudges(t *testing.T) {
	t.Setenv(lexicon.FolderVariable, "../share/tilewatch/words")
	own := filepath.Join(t.TempDir(), "club.txt")
	if err := os.WriteFile(own, []byte("zyzzy n. ours\nx-ray <b>\nqxz\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	page := func(list, lang string) string {
		t.Helper()
		words, err := lexicon.Open(list)
		if err != nil {
			t.Fatal(err)
		}
		s, _, site := seated(t, Options{Words: map[string]*lexicon.Lexicon{"nabit": words}})
		a := sent{method: http.MethodGet, path: "/t/kitchen/setup", header: with(bearer(s, "kitchen", access.RoleHost), "Accept-Language", lang)}.to(t, site)
		if a.status != http.StatusOK {
			t.Fatalf("status %d", a.status)
		}
		return html.UnescapeString(a.body)
	}
	for _, test := range []struct{ list, lang, want, not string }{
		{"english", "en", "english, 144", "skipped"},
		{"english", "en", `use the list "large"`, ""},
		{"large", "en", "The built-in lists are not tournament lists", ""},
		{own, "en", "club.txt, 2 words", ""},
		{own, "en", `1 line of the file does not start with a word and is ignored: line 2, "x-ray <b>"`, ""},
		{own, "es", "La lista propia de esta mesa", "own list"},
	} {
		if body := page(test.list, test.lang); !strings.Contains(body, test.want) || test.not != "" && strings.Contains(body, test.not) {
			t.Errorf("%s, %s: no %q on the page", test.list, test.lang, test.want)
		}
	}
	for _, name := range lexicon.Names() {
		if body := page(name, "en"); strings.Contains(body, "setup.list.") {
			t.Errorf("nothing is said about the list %s", name)
		}
	}
	s, _, site := seated(t, Options{})
	if a := (sent{method: http.MethodGet, path: "/t/kitchen/setup", header: bearer(s, "kitchen", access.RoleHost)}).to(t, site); strings.Contains(a.body, "--dictionary") {
		t.Error("a list is named where none judges")
	}
}
