package web

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// browser is a headless Chromium with one tab, which remembers what the page asked for and what it complained of.
type browser struct {
	t        *testing.T
	ctx      context.Context
	mu       sync.Mutex
	requests []string
	messages []chromedp.ConsoleMessage
}

// newBrowser starts a browser. Where there is none the test fails: pages nobody looked at are not tested pages.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		t.Fatal(`no Chromium or Chrome on PATH: "make test" installs it on Debian; elsewhere install Google Chrome`)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, closeTab := chromedp.NewContext(alloc)
	ctx, timeUp := context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(func() { timeUp(); closeTab(); stop() })
	b := &browser{t: t, ctx: ctx}
	b.record()
	return b
}

// record keeps the tab's requests and messages.
func (b *browser) record() {
	requests, messages := chromedp.Events(b.ctx, network.RequestWillBeSent), chromedp.Console(b.ctx)
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

// clean fails the test if the page complained, or asked anything of another host than its own. While a server was
// away the browser says so of every attempt: mayFail allows that.
func (b *browser) clean(site string, mayFail bool) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, url := range b.requests {
		if !strings.HasPrefix(url, site) && !strings.HasPrefix(url, "data:") {
			b.t.Errorf("the page asked for %s", url)
		}
	}
	for _, m := range b.messages {
		if m.Source != "network" || !mayFail {
			b.t.Errorf("the browser complains: %s (%s)", m, m.URL)
		}
	}
	if len(b.requests) == 0 {
		b.t.Error("no request was seen: the recording does not work")
	}
}

func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

func eval[T any](b *browser, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits for an expression to hold.
func (b *browser) until(what, expression string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool]("Boolean("+expression+")", chromedp.WithPollingTimeout(30*time.Second), chromedp.WithPollingInterval(20*time.Millisecond))); err != nil {
		b.t.Fatalf("%s: %v", what, err)
	}
}

// dress sets the size of the screen and the theme.
func (b *browser) dress(width, height int64, scale float64, theme string) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(width, height, chromedp.EmulateScale(scale)))
	media := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media}); err != nil {
		b.t.Fatal(err)
	}
}

// look keeps a picture of the screen where TILEWATCH_LOOK names a folder, for people to look at.
func (b *browser) look(name string) {
	b.t.Helper()
	dir := os.Getenv("TILEWATCH_LOOK")
	if dir == "" {
		return
	}
	b.do(chromedp.Sleep(600 * time.Millisecond)) // let what moves come to rest
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// site is a server on all of this machine's addresses.
type site struct {
	server *Server
	url    string // by the local network's address, without the last slash
	port   int
	stop   func()
}

func newSite(t *testing.T) *site { return newSiteAt(t, 0) }

func newSiteAt(t *testing.T, port int) *site {
	t.Helper()
	l, err := net.Listen("tcp", fmt.Sprintf(":%d", port))
	if err != nil {
		t.Fatal(err)
	}
	port = l.Addr().(*net.TCPAddr).Port
	url := PageURLs(port)[0]
	s, err := New(Options{Invite: url})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	t.Cleanup(stop)
	return &site{server: s, url: strings.TrimSuffix(url, "/"), port: port, stop: stop}
}

func (s *site) open(t *testing.T, id string) *Table {
	t.Helper()
	table, err := s.server.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
