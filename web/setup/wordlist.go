package setup

import (
	"errors"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/web/access"
	"tilewatch/web/desk"
)

// chooseWords has the list judge that the set-up form names, or brings.
func chooseWords(c echo.Context, taker desk.Desk) error {
	chooser, can := taker.(desk.WordLists)
	if !can || len(chooser.Lists().Names) == 0 {
		return nil
	}
	if file, err := c.FormFile("own"); err == nil && file.Size > 0 {
		f, err := file.Open()
		if err != nil {
			return err
		}
		text, err := io.ReadAll(f)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
		return chooser.UploadList(file.Filename, text)
	}
	if name, lists := c.FormValue("wordlist"), chooser.Lists(); name != "" && (name != lists.Chosen || lists.Unchosen) {
		return chooser.ChooseList(name)
	}
	return nil
}

// wordListReply is the table's word lists, for programs.
type wordListReply struct {
	Chosen string    `json:"chosen"` // one of lists, or "own"
	Judges *listName `json:"judges"` // nil: there is no list
	Lists  []string  `json:"lists"`  // that can be chosen; empty: none can
	Own    string    `json:"own,omitempty"`
	Added  []string  `json:"added"`
}

type listName struct {
	Name  string `json:"name"`
	Words int    `json:"words"`
	Hash  string `json:"hash"`
}

// wordLists answers which lists the table can choose, and which judges.
func (p *Pages) wordLists(c echo.Context) error {
	chooser, err := p.chooser(c)
	if err != nil {
		return err
	}
	l := chooser.Lists()
	r := wordListReply{Chosen: l.Chosen, Lists: append([]string{}, l.Names...), Own: l.Own, Added: append([]string{}, l.Added...)}
	if l.Now != nil {
		r.Judges = &listName{l.Now.Name(), l.Now.Len(), l.Now.Hash()}
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
		var text []byte
		if text, err = io.ReadAll(http.MaxBytesReader(c.Response(), c.Request().Body, access.FormLimit)); err != nil {
			return access.ErrLargeForm
		}
		name := c.QueryParam("name")
		if name == "" {
			name = desk.OwnList
		}
		err = chooser.UploadList(name, text)
	}
	if err != nil {
		return echo.NewHTTPError(http.StatusUnprocessableEntity, err.Error())
	}
	return p.wordLists(c)
}
