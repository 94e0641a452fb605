package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tilewatch/web/browsertest"
)

// TestATableUploadsItsWordList plays by a list of the table's own: its name stands wherever it judges, a word that the players accept is
// added, and both outlive the program's end.
func TestATableUploadsItsWordList(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	list := filepath.Join(t.TempDir(), "family.txt")
	if err := os.WriteFile(list, []byte("oof, what grandpa says\nmow\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	server, address := served(t, "--data", folder)
	b := browsertest.New(t)
	b.Dress(390, 664, 2, "light")
	b.Open(address + hostLink(t, folder) + "?to=setup")
	b.Until("the set-up page", `document.querySelector('[name=wordlist]')`)
	b.Script(`document.querySelector('details.rules').open = true`)
	b.Do(chromedp.SetUploadFiles(chromedp.CSS("[name=own]"), []string{list}))
	b.Script(`document.querySelector('[name=own]').scrollIntoView({block: 'center'})`)
	b.Look("words-setup")
	b.Accessible("set-up with word lists")
	b.Tap(".newgame .primary")
	b.Until("the game begins", `location.pathname === '/t/1/play' && `+shownLive)
	phone := browsertest.Typist{Browser: b}
	phone.Lays(0, 0, false, "GAME")
	challenges(phone, "Check the word list")
	phone.Until("the list's name stands beside its verdict", `/GAME is not in the word list/.test(document.querySelector('.verdict.upheld')?.textContent) && /Word list: family.txt/.test(document.querySelector('.verdict').textContent)`)
	phone.Lays(0, 0, false, "OOF")
	phone.Lays(0, 0, true, "OX")
	challenges(phone, "All are words")
	phone.Until("the list lacks what the players accept", `/Not in the list family.txt: OX/.test(document.querySelector('.verdict.rejected')?.textContent)`)
	phone.Until("it is in sight, above the buttons", `(() => { const r = document.querySelector('.verdict').getBoundingClientRect(); return r.top >= 0 && r.bottom <= document.querySelector('.tools').getBoundingClientRect().top; })()`)
	phone.Look("words-lacks")
	phone.Accessible("a verdict by the players")
	phone.Tap(`[data-command*=add_words]`)
	phone.Until("it is added", `/OX/.test(document.getElementById('toast').textContent) && !document.querySelector('[data-command*=add_words]')`)
	phone.Look("words-added")
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait() // killed
	_, address = served(t, "--data", folder)
	b.Open(address + hostLink(t, folder) + "?to=setup")
	b.Until("the choice has outlived the end", `document.querySelector('[name=wordlist]')?.selectedOptions[0].text === 'family.txt'`)
	b.Script(`window.lists = ''; fetch('/api/tables/1/words').then(a => a.text()).then(text => { window.lists = text })`)
	if lists := awaitText(b, `window.lists`); !strings.Contains(lists, `"chosen":"own"`) || !strings.Contains(lists, `"family.txt + 1"`) || !strings.Contains(lists, `"added":["OX"]`) {
		t.Errorf("the lists are %s", lists)
	}
	b.Open(address + "/t/1/play")
	b.Until("the stream opens", shownLive)
	challenges(phone, "")
	phone.Until("the sheet names the list", `/Word list: family.txt \+ 1/.test(document.getElementById('sheet').textContent)`)
	phone.Look("words-challenge")
}

// challenges opens the challenge, and taps the button that says so.
func challenges(p browsertest.Typist, button string) {
	p.T.Helper()
	p.Tap(".tools .challenge")
	p.Until("the sheet opens", `document.querySelector('#sheet[open] .judge')`)
	p.Rest()
	if button == "" {
		return
	}
	p.Script(`[...document.querySelectorAll('#sheet button')].find(b => b.textContent === '` + button + `').click()`)
	p.Until("the sheet goes", `!document.getElementById('sheet').open`)
}
