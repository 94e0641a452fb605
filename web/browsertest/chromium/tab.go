package chromium

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Dress sets the size of the screen in CSS pixels, the device's pixels for each of them, and the theme: light or dark.
func Dress(tab context.Context, width, height int64, scale float64, theme string) error {
	if err := chromedp.Do(tab, chromedp.EmulateViewport(width, height, chromedp.EmulateScale(scale))); err != nil {
		return err
	}
	media := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}}
	_, err := chromedp.Call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: media})
	return err
}

// AtRest is an expression that holds once all that moves on a page has come to rest.
const AtRest = `document.getAnimations().every(a => a.playState !== 'running' || a.effect.getComputedTiming().iterations === Infinity)`

// Poll waits for an expression to hold in the tab, also on the page that is loaded meanwhile. While the page lacks what the expression
// names, it does not hold: only after the patience is what it throws an error.
func Poll(tab context.Context, expression string, patience time.Duration) (err error) {
	held := "(() => { try { return Boolean(" + expression + ") } catch { return false } })()"
	for begun := time.Now(); time.Since(begun) < patience; {
		poll := chromedp.Poll[bool](held, chromedp.WithPollingTimeout(patience-time.Since(begun)), chromedp.WithPollingInterval(20*time.Millisecond))
		if _, err = chromedp.Run(tab, poll); err == nil {
			return nil
		}
		if !strings.Contains(err.Error(), "navigated") && !strings.Contains(err.Error(), "context with") && !strings.Contains(err.Error(), "xecution context") {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if _, thrown := chromedp.Run(tab, chromedp.Evaluate[bool]("Boolean("+expression+")")); thrown != nil {
		return errors.Join(err, thrown)
	}
	return err
}
