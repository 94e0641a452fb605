package browsertest

import (
	"context"
	"fmt"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// names are those under which a browser may be installed. The headless shell comes first: it is the same engine without windows and
// menus, and starts with half the work.
var names = []string{"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// one is the Chromium that a package's tests share. Starting one takes two seconds of the processor.
var one struct {
	sync.Mutex
	wanted bool // Main ends it
	ctx    context.Context
	stop   func()
}

// Main runs a package's tests with one Chromium for all, and answers their exit status. It is what the package's TestMain calls; without
// it each test starts its own.
func Main(m *testing.M) int {
	one.wanted = true
	status := m.Run()
	one.Lock()
	defer one.Unlock()
	if one.ctx != nil {
		one.stop()
	}
	return status
}

// shared is the package's browser. It is started where there is none yet, or where it has died.
func shared() (context.Context, error) {
	one.Lock()
	defer one.Unlock()
	if one.ctx != nil && one.ctx.Err() == nil {
		return one.ctx, nil
	}
	ctx, stop, err := start()
	if err == nil {
		one.ctx, one.stop = ctx, stop
	}
	return ctx, err
}

// idle are features that nobody looks at: pages behind the menus of each window, which take a second of the processor before the first
// page of ours.
const idle = "Translate,PreloadTopChromeWebUI,InitialWebUI,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"

// start starts a browser.
func start(more ...chromedp.ExecAllocatorOption) (context.Context, func(), error) {
	path, err := installed()
	if err != nil {
		return nil, nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("lang", "en"),
		chromedp.Flag("disable-features", idle))
	alloc, end := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
	ctx, closeTab := chromedp.NewContext(alloc)
	stop := func() { closeTab(); end() }
	if err := chromedp.Do(ctx); err != nil {
		stop()
		return nil, nil, fmt.Errorf("%s does not start: %w", path, err)
	}
	return ctx, stop, nil
}

// installed is where the browser is.
func installed() (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf(`no Chromium or Chrome on PATH: "make test" installs it on Debian; elsewhere install Google Chrome`)
}

// newContext is a fresh tab for a test: of the package's browser in a profile of its own, without cookies; of another browser where there
// is none for all, or where it needs flags of its own.
func newContext(t *testing.T, flags []chromedp.ExecAllocatorOption) (context.Context, func()) {
	t.Helper()
	open, options := shared, []chromedp.ContextOption{chromedp.WithNewBrowserContext()}
	if len(flags) > 0 || !one.wanted {
		open, options = func() (context.Context, error) {
			ctx, stop, err := start(flags...)
			if err == nil {
				t.Cleanup(stop)
			}
			return ctx, err
		}, nil
	}
	browser, err := open()
	if err != nil {
		t.Fatal(err) // pages nobody looked at are not tested pages
	}
	return chromedp.NewContext(browser, options...)
}
