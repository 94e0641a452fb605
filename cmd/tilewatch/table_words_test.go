package main

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tilewatch/cmd/internal/store"
	"tilewatch/engine/lexicon"
	"tilewatch/web/access"
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
	phone.Until("the verdict says which lists have the word", `/GAME is not in the word list/.test(document.querySelector('.verdict.upheld')?.textContent) && /GAME: not in family.txt, but in english, large/.test(document.querySelector('.verdict').textContent)`)
	phone.Dress(320, 568, 2, "light")
	phone.Look("words-verdict")
	phone.Accessible("a verdict by the list")
	phone.Tap(`[data-command*=accept_words]`)
	phone.Until("the word counts once", `/GAME is valid/.test(document.querySelector('.verdict.rejected')?.textContent) && document.querySelectorAll('.felt [data-at]').length === 4`)
	phone.Look("words-accepted")
	phone.Dress(390, 664, 2, "light")
	for range 2 { // the verdict, and the play
		phone.Tap(`.tools [data-command*=undo]`)
		phone.Rest()
	}
	phone.Until("the table is empty again", `document.querySelectorAll('.felt [data-at]').length === 0`)
	phone.Lays(0, 0, false, "OOF")
	phone.Lays(0, 0, true, "OX")
	challenges(phone, "All are words")
	phone.Until("the list lacks what the players accept", `/OX: not in family.txt, but in english, large/.test(document.querySelector('.verdict.rejected')?.textContent)`)
	phone.Until("it is in sight, above the buttons", `(() => { const r = document.querySelector('.verdict').getBoundingClientRect(); return r.top >= 0 && r.bottom <= document.querySelector('.tools').getBoundingClientRect().top; })()`)
	phone.Look("words-lacks")
	phone.Accessible("a verdict by the players")
	if !browsertest.Eval[bool](b, `document.querySelector('.tools .challenge').disabled`) {
		t.Error("what has been judged can be challenged again")
	}
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
	phone.Lays(1, 0, false, "XI")
	challenges(phone, "")
	phone.Until("the sheet names the list", `/Word list: family.txt \+ 1/.test(document.getElementById('sheet').textContent)`)
	phone.Look("words-challenge")
}

// The program under test has the lists that are files of their own, as the one in bin has them.
func init() {
	if folder, err := filepath.Abs("../../engine/lexicon/german"); err == nil {
		_ = os.Setenv(lexicon.FolderVariable, folder)
	}
}

// TestAGermanTablePlaysInGerman types a game on German pages, from the set-up page to the result: the German list is suggested and judges, it
// explains no word in English, and the review is by it.
func TestAGermanTablePlaysInGerman(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, address := served(t, "--data", folder)
	b := browsertest.New(t)
	b.Dress(390, 664, 2, "light")
	b.Open(address + hostLink(t, folder) + "?to=setup")
	b.Speak("de")
	b.Until("the German list is suggested", `document.documentElement.lang === 'de' && document.querySelector('[name=wordlist]')?.value === 'german'`)
	if offered := browsertest.Eval[string](b, `[...document.querySelector('[name=wordlist]').options].map(o => o.text).join(', ')`); strings.Contains(offered, "dabble") || !strings.Contains(offered, "german-a (Ä = A)") {
		t.Errorf("offered are %s", offered)
	}
	b.Script(`document.querySelector('details.rules').open = true`)
	b.Look("words-german-setup")
	b.Accessible("a German set-up page")
	b.Tap(".newgame .primary")
	b.Until("the game begins", `location.pathname === '/t/1/play' && `+shownLive)
	phone := browsertest.Typist{Browser: b}
	phone.Lays(0, 0, false, "BAR") // a bear, and in English a room
	challenges(phone, "Wortliste fragen")
	phone.Until("it is a word of the German list", `/BAR/.test(document.querySelector('.verdict.rejected')?.textContent) && /in german/.test(document.querySelector(".verdict").textContent)`)
	if says := browsertest.Eval[string](b, `document.querySelector('.verdict').textContent`); strings.Contains(says, "room") {
		t.Errorf("a German word is explained in English: %s", says)
	}
	phone.Lays(0, 1, true, "Ähre")
	phone.Until("AEHRE lies there", `document.querySelectorAll('.felt [data-at]').length === 7`)
	phone.Lays(4, 1, false, "EYE")
	challenges(phone, "Wortliste fragen")
	phone.Until("and an English one is none", `document.querySelector('.verdict.upheld')`)
	if status := command(t, address, hostLink(t, folder), `{"type":"finish"}`); status != http.StatusOK {
		t.Errorf("finish: status %d", status)
	}
	b.Until("the game is over", `document.querySelector('.chip.finished')`)
	b.Look("words-german-result")
}

