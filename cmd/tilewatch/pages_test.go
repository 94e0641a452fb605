package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tilewatch/cmd/internal/store"
	"tilewatch/web/access"
	"tilewatch/web/browsertest"
)

// hostLink is the link that the program prints for the host.
func hostLink(t *testing.T, folder string) string {
	t.Helper()
	keys, err := access.LoadKeys(folder)
	if err != nil {
		t.Fatal(err)
	}
	return keys.Link(store.FirstTable, access.RoleHost)
}

// command sends an event by the API, with the key of the link.
func command(t *testing.T, address, link, event string) int {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, address+"/api/tables/1/commands", bytes.NewReader([]byte(event)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+link[strings.LastIndex(link, "/")+1:])
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

// scoreOf is a script for the points that the page shows for a color.
func scoreOf(color string) string {
	return fmt.Sprintf(`Number(document.querySelector('[data-key=%s] .total span')?.textContent)`, color)
}

// shownLive says that a page is loaded, with all that listens to keys and taps, and shows what the stream tells.
const shownLive = `document.readyState === 'complete' && document.querySelector('[data-part=board]')?.shown`

const (
	gamePlay = `{"type":"play","player":"yellow","placements":[{"row":0,"col":0,"letter":"G"},{"row":0,"col":1,"letter":"A"},{"row":0,"col":2,"letter":"M"},{"row":0,"col":3,"letter":"E"}]}`
	tamePlay = `{"type":"play","player":"red","placements":[{"row":0,"col":0,"letter":"T"},{"row":1,"col":0,"letter":"R"},{"row":2,"col":0,"letter":"Y"}]}`
)

// TestPhonesJoinPlayAndOutliveAKill is an evening: a host sets a game up on a tablet, a player joins with the code, they correct,
// challenge and undo, and the server is killed and started again.
func TestPhonesJoinPlayAndOutliveAKill(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	server, address := served(t, "--data", folder)
	link := hostLink(t, folder)
	host := browsertest.New(t)
	host.Dress(1024, 768, 1, "light")
	code := setUp(t, host, address+link)
	phone := browsertest.New(t)
	phone.Dress(390, 844, 2, "dark")
	join(t, phone, address, code)
	for _, play := range []string{gamePlay, tamePlay} {
		if status := command(t, address, link, play); status != http.StatusOK {
			t.Fatalf("%s: status %d", play, status)
		}
	}
	for _, b := range []*browsertest.Browser{host, phone} {
		b.Until("two turns are played", scoreOf("red")+` === 2 && `+scoreOf("yellow")+` === 0`)
		b.Until("a nab may be banked", `document.querySelector('.tools .bank')`)
	}
	t.Run("a correction takes two taps, and the later turn is scored again", func(t *testing.T) { correct(t, phone, host) })
	t.Run("a challenge is judged once, with what the words mean", func(t *testing.T) { challenge(t, phone, host) })
	t.Run("an undo tells what it took back, and can be taken back itself", func(t *testing.T) { undo(t, phone, host) })
	t.Run("everybody can use every sheet", func(t *testing.T) { sheets(t, phone, host) })
	t.Run("the page comes back after the server was killed", func(t *testing.T) {
		revive(t, server, address, folder, phone)
	})
	phone.Clean(address, true)
}

// setUp begins a game of Grandpa and Ana in the browser, and answers the code for players.
func setUp(t *testing.T, host *browsertest.Browser, link string) string {
	t.Helper()
	host.Open(link + "?to=setup")
	if path := browsertest.Eval[string](host, `location.pathname`); path != "/t/1/setup" {
		t.Fatalf("the host's link leads to %s", path)
	}
	host.Look("evening-setup")
	host.Accessible("set-up")
	host.Script(`for (const [color, plays, name] of [['yellow', true, 'Grandpa'], ['red', true, 'Ana'], ['purple', false, ''], ['green', false, '']]) {
		document.querySelector('[name=plays-' + color + ']').checked = plays;
		document.querySelector('[name=name-' + color + ']').value = name;
	}
	document.querySelector('[name=first][value=yellow]').checked = true`)
	host.Tap(".newgame .primary")
	host.Until("the game begins", `location.pathname === '/t/1/play' && document.querySelector('.turn b')?.textContent === 'Grandpa’s turn'`)
	host.Until("the stream opens", shownLive)
	return browsertest.Eval[string](host, `fetch('/t/1/join').then(a => a.text()).then(t => { window.joinCode = t.match(/class="address short">([^<]+)/)[1] }), ''`) + awaitText(host, `window.joinCode`)
}

// awaitText is a script's text, once there is one.
func awaitText(b *browsertest.Browser, expression string) string {
	b.T.Helper()
	b.Until(expression, expression)
	return browsertest.Eval[string](b, expression)
}

// join types the code on a phone that has only the address.
func join(t *testing.T, phone *browsertest.Browser, address, code string) {
	t.Helper()
	phone.Open(address + "/play")
	phone.Until("it may only look", `document.querySelector('.only-look a') && !document.querySelector('.tools button')`)
	phone.Open(address + "/join")
	if browsertest.Eval[bool](phone, `document.body.innerHTML.includes('`+code+`')`) {
		t.Error("who only watches is told the code for players")
	}
	phone.Accessible("join")
	phone.Do(chromedp.SendKeys("#code", strings.ToLower(code)))
	phone.Tap(".codeform .primary")
	phone.Until("the phone may play", `document.querySelector('.seats')`)
	phone.Look("evening-joined")
	phone.Tap(".seats [value=red]")
	phone.Until("it is Ana’s phone", `location.pathname === '/t/1/play' && document.body.dataset.seat === 'red' && `+shownLive)
}

func correct(t *testing.T, phone, host *browsertest.Browser) {
	phone.Tap(`.board [data-at="0,3"]`) // of turn 1
	phone.Until("the sheet opens", `document.querySelector('#sheet[open] .letters')`)
	phone.Look("evening-cell")
	phone.Accessible("a tile's sheet")
	phone.Script(`[...document.querySelectorAll('#sheet .letters button')].find(b => b.textContent === 'P').click()`)
	for _, b := range []*browsertest.Browser{phone, host} {
		b.Until("turn 2 took TAMP", `[...document.querySelectorAll('.changes .word')].some(w => w.textContent === 'TAMP')`)
		b.Until("and it still counts", scoreOf("red")+` === 2 && `+scoreOf("yellow")+` === 0`)
		b.Until("a line tells of it", `/Turn 1 corrected: GAMP/.test(document.querySelector('#toast').textContent) && !document.querySelector('#toast').hidden`)
	}
	phone.Until("the sheet closes", `!document.querySelector('#sheet').open`)
	if said := browsertest.Eval[string](host, `document.querySelector('#say').textContent`); !regexp.MustCompile(`^Step 4: turn 1 corrected: GAMP\.$`).MatchString(said) {
		t.Errorf("spoken: %q", said)
	}
	host.Look("evening-corrected")
}

func challenge(t *testing.T, phone, host *browsertest.Browser) {
	host.Tap(".tools .challenge")
	host.Until("all words of the turn", `document.querySelectorAll('#sheet[open] .judge li').length === 2`)
	if browsertest.Eval[bool](host, `Boolean(document.querySelector('.meaning'))`) {
		t.Error("what words mean is told before the verdict")
	}
	host.Look("evening-challenge")
	host.Accessible("a challenge")
	host.Tap("#sheet .primary")
	for _, b := range []*browsertest.Browser{phone, host} {
		b.Until("the verdict, and the words outlined", `document.querySelector('.verdict.rejected .meaning') && document.querySelectorAll('.board .settled').length === 2`)
	}
	phone.Look("evening-verdict")
}

func undo(t *testing.T, phone, host *browsertest.Browser) {
	phone.Script(`const u = [...document.querySelectorAll('.tools button')].find(b => b.dataset.command?.includes('undo')); u.click(); u.click()`) // a double tap
	for _, b := range []*browsertest.Browser{phone, host} {
		b.Until("the challenge is undone", `!document.querySelector('.verdict') && /Undone: the challenge of TAMP and TRY/.test(document.querySelector('#toast').textContent)`)
	}
	phone.Look("evening-undone")
	if browsertest.Eval[bool](phone, `document.querySelector('.changes .word').textContent !== 'TAMP'`) {
		t.Error("a double tap undid two things")
	}
	phone.Tap("#toast button")
	for _, b := range []*browsertest.Browser{phone, host} {
		b.Until("it is there again", `document.querySelector('.verdict.rejected')`)
	}
}

func sheets(t *testing.T, phone, host *browsertest.Browser) {
	host.Script(`fetch('/t/1/choices', {method: 'POST', body: new URLSearchParams({aids: 1, timer: 60, hints: 1, nudges: 1})})`)
	phone.Until("hints are allowed", `document.querySelector('[data-clock]')?.dataset.limit === '60'`)
	for _, name := range []string{"names", "tiles", "hints"} {
		phone.Tap(".tools [data-sheet=more]")
		phone.Until("more", `document.querySelector('#sheet[open] [data-sheet=`+name+`]')`)
		if name == "names" {
			phone.Accessible("more")
		}
		phone.Script(`document.querySelector('#sheet [data-sheet=` + name + `]').click()`)
		phone.Until(name, `document.querySelector('#sheet').dataset.name === '`+name+`'`)
		if name == "hints" {
			phone.Script(`const form = document.querySelector('#sheet form'); form.rack.value = 'A T E S'; form.requestSubmit()`)
			phone.Until("hints", `document.querySelector('#sheet .hints li')`)
			phone.Look("evening-hints")
		}
		phone.Accessible(name)
		if small := phone.SmallTargets(); small != "" {
			t.Errorf("%s: too small for a finger: %s", name, small)
		}
		phone.Tap("#sheet [data-close]")
		phone.Until("the sheet closes", `!document.querySelector('#sheet').open`)
	}
}

func revive(t *testing.T, server *exec.Cmd, address, folder string, phone *browsertest.Browser) {
	kill(t, server)
	phone.Until("the badge", `!document.getElementById('link').hidden && document.body.classList.contains('stale')`)
	phone.Look("evening-cut")
	_, again := served(t, "--data", folder, "--addr", strings.TrimPrefix(address, "http://"))
	if again != address {
		t.Fatalf("it came back at %s", again)
	}
	phone.Until("the badge goes", `document.getElementById('link').hidden && !document.body.classList.contains('stale')`)
	phone.Until("the game as it stood", scoreOf("red")+` === 2 && document.querySelector('.verdict.rejected')`)
	if said := browsertest.Eval[string](phone, `document.getElementById('say').textContent`); strings.HasPrefix(said, "Turn") {
		t.Errorf("an old turn is announced: %q", said)
	}
	phone.Tap(`.tools [data-command*=undo]`)
	phone.Until("who could play still can", `/Undone/.test(document.querySelector('#toast').textContent)`)
}
