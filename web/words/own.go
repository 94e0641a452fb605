package words

import (
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/lexicon"
	"tilewatch/web"
	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/frame"
	"tilewatch/web/parts"
)

// ownPath is the page of the table's own words; with ".txt" they are a text that it takes again.
const ownPath = "/t/:id/words"

// mostShown is how many words of a kind the page shows; the rest is found, or saved.
const mostShown = 300

// ownModel is what the page's template reads.
type ownModel struct {
	*frame.Frame
	Table   string
	Host    bool
	Lists   desk.Lists
	Which   string // the list that judges, with the own words
	Problem string
	Typed   string // what was wrong
	Find    string
	Kinds   []ownKind
	Undo    string // what the newest change did; empty: nothing can be undone
}

// ownKind are the words that count, or those that never do.
type ownKind struct {
	Mark  desk.WordMark
	Key   string // of the catalog
	All   int
	Words []string // shown
	More  int
}

func (p *pages) own(c echo.Context) error { return p.showOwn(c, http.StatusOK, "") }

func (p *pages) showOwn(c echo.Context, status int, problem string) error {
	table, lists, err := p.lists(c)
	if err != nil {
		return err
	}
	all := lists.Lists()
	m := &ownModel{Frame: p.server.Frame(c, ""), Table: table, Host: p.server.Role(c, table) == access.RoleHost, Lists: all, Problem: problem,
		Find: strings.ToUpper(strings.TrimSpace(c.QueryParam("find"))), Undo: undoes(all, p.server.Frame(c, ""))}
	if status != http.StatusOK {
		m.Typed = c.FormValue("words")
	}
	if all.Now != nil {
		m.Which = m.T("setup.list.which", "name", all.Now.Name(), "n", all.Now.Len())
	}
	m.Kinds = []ownKind{m.kind(desk.Accepted, "own.counts", all.Added), m.kind(desk.Never, "own.never", all.Never)}
	body, err := parts.HTML(templates(), "own.html", m)
	if err != nil {
		return err
	}
	return p.server.Page(c, web.Page{Title: m.T("own.title"), Back: "/t/" + table + "/play", Class: "view-setup", Body: body, Status: status})
}

func (m *ownModel) kind(mark desk.WordMark, key string, words []string) ownKind {
	k := ownKind{Mark: mark, Key: key, All: len(words), Words: words}
	if m.Find != "" {
		k.Words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.Contains(w, m.Find) })
	}
	k.More = max(0, len(k.Words)-mostShown)
	k.Words = k.Words[:len(k.Words)-k.More]
	return k
}

// Long reports whether somebody may look for a word among so many.
func (m *ownModel) Long() bool { return m.Find != "" || len(m.Lists.Added)+len(m.Lists.Never) > 30 }

// undoes says what the newest change did.
func undoes(all desk.Lists, f *frame.Frame) string {
	if all.Last == nil {
		return ""
	}
	if n := len(all.Last.Before); n > 3 {
		return f.T("own.step.several", "n", n)
	}
	var did []string
	for _, word := range slices.Sorted(maps.Keys(all.Last.Before)) {
		key := "own.step.none"
		switch {
		case slices.Contains(all.Added, word):
			key = "own.step.counts"
		case slices.Contains(all.Never, word):
			key = "own.step.never"
		}
		did = append(did, f.T(key, "word", word))
	}
	return strings.Join(did, ", ")
}

// lists are those of the table in the address.
func (p *pages) lists(c echo.Context) (table string, lists desk.WordLists, err error) {
	t, err := p.server.Table(c)
	if err != nil {
		return "", nil, err
	}
	if lists, can := t.Desk().(desk.WordLists); can {
		return t.ID(), lists, nil
	}
	return "", nil, echo.NewHTTPError(http.StatusNotFound, "this table has no words of its own")
}

// change does what a host's form says.
func (p *pages) change(c echo.Context) error {
	table, lists, err := p.lists(c)
	if err != nil {
		return err
	}
	words := strings.FieldsFunc(c.FormValue("words"), func(r rune) bool { return strings.ContainsRune(" ,;\t\r\n", r) })
	switch c.FormValue("do") {
	case "+":
		err = lists.MarkWords(words, desk.Accepted)
	case "-":
		err = lists.MarkWords(words, desk.Never)
	case "remove":
		err = lists.MarkWords(words, desk.Unmarked)
	case "decline":
		err = lists.DeclineWords(words)
	case "undo":
		number, _ := strconv.Atoi(c.FormValue("step")) // what is no number is no step
		err = lists.UndoWords(number)
	case "import":
		err = imported(c, lists)
	default:
		err = errors.New("nothing to do")
	}
	var no *lexicon.NoWord
	t := p.server.Texts(c)
	switch {
	case errors.As(err, &no):
		return p.showOwn(c, http.StatusUnprocessableEntity, t.Say("own.bad", "word", no.Text))
	case errors.Is(err, desk.ErrLater):
		return p.showOwn(c, http.StatusConflict, t.Say("own.later"))
	case err != nil:
		return p.showOwn(c, http.StatusUnprocessableEntity, t.Say("own.failed", "what", err.Error()))
	}
	to := "/t/" + table + "/words"
	if find := c.FormValue("find"); find != "" {
		to += "?find=" + url.QueryEscape(find)
	}
	return c.Redirect(http.StatusSeeOther, to)
}

// imported takes the words of the form's file.
func imported(c echo.Context, lists desk.WordLists) error {
	header, err := c.FormFile("file")
	if err != nil {
		return err
	}
	file, err := header.Open()
	if err != nil {
		return err
	}
	text, err := io.ReadAll(file) // as large as a form may be
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return lists.ImportWords(string(text))
}

// export answers the words as a text that can be imported, or given to --dictionary.
func (p *pages) export(c echo.Context) error {
	_, lists, err := p.lists(c)
	if err != nil {
		return err
	}
	var text strings.Builder
	all := lists.Lists()
	write := func(mark desk.WordMark, words []string) {
		for _, word := range words {
			text.WriteString(string(mark) + " " + strings.ToLower(word) + "\n")
		}
	}
	write(desk.Accepted, all.Added)
	write(desk.Never, all.Never)
	c.Response().Header().Set("Content-Disposition", `attachment; filename="words.txt"`)
	return c.Blob(http.StatusOK, "text/plain; charset=utf-8", []byte(text.String()))
}
