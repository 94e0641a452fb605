// Package browsertest drives a headless Chromium in tests of pages: what a page asks for, what it complains of, what it
// shows, and whether people with a screen reader, a keyboard or weak eyes can use it.
package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"tilewatch/web/browsertest/chromium"
)

// Browser is one tab of a headless Chromium. It remembers what the page asked for and what it complained of.
type Browser struct {
	T   *testing.T
	Ctx context.Context

	tapped time.Time // when a finger last went down

	mu       sync.Mutex
	requests []string
	messages []chromedp.ConsoleMessage
}

// limit is how long one test may use a browser. It ends a test that hangs, however slow the machine is.
const limit = 8 * time.Minute

// New opens a tab that knows nothing of others, in the package's browser; in one of its own where it asks for flags. Where there is no
// browser the test fails: pages nobody looked at are not tested pages.
func New(t *testing.T, flags ...chromedp.ExecAllocatorOption) *Browser {
	t.Helper()
	ctx, closeTab := newContext(t, flags)
	ctx, timeUp := context.WithTimeout(ctx, limit)
	t.Cleanup(func() { timeUp(); closeTab() })
	b := &Browser{T: t, Ctx: ctx}
	b.record()
	return b
}

// Tab opens one more tab of the same browser: with the same cookies, a window of its own.
func (b *Browser) Tab() *Browser {
	b.T.Helper()
	b.Do(chromedp.Evaluate[chromedp.Void](`undefined`)) // the browser must run before it can have another tab
	ctx, closeTab := chromedp.NewContext(b.Ctx)
	b.T.Cleanup(closeTab)
	tab := &Browser{T: b.T, Ctx: ctx}
	tab.record()
	return tab
}

// Front brings the tab to the front: others are not painted.
func (b *Browser) Front() {
	b.T.Helper()
	id := chromedp.FromContext(b.Ctx).Target.TargetID
	if _, err := chromedp.Call(b.Ctx, target.ActivateTarget, target.ActivateTargetParams{TargetID: id}); err != nil {
		b.T.Fatal(err)
	}
}

// record keeps the tab's requests and messages.
func (b *Browser) record() {
	requests, messages := chromedp.Events(b.Ctx, network.RequestWillBeSent), chromedp.Console(b.Ctx)
	go func() {
		for e, err := range requests {
			if err != nil {
				return
			}
			b.mu.Lock()
			b.requests = append(b.requests, e.Request.URL)
			b.mu.Unlock()
		}
	}()
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			b.mu.Lock()
			b.messages = append(b.messages, m)
			b.mu.Unlock()
		}
	}()
}

// Clean fails the test if the page complained, or asked anything of another host than its own. Of refused answers and of
// attempts while a server was away the browser says so: mayFail allows that.
func (b *Browser) Clean(site string, mayFail bool) {
	b.T.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, url := range b.requests {
		if !strings.HasPrefix(url, site) && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
			b.T.Errorf("the page asked for %s", url)
		}
	}
	for _, m := range b.messages {
		if m.Source != "network" || !mayFail {
			b.T.Errorf("the browser complains: %s (%s)", m, m.URL)
		}
	}
	if len(b.requests) == 0 {
		b.T.Error("no request was seen: the recording does not work")
	}
}

// Do runs actions; the test ends if one fails.
func (b *Browser) Do(actions ...chromedp.Action[chromedp.Void]) {
	b.T.Helper()
	if err := chromedp.Do(b.Ctx, actions...); err != nil {
		b.T.Fatal(err)
	}
}

// Open goes to the address.
func (b *Browser) Open(url string) {
	b.T.Helper()
	b.Do(chromedp.Navigate(url))
}

// Speak turns to another language, and opens the page again in it, as soon as there is a page that keeps it: an empty one, before the first has come,
// takes a cookie without a word and drops it.
func (b *Browser) Speak(lang string) {
	b.T.Helper()
	b.Until("the page keeps the language "+lang, `(document.cookie = 'lang=`+lang+`;path=/') && document.readyState === 'complete' && document.cookie.split('; ').includes('lang=`+lang+`')`)
	b.Open(Eval[string](b, "location.href"))
	if says := Eval[string](b, "document.documentElement.lang + ' ' + document.cookie"); !strings.HasPrefix(says, lang+" ") {
		b.T.Fatalf("the page does not speak %s: %s", lang, says)
	}
}