// TestAStrictTableAcceptsAWord types words that the list lacks where the house rule refuses them: the page says which lists have them before they
// are played, and they count once or for good.
func TestAStrictTableAcceptsAWord(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, address := served(t, "--data", folder)
	b := browsertest.New(t)
	b.Dress(320, 640, 2, "light")
	b.Open(address + hostLink(t, folder) + "?to=setup")
	b.Until("the set-up page", `document.querySelector('[name=option-words]')`)
	b.Script(`document.querySelector('[name=option-words]').value = 'enforce'`)
	b.Tap(".newgame .primary")
	b.Until("the game begins", `location.pathname === '/t/1/play' && `+shownLive)
	phone := browsertest.Typist{Browser: b}
	phone.Tap(".tools .type")
	phone.Until("typing begins", `document.activeElement.id === 'typing'`)
	phone.Keys("SAMOYEDE")
	phone.Keys("\b\b\b")
	phone.Told("SAMOY: not in english, large.")
	phone.Look("words-strict")
	phone.Accessible("a play that the list refuses")
	if !browsertest.Eval[bool](b, `document.querySelector('[data-is=send]').disabled`) {
		t.Error("it can be sent")
	}
	phone.Tap(`[data-accept=SAMOY]`)
	phone.Until("it counts once", `!document.querySelector('[data-is=send]').disabled`)
	phone.Tap("[data-is=send]")
	phone.Until("it is played", `document.querySelectorAll('.felt [data-at]').length === 5`)
	phone.Tap(".tools .type")
	phone.Until("typing begins again", `document.activeElement.id === 'typing'`)
	phone.TapAt(1, 0)
	phone.Keys("QX")
	phone.Told("QX: not in english, large.")
	phone.Tap(`[data-is=stop]`)
	phone.Until("nothing is typed", `!document.body.classList.contains('typing')`)
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

// TestAListComesInByAnyDoor uploads the same two words in every way and form that people have.
func TestAListComesInByAnyDoor(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, address := served(t, "--data", folder)
	key := path.Base(hostLink(t, folder))
	const door = "/api/tables/1/words"
	send := func(method, path, kind string, size int64, body io.Reader) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, address+path, body)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+key)
		if r.Header.Set("Content-Type", kind); size > 0 {
			r.ContentLength = size
			r.Header.Set("Expect", "100-continue")
		}
		client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		a, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		text, err := io.ReadAll(a.Body)
		if err != nil {
			t.Fatal(err)
		}
		return a.StatusCode, string(text)
	}
	inForm := func(fields map[string]string, list string) (kind string, body io.Reader) {
		var b bytes.Buffer
		form := multipart.NewWriter(&b)
		for name, value := range fields {
			if err := form.WriteField(name, value); err != nil {
				t.Fatal(err)
			}
		}
		file, err := form.CreateFormFile("own", "ours.txt")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(file, list); err != nil {
			t.Fatal(err)
		}
		if err := form.Close(); err != nil {
			t.Fatal(err)
		}
		return form.FormDataContentType(), &b
	}
	for name, text := range map[string]string{
		"UTF-8": "Käfer\nzyzzy\n", "UTF-8 with a mark": "\xef\xbb\xbfKäfer\r\nzyzzy", "Windows-1252": "K\xe4fer\nzyzzy\n", "old Mac": "Käfer\rzyzzy\r",
		"UTF-16": "K\x00\xe4\x00f\x00e\x00r\x00\n\x00z\x00y\x00z\x00z\x00y\x00", "UTF-16, big end first, with a mark": "\xfe\xff\x00K\x00\xe4\x00f\x00e\x00r\x00\r\x00\n\x00z\x00y\x00z\x00z\x00y",
	} {
		if status, said := send("PUT", door, "application/x-www-form-urlencoded", 0, strings.NewReader(text)); status != http.StatusOK || !strings.Contains(said, `"words":2,"hash":"`+kaferHash) {
			t.Errorf("%s: %d %s", name, status, said)
		}
	}
	kind, body := inForm(nil, "käfer\nzyzzy\n")
	if status, said := send("PUT", door, kind, 0, body); status != http.StatusOK || !strings.Contains(said, `"own":"ours.txt"`) || !strings.Contains(said, kaferHash) {
		t.Errorf("as a form: %d %s", status, said)
	}
	long := "zyzzy\n" + strings.Repeat("käfer, a long definition that fills a line or two of such a list as people have it\n", 120_000)
	kind, body = inForm(map[string]string{"wordlist": "english"}, long)
	if status, said := send("POST", "/t/1/setup", kind, 0, body); status != http.StatusUnprocessableEntity || !strings.Contains(said, "two") { // players
		t.Errorf("the form of a page without scripts: %d %s", status, said)
	}
	if status, said := send("PUT", door, "text/plain", lexicon.MaxFile+1, strings.NewReader("never sent")); status != http.StatusRequestEntityTooLarge || !strings.Contains(said, "64 MB") {
		t.Errorf("a larger list: %d %s", status, said)
	}
	if status, said := send("PUT", door, "text/plain", 0, io.LimitReader(endless{}, lexicon.MaxFile+1)); status != http.StatusRequestEntityTooLarge || !strings.Contains(said, "64 MB") {
		t.Errorf("a larger list of unknown size: %d %s", status, said)
	}
	if status, said := send("GET", door, "", 0, nil); status != http.StatusOK || !strings.Contains(said, kaferHash) {
		t.Errorf("what was refused has changed the list: %d %s", status, said)
	}
}

