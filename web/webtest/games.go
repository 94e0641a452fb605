package webtest

import (
	"fmt"
	"strings"
	"testing"

	"tilewatch/engine/dabble"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/snag"
	"tilewatch/engine/tabit"
	webdabble "tilewatch/web/games/dabble"
	webnabit "tilewatch/web/games/nabit"
	"tilewatch/web/games/nabit/nabittest"
	websnag "tilewatch/web/games/snag"
	webtabit "tilewatch/web/games/tabit"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

// Games are all that have a drawing of their own.
var Games = parts.Games{webnabit.Page, webtabit.Page, websnag.Page, webdabble.Page}

// DemoGame is the game of NAB-IT!'s shipped film as a list of states, one a turn.
func DemoGame(t testing.TB) []scoreboard.State {
	t.Helper()
	return nabittest.Game(t)
}

// Cross is the state's board of words with a change.
func Cross(s scoreboard.State, change func(*scoreboard.Crossword)) scoreboard.Crossword {
	c := s.Crossword()
	change(&c)
	return c
}

// NewDabbleTable is a table of DABBLE. table shows its states; nil: nobody looks.
func NewDabbleTable(t *testing.T, table publisher, options string, players ...string) *gameTable {
	t.Helper()
	words, err := lexicon.OpenFor("dabble", "")
	if err != nil {
		t.Fatal(err)
	}
	return newGameTable(t, table, dabble.NewTable(words), func(s any) scoreboard.State { return webdabble.Scoreboard(s.(dabble.State)) }, options, players...)
}

const (
	AnaRack = `{"type":"rack","player":0,"tiers":["AT","CUP","LAMP","STONE","CARPET"],"unused":[]}`
	BenRack = `{"type":"rack","player":1,"tiers":["ON","","XQ"],"unused":["K","'","?"]}`
)

// NewTabitTable is a table of TABIT. table shows its states; nil: nobody looks.
func NewTabitTable(t *testing.T, table publisher, players ...string) *gameTable {
	t.Helper()
	return newGameTable(t, table, tabit.NewTable(), func(s any) scoreboard.State { return webtabit.Scoreboard(s.(tabit.State)) }, "", players...)
}

// CardsOf is an event about the cards at the table's sides: "MOON moon moon - star"; a player for each.
func CardsOf(kind string, hands ...string) string {
	seats := []string{"north", "south", "east", "west"}
	var all []string
	for i, hand := range hands {
		words := strings.Fields(hand)
		var letters []string
		for _, l := range words[0] {
			letters = append(letters, quotedOrNull(string(l)))
		}
		for k, p := range words[1:] {
			words[1+k] = quotedOrNull(p)
		}
		all = append(all, fmt.Sprintf(`{"player":%d,"seat":"%s","letters":[%s],"pictures":[%s]}`, i, seats[i], strings.Join(letters, ","), strings.Join(words[1:], ",")))
	}
	return fmt.Sprintf(`{"type":"%s","players":[%s]}`, kind, strings.Join(all, ","))
}

func quotedOrNull(s string) string {
	if s == "-" {
		return "null"
	}
	return `"` + s + `"`
}

const (
	AnaUp   = "MOON moon moon star moon"
	BenDown = "ST-R star - star tree"
	BenUp   = "STAR star star star tree"
)

// snagTable is a table of SNAG.
type snagTable struct{ *gameTable }

// NewSnagTable is a table of SNAG. table shows its states; nil: nobody looks.
func NewSnagTable(t *testing.T, table publisher, players ...string) snagTable {
	t.Helper()
	return snagTable{newGameTable(t, table, snag.Game{}.Table(nil), func(s any) scoreboard.State { return websnag.Scoreboard(s.(snag.State)) }, "", players...)}
}

// Place lays tiles, each by the next player.
func (d snagTable) Place(numbers ...int) (s scoreboard.State) {
	d.t.Helper()
	for _, n := range numbers {
		s = d.Seen(fmt.Sprintf(`{"type":"place","number":%d,"seen":true}`, n))
	}
	return s
}
