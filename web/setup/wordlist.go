package setup

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine/lexicon"
	"tilewatch/web/access"
	"tilewatch/web/desk"
)

// chooseWords has the list judge that the set-up form names, or brings.
func chooseWords(c echo.Context, taker desk.Desk) error {
	chooser, can := taker.(desk.WordLists)
	if !can || len(chooser.Lists().Names) == 0 {
		return nil
	}
	if err := letLookUp(c, taker); err != nil {
		return err
	}
	if file, err := c.FormFile("own"); err == nil && file.Size > 0 {
		f, err := file.Open()
		if err != nil {
			return err
		}
		return errors.Join(chooser.UploadList(file.Filename, f), f.Close())
	}
	if name, lists := c.FormValue("wordlist"), chooser.Lists(); name != "" && (name != lists.Chosen || lists.Unchosen) {
		return chooser.ChooseList(name)
	}
	return nil
}

// letLookUp keeps what the form says of looking words up, as far as it asked for that.
func letLookUp(c echo.Context, taker desk.Desk) error {
	chooser, can := taker.(desk.WordLists)
	if !can || c.FormValue("asked-lookup") == "" {
		return nil
	}
	return chooser.LetLookUp(c.FormValue("lookup") != "")
}

// wordListReply is the table's word lists, for programs.
type wordListReply struct {
	Chosen string    `json:"chosen"` // one of lists, or "own"
	Judges *listName `json:"judges"` // nil: there is no list
	Lists  []string  `json:"lists"`  // that can be chosen; empty: none can
	Own    string    `json:"own,omitempty"`
	Added  []string  `json:"added"` // words of the table's own that count, and those that never do
	Never  []string  `json:"never"`
}

type listName struct {
	Name  string `json:"name"`
	Words int    `json:"words"`
	Hash  string `json:"hash"`
	// Skipped are the lines of the uploaded file that gave no word.
	Skipped int `json:"skipped,omitempty"`
}

// wordLists answers which lists the table can choose, and which judges.
func (p *Pages) wordLists(c echo.Context) error {
	chooser, err := p.chooser(c)
	if err != nil {
		return err
	}
	l := chooser.Lists()
	r := wordListReply{Chosen: l.Chosen, Lists: append([]string{}, l.Names...), Own: l.Own, Added: append([]string{}, l.Added...), Never: append([]string{}, l.Never...)}
	if l.Now != nil {
		r.Judges = &listName{l.Now.Name(), l.Now.Len(), l.Now.Hash(), l.Now.Skipped().Lines}
	}
	return c.JSON(http.StatusOK, r)
}

func (p *Pages) chooser(c echo.Context) (desk.WordLists, error) {
	table, err := p.server.Table(c)
	if err != nil {
		return nil, err
	}
	if chooser, can := table.Desk().(desk.WordLists); can {
		return chooser, nil
	}
	return nil, echo.NewHTTPError(http.StatusNotFound, "this table has no word list")
}

// putWordList has a list judge: ?list=NAME one of the table's, else the body's, whose file ?name=FILE names.
func (p *Pages) putWordList(c echo.Context) error {
	chooser, err := p.chooser(c)
	if err != nil {
		return err
	}
	if name := c.QueryParam("list"); name != "" {
		err = chooser.ChooseList(name)
	} else {
		err = p.takeList(c, chooser)
	}
	switch {
	case errors.Is(err, lexicon.ErrLarge):
		return access.ErrLarge(lexicon.MaxFile)
	case err != nil:
		return echo.NewHTTPError(http.StatusUnprocessableEntity, err.Error())
	}
	return p.wordLists(c)
}

// takeList takes the body as a list, whatever type it is said to be, as it arrives.
func (p *Pages) takeList(c echo.Context, chooser desk.WordLists) error {
	slowly(c)
	r := c.Request()
	if r.ContentLength > lexicon.MaxFile { // before any of it is sent
		return lexicon.ErrLarge
	}
	name, body := cmp.Or(c.QueryParam("name"), desk.OwnList), io.Reader(r.Body)
	if form, err := r.MultipartReader(); err == nil { // as "curl -F" sends it
		part, err := form.NextPart()
		if err != nil {
			return errors.New("the form holds no file: send the list as the body, or as the only file of a form")
		}
		name, body = cmp.Or(c.QueryParam("name"), part.FileName(), desk.OwnList), part
	}
	return chooser.UploadList(name, body)
}

// slowly gives a list the time that it needs in a slow network.
func slowly(c echo.Context) {
	w, until := http.NewResponseController(c.Response()), time.Now().Add(arrivesWithin)
	_ = errors.Join(w.SetReadDeadline(until), w.SetWriteDeadline(until)) // not every writer has deadlines; those in tests have none
}

// arrivesWithin bounds the time of an upload.
const arrivesWithin = 10 * time.Minute
