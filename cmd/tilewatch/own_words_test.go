package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

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
