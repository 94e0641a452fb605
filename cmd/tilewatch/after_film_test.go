package main

import (
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"tilewatch/web/browsertest"
)

// TestTheFilmCanBeSeenAgain shows two turns of the film to the real pipeline, steps through their game while it goes on, with the
// camera's pictures for who may see them, and ends it.
func TestTheFilmCanBeSeenAgain(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	camera, url := newFaultyCamera(t, filmPictures(t, 5, 20))
	_, address := served(t, "--data", folder, "--players", "purple,red,green,yellow", "--source", url)
	wait(t, "the empty table", func() bool { _, _, _, status := tableNow(t, address); return status == "live" })
	for turn, word := range []string{"PA", "APE"} {
		camera.shows(filmPictures(t, shownTurns[turn], shownTurns[turn]+12))
		waitFor(t, fmt.Sprintf("%s/games/last/steps/%d", address, turn+1), word)
	}
	if body, status := fetch(t, address+"/games/last/steps/1"); status != http.StatusOK || !strings.Contains(body, "PA") || !strings.Contains(body, "Only players can see") {
		t.Errorf("turn 1 for a stranger: status %d, %s", status, body)
	}
	if _, status := fetch(t, address+"/games/last/pictures/1"); status != http.StatusForbidden {
		t.Errorf("the camera's picture for a stranger: status %d", status)
	}
	b := browsertest.New(t)
	b.Dress(390, 844, 1, "light")
	b.Open(address + hostLink(t, folder))
	b.Until("the host is known", `document.body.classList.contains("may")`)
	b.Open(address + "/games/last/replay?step=1")
	b.Until("the host sees the picture, and the tiles in it", `document.querySelectorAll(".turn-shot polygon.line").length === 2 && document.querySelector(".turn-shot image")`)
	loaded := fmt.Sprintf(`(async () => { const i = new Image(); i.src = %s; await i.decode(); return i.naturalWidth; })().then((w) => { window.wide = w; }); undefined`,
		`document.querySelector(".turn-shot image").getAttribute("href")`)
	b.Script(loaded)
	b.Until("the picture itself", `window.wide >= 640`)
	b.Until("how sure it was read", `document.querySelector(".sure")`)
	b.Look("film-replay")
	b.Accessible("the replay of a game that goes on")
	b.Tap("a.live")
	b.Until("the live page", `location.pathname === "/t/1/watch"`)
	moved(t, address, `tilewatch_frames_total{what="taken"}`, `tilewatch_readings_total{result="read"}`, `tilewatch_lines_total{type="play"}`, "tilewatch_reading_seconds_count",
		"tilewatch_delay_seconds_count", `tilewatch_events_total{result="kept"}`, "tilewatch_journal_seconds_count", "tilewatch_phones", "tilewatch_http_requests_total")
	if figure(t, address, `tilewatch_frames_total{what="dropped"}`) < 0 || figure(t, address, "tilewatch_phones_dropped") < 0 {
		t.Error("nobody counts what is dropped")
	}
	if status := command(t, address, hostLink(t, folder), `{"type":"finish"}`); status != http.StatusOK {
		t.Fatalf("finish: status %d", status)
	}
	b.Open(address + "/games/last")
	b.Until("a winner", `document.querySelector(".banner h2") && !document.body.textContent.includes("In progress") && document.querySelector(".ranks .won")`)
	b.Clean(address, true)
}

// TestAPhotoIsScoredOnItsPage uploads a photo to the real reader.
func TestAPhotoIsScoredOnItsPage(t *testing.T) {
	t.Parallel()
	_, address := served(t, "--data", t.TempDir())
	b := browsertest.New(t)
	b.Dress(390, 844, 1, "light")
	b.Open(address + "/photo")
	b.Until("the form is there", `!document.getElementById("photo").hidden`)
	photo, err := filepath.Abs("../../testdata/nabit/stills/045.jpg")
	if err != nil {
		t.Fatal(err)
	}
	b.Do(chromedp.SetUploadFiles("#file", []string{photo}))
	b.Until("the score", `document.querySelectorAll("#answer .ranks li").length === 3 && document.querySelectorAll(".seen-tiles polygon.line").length >= 11`)
	b.Look("photo-scored")
	if text := browsertest.Eval[string](b, `document.querySelector("#answer").textContent`); !strings.Contains(text, "Green0 words, 6 banked") || !strings.Contains(text, "HEAP") || !strings.Contains(text, "TUNAS") {
		t.Errorf("%s", text)
	}
	b.Script(`document.querySelector("#count input[value=purple]").click()`)
	b.Until("who went out has the point", `document.querySelector("#answer").textContent.includes("1 for going out")`)
	b.Tap("#check")
	b.Until("a tile's sheet", `document.getElementById("sheet").open && document.querySelector("#sheet dl.reasons")`)
	b.Script(`document.querySelector("#sheet details:has(.reasons)").open = true; document.querySelector("#sheet .reasons").scrollIntoView({block: "center"})`)
	b.Look("photo-why")
	b.Accessible("why a tile was read so")
	if text := browsertest.Eval[string](b, `document.querySelector("#sheet .reasons").textContent`); !strings.Contains(text, "A tile lies here") || !strings.Contains(text, "For it: ") || strings.Contains(text, "photo.why") {
		t.Errorf("the reasons are %s", text)
	}
	b.Clean(address, false)
}

func fetch(t *testing.T, url string) (body string, status int) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data), answer.StatusCode
}

// waitFor asks until the page has the text.
func waitFor(t *testing.T, url, text string) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(300 * time.Millisecond) {
		if body, status := fetch(t, url); status == http.StatusOK && strings.Contains(body, text) {
			return
		}
	}
	t.Fatalf("no %q at %s", text, url)
}
