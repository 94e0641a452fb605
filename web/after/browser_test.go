package after

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tilewatch/web/browsertest"
	"tilewatch/web/text"
)

// screens are what the pages must fit on.
var screens = []struct {
	name          string
	width, height int64
}{{"320", 320, 568}, {"phone", 390, 844}, {"tablet", 820, 1180}, {"landscape", 1180, 820}, {"tv", 1920, 1080}, {"flat", 844, 390}}

func TestPagesFitEveryScreen(t *testing.T) {
	h := newHouse(t, 8)
	keepShots(t, h, h.games[4])
	b := browsertest.New(t)
	game := "/games/" + h.games[4]
	for name, path := range map[string]string{"list": "/games", "players": "/players", "photo": "/photo", "result": game, "replay": game + "/replay?step=7", "going": "/games/last/replay", "review": game + "/review"} {
		for _, screen := range screens {
			if simple := name == "list" || name == "photo" || name == "review"; simple && screen.name != "320" && screen.name != "landscape" {
				continue // one column of the same cards everywhere
			}
			theme := "light"
			if screen.name == "landscape" {
				theme = "dark"
			}
			b.Dress(screen.width, screen.height, 1, theme)
			address := h.url + path
			if screen.name == "320" { // Spanish is longer
				address += map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + "lang=es"
			}
			b.Open(address)
			b.Until(name+" is there", `document.readyState === "complete" && document.querySelector("main")`)
			if wide := b.Wide(); wide > 0 {
				t.Errorf("%s on %s is %d pixels too wide", name, screen.name, wide)
			}
			if screen.name == "320" || screen.name == "landscape" {
				b.Accessible(name + " on " + screen.name)
			}
			small := browsertest.Eval[string](b, `[...document.querySelectorAll("main a, main button, main input")].filter((e) => {
				const r = (e.closest("label") ?? e).getBoundingClientRect();
				return r.width && !e.closest(".sr, td, .misses h2, .turn-shot") && (r.height < 43.5 || r.width < 43.5);
			}).map((e) => e.outerHTML.slice(0, 80)).join("; ")`)
			if small != "" {
				t.Errorf("%s on %s: too small to tap: %s", name, screen.name, small)
			}
			lookWhole(b, fmt.Sprintf("after-%s-%s", name, screen.name), screen.width, screen.height, name != "replay" && name != "going")
		}
	}
	b.Clean(h.url, false)
}

// TestTextsFitASmallPhone looks at the pages after a game in each language.
func TestTextsFitASmallPhone(t *testing.T) {
	h := newHouse(t, 6)
	b := browsertest.New(t)
	b.Dress(320, 640, 1, "light")
	game := "/games/" + h.games[4]
	for _, lang := range text.Langs() {
		t.Run(lang.Lang, func(t *testing.T) {
			for name, path := range map[string]string{"list": "/games?", "players": "/players?", "photo": "/photo?", "result": game + "?", "replay": game + "/replay?step=7&", "review": game + "/review?"} {
				b.Open(h.url + path + "lang=" + lang.Lang)
				if bad := b.Unfit(); bad != "" {
					t.Errorf("%s:\n%s", name, bad)
				}
				if wide := b.Wide(); wide > 0 {
					t.Errorf("%s is %d pixels too wide", name, wide)
				}
				lookWhole(b, "fit-"+lang.Lang+"-"+name, 320, 640, true)
			}
		})
	}
	b.Clean(h.url, false)
}

// lookWhole keeps a picture of the page, the whole of it or the screen's part.
func lookWhole(b *browsertest.Browser, name string, width, height int64, whole bool) {
	if os.Getenv("TILEWATCH_LOOK") == "" {
		return
	}
	if whole {
		high := browsertest.Eval[int64](b, `document.documentElement.scrollHeight`)
		b.Do(chromedp.EmulateViewport(width, max(height, high), chromedp.EmulateScale(1)))
		defer b.Do(chromedp.EmulateViewport(width, height, chromedp.EmulateScale(1)))
	}
	b.Look(name)
}

