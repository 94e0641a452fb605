package words

import (
	"cmp"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/lexicon"
	"tilewatch/engine/lexicon/lookup"
	"tilewatch/web"
	"tilewatch/web/frame"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
)

// lookPath is the page on which words are looked up.
const lookPath = "/t/:id/lookup"

// Bounds of an answer: words shown, and letters asked for.
const mostFound, mostLetters = 1000, lexicon.MaxLength

// lookModel is what the page's template reads.
type lookModel struct {
	*frame.Frame
	Table             string
	Which             string
	Word, Match, From string // as they were asked
	Problem           string
	Judged            *lookup.Word
	Standing          string // which lists have it
	Longer            []lookup.Row
	Found             []found
	Sheet             bool
}

// found is the answer to a search, as it is shown.
type found struct {
	Title string
	Rows  []lookup.Row
	More  bool // there are more
}

// look answers what the table's list has. During a game the house rule must allow it.
func (p *pages) look(c echo.Context) error {
	table, lists, err := p.lists(c)
	if err != nil {
		return err
	}
	t, err := p.server.Table(c)
	if err != nil {
		return err
	}
	state, err := t.State()
	if err != nil {
		return err
	}
	all := lists.Lists()
	m := &lookModel{Frame: p.server.Frame(c, ""), Table: table, Word: asked(c, "word"), Match: asked(c, "match"), From: asked(c, "from"), Sheet: c.QueryParam("sheet") != ""}
	page := web.Page{Title: m.T("lookup.title"), Back: "/t/" + table + "/play", Class: "view-setup", Wide: m.Sheet}
	if m.Sheet {
		page.Title = m.T("lookup.sheet")
	}
	name := "look.html"
	switch {
	case all.Now == nil:
		return echo.NewHTTPError(http.StatusNotFound, "this table has no word list")
	case !scoreboard.MayLookUp(&state):
		name, page.Status = "off.html", http.StatusForbidden
	default:
		select { // a search of a large list takes its time: one after the other
		case p.searching <- struct{}{}:
			m.search(all.Now)
			<-p.searching
		case <-c.Request().Context().Done():
			return c.Request().Context().Err()
		}
		m.Which = m.T("setup.list.which", "name", all.Now.Name(), "n", all.Now.Len())
		if m.Judged != nil && state.Lists != nil {
			m.Standing = parts.Standing(state.Lists, m.Judged.Word, m.Texts)
		}
	}
	if page.Body, err = parts.HTML(templates(), name, m); err != nil {
		return err
	}
	return p.server.Page(c, page)
}

// asked is what a field says, without spaces.
func asked(c echo.Context, field string) string {
	return strings.ToUpper(strings.Join(strings.Fields(c.QueryParam(field)), ""))
}

// search asks the list.
func (m *lookModel) search(list *lexicon.Lexicon) {
	var all []lookup.Search
	var err error
	switch {
	case max(utf8.RuneCountInString(m.Word), utf8.RuneCountInString(m.Match), utf8.RuneCountInString(m.From)) > mostLetters:
		m.Problem = m.T("lookup.long", "n", mostLetters)
		return
	case m.Sheet:
		all, err = lookup.Sheet(list, m.From)
	case m.Word != "":
		w := lookup.Judge(list, m.Word, true, true)
		if !w.Valid && len(w.Lists) == 0 {
			w.Definitions = nil
		}
		m.Judged = &w
		longer, _ := first(w.Extensions)
		m.Longer = lookup.ByLength(longer)
		return
	case m.Match != "" || m.From != "":
		var s lookup.Search
		s, err = lookup.Find(list, m.Match, m.From)
		all = []lookup.Search{s}
	}
	if err != nil {
		m.Problem = m.T("lookup.bad")
		return
	}
	for _, s := range all {
		key := "lookup.found"
		switch {
		case m.Sheet && s.From == "":
			key = "lookup.letters"
		case s.From == "":
			key = "lookup.like"
		case s.Match != "":
			key = "lookup.both"
		}
		f := found{Title: m.T(key, "match", s.Match, "from", s.From, "letters", len(s.Match), "n", len(s.Words))}
		if !m.Sheet {
			s.Words, f.More = first(s.Words)
		}
		f.Rows = s.Rows()
		m.Found = append(m.Found, f)
	}
}

// first are as many words as a page shows.
func first(words []string) (some []string, more bool) {
	return words[:min(len(words), mostFound)], len(words) > mostFound
}

// Most is how many words of an answer are shown.
func (*lookModel) Most() int { return mostFound }

// Letters are letters beside a word, or that there are none.
func (m *lookModel) Letters(all []string) string {
	return cmp.Or(strings.Join(all, " "), m.T("lookup.none"))
}
