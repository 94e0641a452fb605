package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tilewatch/engine/lexicon/lookup"
	"tilewatch/web/browsertest"
)

// TestAHouseKeepsItsOwnWords adds, forbids, removes and undoes words on their page, saves them and takes them from a file, on a small phone in two
// languages, and finds them after the program was killed.
func TestAHouseKeepsItsOwnWords(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	list := filepath.Join(t.TempDir(), "ours.txt")
	if err := os.WriteFile(list, []byte("+ quux\n+ zyx\n- koi\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	server, address := served(t, "--data", folder)
	b := browsertest.New(t)
	b.Dress(320, 640, 2, "light")
	b.Open(address + hostLink(t, folder) + "?to=setup")
	b.Until("the set-up page links to it", `document.querySelector('a[href="/t/1/words"]')`)
	b.Open(address + "/t/1/words")
	has := func(when, words string) {
		t.Helper()
		b.Until(when, `[...document.querySelectorAll('main button[name=words]')].map(e => e.value).join(' ') === '`+words+`'`)
	}
	b.Until("there are none yet", `document.querySelectorAll('main .card .hint').length > 2`)
	add := func(words, do string) {
		t.Helper()
		b.Until("the form is there", `document.querySelector('.card input[name=words]:not([type=hidden])')`)
		b.Script(`document.querySelector('.card input[name=words]:not([type=hidden])').value = '` + words + `'`)
		b.Tap(`.card button[name=do][value="` + do + `"]`)
	}
	add("oofq, zyzzy", "+")
	has("words count", "OOFQ ZYZZY")
	add("aa", "-")
	has("a word never counts", "OOFQ ZYZZY AA")
	b.Until("the list is called by them", `/english \+ 2 - 1/.test(document.body.textContent)`)
	b.Look("own-words")
	b.Accessible("our words")
	if wide := b.Wide(); wide > 0 {
		t.Errorf("%d pixels too wide", wide)
	}
	if small := b.SmallTargets(); small != "" {
		t.Errorf("too small for a finger: %s", small)
	}
	b.Tap(`button[name=words][value=ZYZZY]`)
	has("a word is removed", "OOFQ AA")
	b.Tap(`button[name=do][value=undo]`)
	has("and is back", "OOFQ ZYZZY AA")
	add("x-ray", "+")
	b.Until("what is no word is refused", `/X-RAY.*A to Z/i.test(document.querySelector('.problem')?.textContent) && document.querySelector('.card input[name=words]:not([type=hidden])').value === 'x-ray'`)
	b.Look("own-words-refused")
	b.Script(`window.saved = ''; fetch('/t/1/words.txt').then(a => a.text()).then(text => { window.saved = text })`)
	if got := awaitText(b, `window.saved`); got != "+ oofq\n+ zyzzy\n- aa\n" {
		t.Errorf("saved as %q", got)
	}
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("[name=file]"), []string{list}))
	b.Tap(`form[enctype] button`)
	has("a file adds its words", "OOFQ QUUX ZYX ZYZZY AA KOI")
	b.Script(`document.cookie = 'lang=de;path=/'`)
	b.Open(address + "/t/1/words?find=zy")
	has("words are found", "ZYX ZYZZY")
	b.Look("own-words-de")
	b.Accessible("our words in German")
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait() // killed
	_, address = served(t, "--data", folder)
	b.Open(address + "/t/1/words")
	has("they are there after the end", "OOFQ QUUX ZYX ZYZZY AA KOI")
	backup := filepath.Join(t.TempDir(), "evening.backup")
	other := filepath.Join(t.TempDir(), "other")
	if _, diagnostics, status := inside(t, "backup", "--data", folder, backup); status != exitDone {
		t.Fatal(diagnostics)
	}
	if _, diagnostics, status := inside(t, "restore", "--data", other, backup); status != exitDone {
		t.Fatal(diagnostics)
	}
	if kept, err := os.ReadFile(filepath.Join(other, "words-1.json")); err != nil || !strings.Contains(string(kept), `"QUUX"`) || !strings.Contains(string(kept), `"version":2`) {
		t.Errorf("restored: %s, %v", kept, err)
	}
}