func TestReplayInABrowser(t *testing.T) {
	h := newHouse(t, 8)
	keepShots(t, h, h.games[1])
	b := browsertest.New(t)
	b.Dress(390, 844, 1, "light")
	b.Open(h.url + "/games/" + h.games[1] + "/replay")
	b.Until("the slider is there", `!document.getElementById("slider").hidden`)
	heading := `document.querySelector(".told h2 span").textContent`
	box := `JSON.stringify(document.querySelector(".replay-board").getBoundingClientRect())`
	size := browsertest.Eval[string](b, box)
	press := func(key string) { b.Do(chromedp.KeyEvent(key)) }
	t.Run("it opens on the last turn, whose board shows the game", func(t *testing.T) {
		if !browsertest.Eval[bool](b, `document.getElementById("slider").value === document.getElementById("slider").max && document.querySelector(".replay-board .stack") !== null`) {
			t.Error(browsertest.Eval[string](b, heading))
		}
		press(kb.Home)
		b.Until("the beginning", heading+` === "The game starts"`)
	})
	t.Run("arrow keys step", func(t *testing.T) {
		press(kb.ArrowRight)
		b.Until("turn 1", heading+` === "Turn 1"`)
		press(kb.ArrowRight)
		b.Until("turn 2", heading+` === "Turn 2"`)
		press(kb.ArrowLeft)
		b.Until("turn 1 again", heading+` === "Turn 1"`)
		if got := browsertest.Eval[string](b, `location.search`); got != "?step=1" {
			t.Errorf("the address says %q", got)
		}
		if said := browsertest.Eval[string](b, `document.getElementById("say").textContent`); !strings.HasPrefix(said, "Turn 1.") {
			t.Errorf("said %q", said)
		}
	})
	t.Run("the turn's picture is shown with its tiles", func(t *testing.T) {
		b.Until("the picture", `document.querySelector(".shot image")?.getAttribute("href").includes("/pictures/1") && document.querySelector(".shot polygon.line")`)
	})
	t.Run("a tapped stack says whose its words are", func(t *testing.T) {
		b.Tap(".replay-board .stack")
		b.Until("the reason", `!document.getElementById("explained").hidden && document.getElementById("explained").textContent.includes("controls it")`)
		lookWhole(b, "replay-explained", 390, 844, false)
		press(kb.Escape)
		b.Until("put away", `document.getElementById("explained").hidden`)
		b.Tap(".word-button")
		b.Until("the word's reason", `document.querySelectorAll("#explained p").length === 1`)
		press(kb.Escape)
	})
	t.Run("the slider goes anywhere", func(t *testing.T) {
		browsertest.Eval[bool](b, `(() => { const s = document.getElementById("slider"); s.value = s.max; s.dispatchEvent(new Event("input")); return true; })()`)
		b.Until("the last step", `Number(new URLSearchParams(location.search).get("step")) === Number(document.getElementById("slider").max)`)
		press(kb.Home)
		b.Until("the first", heading+` === "The game starts"`)
	})
	t.Run("it plays by itself until a tap", func(t *testing.T) {
		b.Tap("#run")
		b.Until("turn 1", heading+` === "Turn 1"`)
		b.Tap("#run")
		if browsertest.Eval[bool](b, `document.getElementById("replay").classList.contains("running")`) {
			t.Error("it goes on")
		}
	})
	t.Run("the board turns to the reader and stays turned", func(t *testing.T) {
		b.Tap("#turner")
		b.Until("turned", `document.querySelector(".replay-board g[transform^=rotate\\(90]")`)
		b.Tap("#on")
		b.Until("the next", `new URLSearchParams(location.search).get("turned") === "1" && `+heading+` === "Turn 2"`)
	})
	t.Run("the board never changes its place", func(t *testing.T) {
		if got := browsertest.Eval[string](b, box); got != size {
			t.Errorf("%s, was %s", got, size)
		}
	})
	t.Run("a game that goes on leads to the live page", func(t *testing.T) {
		b.Open(h.url + "/games/last/replay")
		b.Until("the live button", `document.querySelector("a.live")?.getAttribute("href") === "/watch"`)
	})
	b.Clean(h.url, false)
}

func TestPhotoInABrowser(t *testing.T) {
	h := newHouse(t, 0)
	b := browsertest.New(t)
	b.Dress(390, 844, 1, "light")
	b.Open(h.url + "/photo")
	b.Until("the form is there", `!document.getElementById("photo").hidden`)
	b.Do(chromedp.SetUploadFiles("#file", []string{shipped(t, "045")}))
	b.Until("the result", `document.querySelector("#answer .ranks") && document.querySelector(".seen-tiles polygon")`)
	lookWhole(b, "photo-result", 390, 844, true)
	b.Accessible("a photo's result")
	t.Run("the overlay lies on the photo", func(t *testing.T) {
		over := browsertest.Eval[bool](b, `(() => { const p = document.querySelector(".photo-shot img").getBoundingClientRect(), o = document.querySelector(".seen-tiles svg").getBoundingClientRect();
			const v = document.querySelector(".seen-tiles svg").viewBox.baseVal, i = document.querySelector(".photo-shot img");
			return Math.abs(p.width - o.width) < 2 && Math.abs(p.height - o.height) < 2 && v.width === i.naturalWidth && v.height === i.naturalHeight; })()`)
		if !over {
			t.Error("it does not")
		}
	})
	total := `[...document.querySelectorAll(".ranks li")].find((li) => li.textContent.includes("Green")).querySelector(".sum-total").firstChild.textContent`
	t.Run("what decides the score is asked with its part of the photo, and answered by a button", func(t *testing.T) {
		if !browsertest.Eval[bool](b, `(() => { const c = document.querySelector(".ask canvas"); return c.width > 100 && c.getContext("2d").getImageData(c.width / 2, c.height / 2, 1, 1).data[3] === 255; })()`) {
			t.Error("the question has no picture")
		}
		unanswered := browsertest.Eval[string](b, total)
		b.Tap(`.ask [data-command*='"tiles":3']`)
		b.Until("three more", fmt.Sprintf(`Number(%s) === %s + 3 && !document.querySelector('.ask [data-command*="bank"]')`, total, unanswered))
	})
	before := browsertest.Eval[string](b, total)
	t.Run("who went out has a point more", func(t *testing.T) {
		b.Tap(`#count input[value=green]`)
		b.Until("a point more", fmt.Sprintf(`Number(%s) === %s + 1`, total, before))
		if !browsertest.Eval[bool](b, `document.activeElement.value === "green"`) {
			t.Error("the keyboard's place is lost")
		}
	})
	t.Run("banked tiles can be set right", func(t *testing.T) {
		browsertest.Eval[bool](b, `(() => { const i = document.querySelector("[name=banked-green]"); i.value = 4; i.dispatchEvent(new Event("change", {bubbles: true})); return true; })()`)
		b.Until("four in all", fmt.Sprintf(`Number(%s) === %s + 2`, total, before))
	})
	t.Run("a picture without a game says what to do", func(t *testing.T) {
		other, err := filepath.Abs("../assets/icon-512.png")
		if err != nil {
			t.Fatal(err)
		}
		b.Do(chromedp.SetUploadFiles("#file", []string{other}))
		b.Until("the problem", `document.querySelector("#answer .problem")?.textContent.includes("No linked tiles")`)
	})
	b.Clean(h.url, false)
}
