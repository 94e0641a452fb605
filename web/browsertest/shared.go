package browsertest

import (
	"context"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"tilewatch/web/browsertest/chromium"
)

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
	ctx, stop, err := chromium.Start()
	if err == nil {
		one.ctx, one.stop = ctx, stop
	}
	return ctx, err
}

// newContext is a fresh tab for a test: of the package's browser in a profile of its own, without cookies; of another browser where there
// is no shared one, or where it needs flags of its own.
func newContext(t *testing.T, flags []chromedp.ExecAllocatorOption) (context.Context, func()) {
	t.Helper()
	open, options := shared, []chromedp.ContextOption{chromedp.WithNewBrowserContext()}
	if len(flags) > 0 || !one.wanted {
		open, options = func() (context.Context, error) {
			ctx, stop, err := chromium.Start(flags...)
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
