package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"tilewatch/web/browsertest/chromium"
)

// tab is one tab of the browser.
type tab struct{ ctx context.Context }

// patience is how long a page may take to show what it is waited for.
const patience = 90 * time.Second

// screen is a device: its size in CSS pixels, and its own pixels for each of them.
type screen struct {
	width, height int64
	scale         float64
}

func (t tab) dress(s screen, theme string) error {
	return chromium.Dress(t.ctx, s.width, s.height, s.scale, theme)
}

func (t tab) open(url string) error {
	if err := chromedp.Do(t.ctx, chromedp.Navigate(url)); err != nil {
		return fmt.Errorf("open %s: %w", url, err)
	}
	return nil
}

// until waits for an expression to hold.
func (t tab) until(expression string) error {
	if err := chromium.Poll(t.ctx, expression, patience); err != nil {
		return fmt.Errorf("wait for %s: %w", expression, err)
	}
	return nil
}

func (t tab) script(text string) error {
	if err := chromedp.Do(t.ctx, chromedp.Evaluate[chromedp.Void](text+"\n;undefined")); err != nil {
		return fmt.Errorf("run %s: %w", text, err)
	}
	return nil
}

// tap touches what the selector finds, once it is there and the page is not busy with an earlier touch.
func (t tab) tap(selector string) error {
	if err := t.until(`document.querySelector(` + strconv.Quote(selector) + `) && !document.body.classList.contains('busy')`); err != nil {
		return err
	}
	return t.script(`document.querySelector(` + strconv.Quote(selector) + `).dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, view: window}))`)
}

// fonts loads what the page's own rules name: on a slow first visit those that are optional are done without.
const fonts = `window.fontsAreThere ??= (Promise.all([...document.styleSheets].flatMap(s => [...s.cssRules]).filter(r => r instanceof CSSFontFaceRule).map(({style}) => {
	const font = new FontFace(style.getPropertyValue('font-family'), style.getPropertyValue('src'), {weight: style.getPropertyValue('font-weight')});
	document.fonts.add(font);
	return font.load();
})).then(() => { window.fontsAreThere = true; }), false)`

// look takes a picture of the screen once fonts and images are there and all that moves has come to rest.
func (t tab) look(as format) ([]byte, error) {
	if err := t.script(fonts); err != nil {
		return nil, err
	}
	if err := t.until(`window.fontsAreThere && [...document.images].every(i => i.complete) && ` + chromium.AtRest); err != nil {
		return nil, err
	}
	var quality *int64
	if as.quality > 0 {
		quality = &as.quality
	}
	shown, err := chromedp.Call(t.ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: as.name, Quality: quality})
	return shown.Data, err
}

// format is how a picture of a page is packed.
type format struct {
	name    page.CaptureScreenshotFormat
	quality int64
}

var (
	lossless = format{name: "png"}
	packed   = format{name: "webp", quality: 82}
)