// TestPlayersLookWordsUp searches on the page what the command searches, during a game only where the house rule allows it.
func TestPlayersLookWordsUp(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, address := served(t, "--data", folder)
	b := browsertest.New(t)
	b.Dress(320, 640, 2, "light")
	b.Open(address + hostLink(t, folder) + "?to=setup")
	b.Until("the set-up page", `document.querySelector('.newgame .primary')`)
	b.Tap(".newgame .primary")
	b.Until("the game begins", `location.pathname === '/t/1/play' && `+shownLive)
	phone := browsertest.Typist{Browser: b}
	phone.Lays(0, 0, false, "GAME")
	b.Open(address + "/t/1/lookup")
	b.Until("nobody looks words up during a game", `/only if the host allows/.test(document.body.textContent) && !document.querySelector('form')`)
	b.Accessible("looking up is off")
	b.Open(address + "/t/1/setup")
	b.Until("the set-up page is there again", `document.querySelector('[name=lookup]')`)
	b.Script(`document.querySelector('details.rules').open = true; document.querySelector('[name=lookup]').checked = true`)
	b.Tap(`[formaction$=choices]`)
	b.Until("it is kept", `location.hash === '#more' && document.querySelector('[name=lookup]').checked`)
	b.Open(address + "/t/1/watch")
	b.Until("everybody sees that it is allowed", `/may be looked up/.test(document.querySelector('.notes').textContent)`)
	b.Open(address + "/t/1/lookup?word=tame")
	b.Until("a word", `/TAME: in english, large/.test(document.body.textContent) && /after: D R S/.test(document.body.textContent)`)
	b.Look("lookup-word")
	b.Accessible("a word that is looked up")
	for query, call := range map[string][]string{"match=%3Fa%3Fe": {"--match", "?A?E"}, "from=aest%3F": {"--from", "AEST?"}, "match=%3F%3F%3F%3F%3F&from=aest%3F": {"--match", "?????", "--from", "AEST?"}, "sheet=1": {"--sheet"}} {
		out, _, _ := inside(t, append([]string{"words", "--json"}, call...)...)
		var want []string
		for line := range strings.Lines(out) {
			var s lookup.Search
			if err := json.Unmarshal([]byte(line), &s); err != nil {
				t.Fatal(err)
			}
			want = append(want, s.Words...)
		}
		b.Open(address + "/t/1/lookup?" + query)
		b.Until("it is found", `document.querySelector('.wordrows')`)
		if got := browsertest.Eval[string](b, `[...document.querySelectorAll('.wordrows span')].map(e => e.textContent).join(' ')`); got != strings.Join(want, " ") {
			t.Errorf("%s: the page has %.200s, the command %.200s", query, got, want)
		}
		b.Look("lookup-" + query[:5])
		if wide := b.Wide(); wide > 0 {
			t.Errorf("%s: %d pixels too wide", query, wide)
		}
	}
	b.Open(address + "/t/1/lookup?sheet=1")
	b.Accessible("a sheet")
	b.Open(address + "/t/1/lookup?match=a-1")
	b.Until("what is no pattern is refused", `/Use letters/.test(document.querySelector('.problem')?.textContent)`)
	for _, screen := range []struct {
		lang, theme string
		width       int64
	}{{"es", "light", 320}, {"fr", "dark", 320}, {"de", "dark", 1280}} {
		b.Dress(screen.width, 640, 1, screen.theme)
		b.Script(`document.cookie = 'lang=` + screen.lang + `;path=/'`)
		for _, page := range []string{"words", "lookup?word=tame", "lookup?match=%3Fa%3Fe", "lookup?sheet=1"} {
			b.Open(address + "/t/1/" + page)
			b.Until("the page is there", `document.querySelector('main .card')`)
			b.Accessible(page + " in " + screen.lang)
			if wide := b.Wide(); wide > 0 {
				t.Errorf("%s in %s: %d pixels too wide", page, screen.lang, wide)
			}
			if small := b.SmallTargets(); small != "" {
				t.Errorf("%s in %s: too small for a finger: %s", page, screen.lang, small)
			}
		}
	}
}
