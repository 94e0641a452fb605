package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"tilewatch/web/browsertest"
	"tilewatch/web/webtest"
)

// TestTheInstalledProgramOpensWhileTheServerIsAway opens a page on this machine's own name, which browsers take for secure.
func TestTheInstalledProgramOpensWhileTheServerIsAway(t *testing.T) {
	place := newSite(t)
	game := webtest.DemoGame(t)
	webtest.Publish(t, place.open(t, "kitchen"), game[5])
	home := fmt.Sprintf("http://127.0.0.1:%d", place.Port)
	b := browsertest.New(t)
	b.Dress(390, 844, 1, "dark")
	b.Open(home + "/watch")
	b.Until("the worker stands by", `navigator.serviceWorker.controller`)
	place.Stop()
	b.Do(chromedp.Navigate(home + "/play"))
	b.Until("the page that says so", `document.querySelector(".view-offline .reconnecting")?.textContent.includes("Reconnecting")`)
	b.Look("offline")
	b.Accessible("the page for a server that is away")
	again := newSiteAt(t, place.Port)
	webtest.Publish(t, again.open(t, "kitchen"), game[14])
	b.Until("the page that was wanted", `location.pathname === "/play" && `+webtest.ScoreOf("red")+" === 5")
	b.Clean(home, true)
}

func TestTheManifestNamesIconsThatAreThere(t *testing.T) {
	place := newSite(t)
	answer := get(t, place.Url+"/manifest.webmanifest")
	var m struct {
		Name, Display string
		Theme         string `json:"theme_color"`
		Start         string `json:"start_url"`
		Icons         []struct{ Src, Sizes string }
	}
	if err := json.Unmarshal([]byte(answer.body), &m); err != nil || m.Name == "" || m.Theme == "" || m.Display != "standalone" || len(m.Icons) < 3 {
		t.Fatalf("%v: %s", err, answer.body)
	}
	for _, path := range []string{m.Icons[0].Src, m.Icons[1].Src, m.Icons[2].Src, "/offline", "/sw.js"} {
		if a := get(t, place.Url+path); a.status != http.StatusOK {
			t.Errorf("%s: status %d", path, a.status)
		}
	}
	worker := get(t, place.Url+"/sw.js").body
	for _, name := range shellFiles {
		if address := place.server.assets.names[name]; address == "" || !strings.Contains(worker, address) {
			t.Errorf("the worker does not keep %s", name)
		}
	}
}
