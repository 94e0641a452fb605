package main

import (
	"fmt"
	"strings"
	"testing"

	"tilewatch/web/browsertest"
)

// TestAWholeGameIsTypedOnAPhone plays from set-up to the end without a camera, and begins the rematch.
func TestAWholeGameIsTypedOnAPhone(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, address := served(t, "--data", folder)
	b := browsertest.New(t)
	b.Dress(390, 664, 2, "dark")
	setUp(t, b, address+hostLink(t, folder))
	phone := browsertest.Typist{Browser: b}
	t.Run("a first word", func(t *testing.T) {
		phone.Lays(0, 0, false, "GAME")
		phone.Until("it is scored", scoreOf("yellow")+` === 1`)
	})
	t.Run("what a play breaks is told before it is sent", func(t *testing.T) { breaks(t, phone) })
	t.Run("a nab is told, and its tile banked", func(t *testing.T) {
		phone.TapAt(0, 0)
		phone.Until("the tile's sheet", `document.querySelector('#sheet[open] [data-type-at]')`)
		phone.Rest()
		phone.Look("typed-sheet")
		phone.Tap("[data-type-at='0,0']")
		if !browsertest.Eval[bool](b, `document.querySelector('[data-is=turn]').ariaLabel.endsWith('down')`) {
			phone.TapAt(0, 0)
		}
		phone.Keys("TRY")
		phone.Told("was GAME")
		phone.Until("it is said in a sentence", `document.getElementById('say').textContent === 'Turn 2: Ana plays TAME and TRY, takes TAME from Grandpa, leads by 2.'`)
		phone.Look("typing")
		phone.Accessible("typing a turn")
		phone.Tap("[data-is=send]")
		phone.Until("it is scored", scoreOf("red")+` === 2`)
		phone.Tap(".tools .bank")
		phone.Until("it is banked", scoreOf("red")+` === 3`)
	})
	t.Run("the blank's letter is chosen, and may be typed over", func(t *testing.T) {
		phone.Lays(2, 0, false, "Y?ES")
		b.Script(`fetch('/api/tables/1').then(a => a.text()).then(text => { window.api = text })`)
		if api := awaitText(b, `window.api`); !strings.Contains(api, `"letter":"E","blank":true`) {
			t.Errorf("no blank for E: %s", api)
		}
	})
	t.Run("passes end the game, and a rematch begins", func(t *testing.T) {
		for _, who := range []string{"Ana", "Grandpa"} {
			phone.Until(who+" plays", fmt.Sprintf(`document.querySelector('.turn b').textContent.startsWith('%s')`, who))
			phone.Tap(".tools [data-sheet=more]")
			phone.Until("the sheet opens", `document.querySelector('#sheet[open]')`)
			phone.Rest()
			phone.Tap(`#sheet [data-command*='"pass"']`)
			phone.Until("the sheet goes", `!document.getElementById('sheet').open`)
		}
		phone.Until("the game is over", `document.querySelector('.chip.finished') && document.querySelector('.tools [data-type]').disabled`)
		phone.Look("typed-over")
		phone.Open(address + "/t/1/setup")
		phone.Tap(".newgame .primary")
		phone.Until("the rematch begins", `location.pathname === '/t/1/play' && document.querySelector('.turn b') && `+shownLive)
		phone.Lays(0, 0, false, "PLAY")
	})
	phone.Clean(address, true)
}

// breaks types forbidden plays, and then an allowed one.
func breaks(t *testing.T, phone browsertest.Typist) {
	phone.Tap(".tools .type")
	phone.Until("a turn is typed", `document.activeElement.id === 'typing'`)
	phone.TapAt(2, 2)
	phone.Keys("TO")
	phone.Told("Every tile must connect to the board")
	phone.Keys("\b\b")
	phone.TapAt(0, 0)
	if browsertest.Eval[bool](phone.Browser, `document.querySelector('[data-is=turn]').ariaLabel.endsWith('down')`) {
		phone.TapAt(0, 0)
	}
	phone.Keys("TUNA")
	phone.Told("would be covered entirely")
	phone.Look("typing-wrong")
	if !browsertest.Eval[bool](phone.Browser, `document.querySelector('[data-is=send]').disabled`) {
		t.Error("what is not allowed can be sent")
	}
	phone.Tap("[data-is=stop]")
	phone.Until("nothing is typed any more", `!document.body.classList.contains('typing')`)
}