// Eval is the value of a script's expression.
func Eval[T any](b *Browser, expression string) T {
	b.T.Helper()
	v, err := chromedp.Run(b.Ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.T.Fatalf("%s: %v", expression, err)
	}
	return v
}

// Script runs a script and waits for nothing.
func (b *Browser) Script(text string) {
	b.T.Helper()
	b.Do(chromedp.Evaluate[chromedp.Void](text))
}

// Tap touches what the selector finds, where it lies on the screen: what is covered by something else is not touched. It waits for the
// command before, which our pages mark themselves busy with, and until they take no tap for the second of a double one. It waits for what moves, such as a
// sheet that slides in: a finger would not hit a button on its way either. And it waits for the page's scripts, and
// for a button that can be pressed: what is touched before is lost.
func (b *Browser) Tap(selector string) {
	b.T.Helper()
	for begun := time.Now(); ; {
		b.Until(selector+" is there", `document.querySelector(`+quoted(selector)+`)?.matches(':not(:disabled)') && document.readyState === 'complete' && !document.body.matches('.busy, .settling')`)
		b.Rest()
		time.Sleep(time.Until(b.tapped.Add(double)))
		err := chromedp.Do(b.Ctx, chromedp.Click(chromedp.CSS(selector))) // a search would find the selector in a page's own style too
		b.tapped = time.Now()                                             // the finger was down before: on a slow machine long after it was sent
		if err == nil {
			return
		}
		if !replaced(err) || time.Since(begun) > patience {
			b.T.Fatalf("%s: %v", selector, err)
		}
	}
}

// replaced says whether a part of the page was replaced before it could be touched, as an event does at any time; nothing was touched then.
func replaced(err error) bool {
	return slices.ContainsFunc([]string{"Could not find node", "No node with given id", "detached from document"}, func(part string) bool {
		return strings.Contains(err.Error(), part)
	})
}

func quoted(text string) string { return "`" + strings.ReplaceAll(text, "`", "\\`") + "`" }

// double is for how long pages take a second tap for one of a double tap, and some more.
const double = 400 * time.Millisecond

// patience is how long an expression may take to hold. It ends a test that hangs, however slow the machine is.
const patience = 2 * time.Minute

// Until waits for an expression to hold, also on the page that is loaded meanwhile.
func (b *Browser) Until(what, expression string) {
	b.T.Helper()
	err := chromium.Poll(b.Ctx, expression, patience)
	if err == nil {
		return
	}
	b.Look("failed")
	shown, _ := chromedp.Run(b.Ctx, chromedp.Evaluate[string](shownNow))
	b.mu.Lock()
	defer b.mu.Unlock()
	b.T.Fatalf("%s: %v\nthe page shows %s\nit complained: %v", what, err, shown, b.messages)
}

// shownNow is what a person would see first of a page that a test waits for in vain: the sheet and the line that lie over it, or else the page.
const shownNow = `JSON.stringify([location.pathname, document.body.className, ...['#sheet[open]', '#toast:not([hidden])', '#tools', 'main']
	.map((part) => document.querySelector(part)?.innerText?.slice(0, 400) ?? null)])`

// Dress sets the size of the screen and the theme.
func (b *Browser) Dress(width, height int64, scale float64, theme string) {
	b.T.Helper()
	if err := chromium.Dress(b.Ctx, width, height, scale, theme); err != nil {
		b.T.Fatal(err)
	}
}

// Look keeps a picture of the screen where TILEWATCH_LOOK names a folder, for people to look at.
func (b *Browser) Look(name string) {
	b.T.Helper()
	dir := os.Getenv("TILEWATCH_LOOK")
	if dir == "" {
		return
	}
	time.Sleep(600 * time.Millisecond) // let what moves come to rest
	png, err := chromedp.Run(b.Ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.T.Log(err)
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.T.Fatal(err)
	}
}
