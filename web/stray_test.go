package web

import (
	"testing"

	"tilewatch/engine/nabit"
	"tilewatch/web/browsertest"
	"tilewatch/web/webtest"
)

// TestASecondTapHitsNothingThatTheFirstBrought, whatever a control does as it is tapped: what comes to lie below the finger was not meant.
// A later tap counts, and so does one at a control that stays, as a key of a keyboard does.
func TestASecondTapHitsNothingThatTheFirstBrought(t *testing.T) {
	place := newSite(t)
	table := place.open(t, "kitchen")
	table.Seat(&ruled{game: nabit.New(nil), table: table})
	webtest.Publish(t, table, webtest.DemoGame(t)[5])
	b := seatedPhone(t, place)
	// hit is what the taps did: each control of a row is at the place of the last when that is tapped.
	const keys = `{ window.hit = ''; document.getElementById('keys')?.remove();
		const keys = document.body.appendChild(document.createElement('div'));
		keys.id = 'keys';
		const show = (n) => {
			keys.replaceChildren(Object.assign(document.createElement('button'), {textContent: n}));
			Object.assign(keys.firstChild.style, {position: 'fixed', zIndex: 99, left: window.hit && window.aside || '60px', top: '300px', width: '80px', height: '60px'});
			keys.firstChild.onclick = () => { window.hit += n; show(window.stays || n + 1); };
		};
		show(1); }`
	// press is a finger that goes down so many milliseconds after the first.
	const press = `(at, x = 100) => { const e = {bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: 330};
		const down = new PointerEvent('pointerdown', e);
		Object.defineProperty(down, 'timeStamp', {value: window.from + at});
		const on = document.elementFromPoint(x, 330);
		on.dispatchEvent(down);
		on.dispatchEvent(new MouseEvent('click', e)); }`
	b.Script(`window.from = performance.now(); window.press = ` + press)
	for _, c := range []struct{ name, taps, want string }{
		{"a double tap", `press(1000); press(1200)`, "1"},
		{"one in haste", `press(2000); press(2120); press(2240)`, "1"},
		{"the finger is a little beside", `press(3000); press(3200, 112)`, "1"},
		{"another tap", `press(4000); press(4600)`, "12"},
		{"a key that stays, on a keyboard", `window.stays = 1; press(5000); press(5150); press(5300)`, "111"},
		{"a key that moves, and is tapped where it is", `window.stays = 1; window.aside = '110px'; press(6000); press(6150, 120)`, "11"},
		{"another comes where that went", `window.aside = '110px'; press(7000); press(7150, 120)`, "1"},
	} {
		b.Script(`window.stays = 0; window.aside = ''; ` + keys + c.taps)
		if got := browsertest.Eval[string](b, `window.hit`); got != c.want {
			t.Errorf("%s: it hits %s, want %s", c.name, got, c.want)
		}
	}
	b.Clean(place.Url, true)
}

// TestNothingIsReplacedUnderAFinger has a turn come while a finger is on the page: what it is on stays until it is up, or the tap would be lost.
// A finger that rests keeps no news away.
func TestNothingIsReplacedUnderAFinger(t *testing.T) {
	place := newSite(t)
	table := place.open(t, "kitchen")
	table.Seat(&ruled{game: nabit.New(nil), table: table})
	demo := webtest.DemoGame(t)
	webtest.Publish(t, table, demo[4])
	b := seatedPhone(t, place)
	b.Script(`window.order = ''; addEventListener('applied', () => { window.order += 'turn '; });
		window.finger = (does) => { window.order += does + ' '; document.querySelector('.board [data-at]').dispatchEvent(new PointerEvent('pointer' + does, {bubbles: true})); };
		setTimeout(() => finger('up'), 500); finger('down'); undefined`)
	webtest.Publish(t, table, demo[5])
	b.Until("a turn is shown", `window.order.includes('turn')`)
	if got := browsertest.Eval[string](b, `window.order`); got != "down up turn " {
		t.Errorf("it went %s", got)
	}
	b.Script(`window.order = ''; finger('down'); undefined`)
	webtest.Publish(t, table, demo[6])
	b.Until("the next one is shown though the finger rests", `window.order === 'down turn '`)
	b.Clean(place.Url, true)
}