// kaferHash is the sum of KAFER and ZYZZY.
const kaferHash = "363597eec712"

// endless is a list without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = "zyzzy\n"[i%6]
	}
	return len(p), nil
}

// TestAPlayerAsksForAWord has a player's phone ask for a word: the host's page shows it with its answers, and one tap adds it.
func TestAPlayerAsksForAWord(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, address := served(t, "--data", folder)
	b := browsertest.New(t)
	b.Dress(320, 640, 2, "light")
	b.Open(address + hostLink(t, folder) + "?to=play")
	b.Until("the host's page", shownLive)
	keys, err := access.LoadKeys(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"QXZ", "ZYX"} {
		r, err := http.NewRequestWithContext(t.Context(), "POST", address+"/api/tables/1/commands", strings.NewReader(`{"type":"add_words","words":["`+word+`"]}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+keys.Key(store.FirstTable, access.RolePlayer))
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Body.Close(); err != nil || a.StatusCode != http.StatusOK {
			t.Fatalf("asking for %s: %s, %v", word, a.Status, err)
		}
	}
	b.Until("the host sees both", `[...document.querySelectorAll('.notes .for-host')].filter(e => e.checkVisibility()).length === 2`)
	b.Script(`document.querySelector('.notes .for-host').scrollIntoView({block: 'center'})`)
	b.Look("words-asked")
	b.Accessible("words that players ask for")
	b.Tap(`.notes [data-command*=add_words][data-command*=QXZ]`)
	b.Until("one is added", `!/QXZ/.test(document.querySelector('.notes').textContent)`)
	b.Tap(`.notes [data-command*=decline_words][data-command*=ZYX]`)
	b.Until("the other is not", `!document.querySelector('.notes .for-host')`)
	b.Script(`window.lists = ''; fetch('/api/tables/1/words').then(a => a.text()).then(text => { window.lists = text })`)
	if lists := awaitText(b, `window.lists`); !strings.Contains(lists, `"added":["QXZ"]`) || !strings.Contains(lists, `english + 1`) {
		t.Errorf("the lists are %s", lists)
	}
}
