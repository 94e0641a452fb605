package web

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"tilewatch/web/browsertest"
	"tilewatch/web/webtest"
)

// strict says that figures decide: on an idle machine, as "make soak" has it. Elsewhere they are only printed.
func strict() bool { return os.Getenv("TIMING") != "" }

// A phone in a slow network: 150 ms there and back, 1.6 Mbit/s, a fourth of this machine's speed.
const (
	slowLatency = 150
	slowRate    = 1.6e6 / 8
	slowCPU     = 4
)

// maxWeight is how many bytes a page may bring in all, as they are sent; maxPaint when it must show something useful.
const (
	maxWeight = 150_000
	maxPaint  = time.Second
)

func TestASlowPhoneSoonSeesTheScores(t *testing.T) {
	place := newSite(t)
	table := place.open(t, "kitchen")
	for _, s := range webtest.DemoGame(t)[:14] {
		webtest.Publish(t, table, s)
	}
	b := browsertest.New(t)
	b.Dress(390, 844, 2, "light")
	b.Open("about:blank")
	if _, err := chromedp.Call(b.Ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slowCPU}); err != nil {
		t.Fatal(err)
	}
	conditions := network.EmulateNetworkConditionsByRuleParams{MatchedNetworkConditions: []*network.Conditions{
		{Latency: slowLatency, DownloadThroughput: slowRate, UploadThroughput: slowRate}}}
	if _, err := chromedp.Call(b.Ctx, network.EmulateNetworkConditionsByRule, conditions); err != nil {
		t.Fatal(err)
	}
	b.Open(place.Url + "/watch")
	b.Until("it is painted", `performance.getEntriesByName('first-contentful-paint').length`)
	b.Until("the stream opens", `document.querySelector('[data-part=board]').shown`)
	paint := time.Duration(browsertest.Eval[float64](b, `performance.getEntriesByName('first-contentful-paint')[0].startTime`) * float64(time.Millisecond))
	weight := browsertest.Eval[int](b, `[...performance.getEntriesByType('resource'), ...performance.getEntriesByType('navigation')].filter(e => !e.name.includes('/events')).reduce((sum, e) => sum + e.encodedBodySize, 0)`)
	asked := browsertest.Eval[int](b, `performance.getEntriesByType('resource').length`)
	t.Logf("first paint with the scores after %v; %d bytes in %d requests", paint.Round(time.Millisecond), weight, asked+1)
	if weight > maxWeight || weight < 10_000 {
		t.Errorf("the page weighs %d bytes, not at most %d", weight, maxWeight)
	}
	if strict() && paint > maxPaint {
		t.Errorf("first paint after %v, not %v", paint, maxPaint)
	}
	b.Clean(place.Url, false)
}

const (
	openPages = 50
	maxDelay  = 150 * time.Millisecond // from an event's acceptance to the screen, p95
)

// realPages is how many of the pages are real ones, in a browser; the others are their streams alone. Phones have a processor each: more
// than a few pages on the processors that the server runs on measure those.
func realPages(t *testing.T) int {
	text := os.Getenv("PAGES")
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > openPages {
		t.Fatalf("PAGES is %q: say how many of the %d pages are real ones", text, openPages)
	}
	return n
}

// noteTurns is a script that notes when a turn has come into the page, and when it is painted.
const noteTurns = `window.came = {}; window.painted = {}; new MutationObserver(() => {
	const turn = parseInt(document.querySelector('.turn-no')?.textContent.replace(/\D/g, '')), now = () => performance.timeOrigin + performance.now();
	window.came[turn] ??= now();
	requestAnimationFrame(() => { window.painted[turn] ??= now(); });
}).observe(document.querySelector('[data-part=head]'), {childList: true, subtree: true})`

// TestAnEventIsSoonOnEveryScreen opens fifty pages, some of them in a real browser, and measures until what was published has come to
// each, and until it is painted on the one in front.
func TestAnEventIsSoonOnEveryScreen(t *testing.T) {
	place := newSite(t)
	table := place.open(t, "kitchen")
	game := webtest.DemoGame(t)
	webtest.Publish(t, table, game[0])
	pages := realPages(t)
	streams := pageStreams(t, place.Url+"/api/tables/kitchen/events?page=watch", openPages-pages)
	front := browsertest.New(t)
	front.Dress(390, 844, 2, "light")
	tabs := []*browsertest.Browser{front}
	for len(tabs) < pages {
		tabs = append(tabs, front.Tab())
	}
	for i, tab := range tabs {
		// Each page at an address of its own: a browser opens but six connections to one.
		tab.Open(fmt.Sprintf("http://127.0.0.%d:%d/watch", i+1, place.Port))
		tab.Until("the stream opens", `document.querySelector('[data-part=board]').shown`)
		tab.Script(noteTurns)
	}
	if pages > 1 {
		front.Front()
	}
	var painted, came []time.Duration
	for _, s := range game[1 : len(game)-1] {
		accepted := time.Now()
		webtest.Publish(t, table, s)
		since := func(b *browsertest.Browser, what string) time.Duration {
			expression := fmt.Sprintf(`window.%s[%d]`, what, s.Turn+1)
			b.Until("the turn has come", expression)
			return time.UnixMicro(int64(browsertest.Eval[float64](b, expression) * 1000)).Sub(accepted)
		}
		for _, tab := range tabs {
			came = append(came, since(tab, "came"))
		}
		painted = append(painted, since(front, "painted"))
		streams.took(accepted)
	}
	onScreen, inPage, arrived := quantile(painted, 0.95), quantile(came, 0.95), streams.p95()
	t.Logf("%d pages, %d of them real: an event has arrived at 95 %% of the streams within %v, is in 95 %% of the pages within %v, and is painted within %v (p95 of %d)",
		openPages, pages, arrived.Round(time.Millisecond), inPage.Round(time.Millisecond), onScreen.Round(time.Millisecond), len(painted))
	if strict() && (onScreen > maxDelay || arrived > maxDelay || inPage > maxDelay) {
		t.Errorf("not within %v", maxDelay)
	}
}

// opened are streams as pages have them; each reports when an event has come.
type opened struct {
	came   chan time.Time
	delays []time.Duration
	n      int
}

func pageStreams(t *testing.T, url string, n int) *opened {
	t.Helper()
	o := &opened{came: make(chan time.Time, 64*n), n: n}
	var ready sync.WaitGroup
	ready.Add(n)
	for range n {
		answer, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = answer.Body.Close() }) // ends the goroutine below
		go func() {
			first := sync.OnceFunc(ready.Done)
			for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
				switch line := lines.Text(); {
				case strings.HasPrefix(line, "event: snapshot"):
					first()
				case strings.HasPrefix(line, "event: update"):
					o.came <- time.Now()
				}
			}
		}()
	}
	ready.Wait()
	return o
}

// took notes how long an event took to come to each stream.
func (o *opened) took(accepted time.Time) {
	for range o.n {
		o.delays = append(o.delays, (<-o.came).Sub(accepted))
	}
}

func (o *opened) p95() time.Duration { return quantile(o.delays, 0.95) }

func quantile(all []time.Duration, q float64) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}
