// Package chromium starts a headless Chromium and drives its tabs, which are contexts of chromedp: their size in CSS pixels, their theme, and
// pictures of them. Tests use it through browsertest, and cmd/pictures makes the manual's pictures with it.
package chromium

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/chromedp/chromedp"
)

// names are those under which a browser may be installed. The headless shell comes first: it is the same engine without windows and
// menus, and starts with half the work.
var names = []string{"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// idle are features that nobody looks at: pages behind the menus of each window, which take a second of the processor before the first
// page of ours.
const idle = "Translate,PreloadTopChromeWebUI,InitialWebUI,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"

// Start starts a browser and returns its first tab. The caller calls stop.
func Start(more ...chromedp.ExecAllocatorOption) (tab context.Context, stop func(), err error) {
	path, err := installed()
	if err != nil {
		return nil, nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("lang", "en"),
		chromedp.Flag("disable-features", idle))
	alloc, end := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
	tab, closeTab := chromedp.NewContext(alloc)
	stop = func() { closeTab(); end() }
	if err := chromedp.Do(tab); err != nil {
		stop()
		return nil, nil, fmt.Errorf("%s does not start: %w", path, err)
	}
	return tab, stop, nil
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
