package command

import (
	"errors"
	"html/template"
	"net/http"

	"github.com/labstack/echo/v4"

	"tilewatch/web/desk"
	"tilewatch/web/parts"
	"tilewatch/web/scoreboard"
	"tilewatch/web/stream"
	"tilewatch/web/viewer"
)

// trial is a game that shows what a play would bring. s is the state after it.
type trial interface {
	Trial(s *scoreboard.State, look scoreboard.Look) template.HTML
}

var errNoTrial = echo.NewHTTPError(http.StatusNotImplemented, "this table cannot try an event")

// tryCommand answers what the event would bring, and changes nothing.
func (d *door) tryCommand(c echo.Context, table *stream.Table, command desk.Command) error {
	out, err := try(c, table, command)
	if err != nil {
		return err
	}
	how := &tried{rack: out.Rack}
	if out.OK {
		how.said, how.shown = foreseen(c, table, out, nil)
	} else if len(out.Outside) > 0 {
		how.shown = outside(c, table, out.Outside)
	}
	return answer(c, out, how)
}

func try(c echo.Context, table *stream.Table, command desk.Command) (desk.Outcome, error) {
	trier, can := table.Desk().(desk.Trier)
	if !can {
		return desk.Outcome{}, errNoTrial
	}
	out, err := trier.Try(c.Request().Context(), command)
	if errors.Is(err, desk.ErrNoTrial) {
		return out, errNoTrial
	}
	return out, err
}

// foreseen is what a page says and shows of the state that would follow. shown may be nil.
func foreseen(c echo.Context, table *stream.Table, out desk.Outcome, shown func(after *scoreboard.State) template.HTML) (string, template.HTML) {
	now, err := table.Snapshot()
	if err != nil {
		return "", "" // the table is closed
	}
	after := scoreboard.Complete(out.State, &now.State, now.Game)
	said := now.Game.Sentence(&after, viewer.Language(c))
	if shown != nil {
		return said, shown(&after)
	}
	if game, shows := now.Game.(trial); shows {
		return said, game.Trial(&after, viewer.LookOf(c))
	}
	return said, ""
}

// outside is what a page shows of a play that only the word list refuses: which lists have its words, and how they count all the same.
func outside(c echo.Context, table *stream.Table, words []string) template.HTML {
	now, err := table.Snapshot()
	if err != nil {
		return "" // the table is closed
	}
	state := now.State
	state.Outside = words
	return parts.Outside(&state, now.Game, viewer.LookOf(c))
}
