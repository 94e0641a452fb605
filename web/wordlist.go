package web

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/viewer"
)

// wordListLimit is the largest list of its own that a table may upload, in bytes. The largest that people have hold a third of it.
const wordListLimit = 12 << 20

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
	if name := c.FormValue("wordlist"); name != "" && name != chooser.Lists().Chosen {
		return chooser.ChooseList(name)
	}
	return nil
}

// boundList bounds a request that may bring a word list.
func boundList(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		r.Body = http.MaxBytesReader(c.Response(), r.Body, wordListLimit)
		return next(c)
	}
}

// tooLarge says why a list was refused, if that is its size.
func tooLarge(c echo.Context, err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return fmt.Errorf("%s", viewer.Language(c).Say("list.large", "n", wordListLimit>>20))
	}
	return err
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
func (s *Server) wordLists(c echo.Context) error {
	chooser, err := s.chooser(c)
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

func (s *Server) chooser(c echo.Context) (desk.WordLists, error) {
	table, _, err := s.table(c)
	if err != nil {
		return nil, err
	}
	if chooser, can := table.Desk().(desk.WordLists); can {
		return chooser, nil
	}
	return nil, echo.NewHTTPError(http.StatusNotFound, "this table has no word list")
}

// putWordList has a list judge: ?list=NAME one of the table's, else the body's, whose file ?name=FILE names.
func (s *Server) putWordList(c echo.Context) error {
	chooser, err := s.chooser(c)
	if err != nil {
		return err
	}
	if name := c.QueryParam("list"); name != "" {
		err = chooser.ChooseList(name)
	} else {
		var text []byte
		if text, err = io.ReadAll(c.Request().Body); err != nil {
			return echo.NewHTTPError(http.StatusRequestEntityTooLarge, tooLarge(c, err).Error())
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
	return s.wordLists(c)
}

// wordListRoutes are how a table chooses its word list.
func (s *Server) wordListRoutes(e *echo.Echo) {
	e.GET("/api/tables/:id/words", s.wordLists)
	e.PUT("/api/tables/:id/words", s.putWordList, s.Require(access.RoleHost), boundList)
}
