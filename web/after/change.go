package after

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tilewatch/engine"
	"tilewatch/engine/game"
	"tilewatch/engine/journal"
	"tilewatch/web/access"
	"tilewatch/web/desk"
	"tilewatch/web/parts"
	"tilewatch/web/retold"
)

// changes are the actions on a kept game, each with who may do it and the action that takes it back.
var changes = map[string]struct {
	by   by
	of   filter // which games
	back string // empty: the page of the game can undo it, or nothing can
}{
	"finish": {byPlayers, countedGames, "reopen"}, "reopen": {byPlayers, countedGames, ""}, "rename": {byAllowed, countedGames, ""},
	"hide": {byAllowed, countedGames, "show"}, "show": {byAllowed, countedGames, "hide"}, "delete": {byHost, countedGames, "restore"},
	rematch: {byPlayers, countedGames, ""}, "restore": {byHost, deletedGames, ""}, "erase": {byHost, deletedGames, ""},
}

// by says who may change a game.
type by int

const (
	byHost    by = iota // the host alone
	byAllowed           // players, too, where the host allows it
	byPlayers           // and at the table where the game is played, every player
)

// may reports whether the request's sender may do that to the game.
func (p *pages) may(c echo.Context, who by, game string) bool {
	role := p.server.Role(c, p.Table)
	return role >= access.RoleHost || who >= byAllowed && p.server.MayChangeKept(c, p.Table) ||
		who == byPlayers && role >= access.RolePlayer && p.live(game) != ""
}

// longestTitle is how many letters a game's name may have.
const longestTitle = 60

// change does what a form asks, and goes back to the list, which says so and offers to take it back.
func (p *pages) change(c echo.Context) error {
	do := c.FormValue("do")
	known, ok := changes[do]
	if !ok {
		return echo.NewHTTPError(http.StatusBadRequest, fmt.Sprintf("nobody knows what %q does to a game", do))
	}
	if !p.may(c, known.by, c.Param("game")) { // asked first: the answer must not tell which games were deleted
		return access.ErrRole(access.RoleHost)
	}
	if journal.Unopened(p.Journal) != nil {
		return echo.NewHTTPError(http.StatusServiceUnavailable, p.server.Texts(c).Say("after.list.readonly"))
	}
	k, err := p.keptAmong(c, known.of)
	if k == nil {
		return err
	}
	if do == rematch {
		return p.again(c, k.info.Game)
	}
	if do == "erase" {
		return p.erase(c, k.info)
	}
	event, err := changing(do, c)
	if err != nil {
		return err
	}
	if err := p.enter(c, k.info, event); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/games?"+url.Values{"done": {do}, "game": {k.info.Game}}.Encode())
}

// erase removes a deleted game for good.
func (p *pages) erase(c echo.Context, info journal.Info) error {
	if p.Erase == nil {
		return echo.NewHTTPError(http.StatusConflict, "games cannot be erased here: they are gone for people once they are deleted")
	}
	if p.live(info.Game) != "" {
		return echo.NewHTTPError(http.StatusConflict, "this game is being played: start another one first")
	}
	if err := p.Erase(c.Request().Context(), info.Game); err != nil {
		return err
	}
	p.games.forget(info.Game)
	return c.Redirect(http.StatusSeeOther, "/games?"+url.Values{"done": {"erase"}}.Encode())
}

// changing is the event that the form describes.
func changing(do string, c echo.Context) (json.RawMessage, error) {
	fields := map[string]any{"type": engine.Marked}
	switch do {
	case "finish":
		fields["type"] = game.Finish
		if out := c.FormValue("out"); out != "" {
			fields["out"] = out
		}
	case "reopen":
		fields["type"] = game.Undo
	case "rename":
		title := strings.TrimSpace(engine.CleanName(c.FormValue("title")))
		if len([]rune(title)) > longestTitle {
			title = string([]rune(title)[:longestTitle])
		}
		fields["title"] = title
	case "hide", "show":
		fields["hidden"] = do == "hide"
	case "delete", "restore":
		fields["deleted"] = do == "delete"
	}
	return json.Marshal(fields)
}

// enter gives the event to the table at which the game is played, else to its rules and the journal.
func (p *pages) enter(c echo.Context, info journal.Info, event json.RawMessage) error {
	ctx := c.Request().Context()
	if p.Do != nil {
		var typed struct{ Type string }
		if err := json.Unmarshal(event, &typed); err != nil {
			return err
		}
		out, played, err := p.Do(ctx, info.Game, desk.Command{Event: event, Type: typed.Type, Role: access.RoleHost, After: -1})
		if err != nil || played {
			return refusal(out.OK, out.Why, err)
		}
	}
	for range tries {
		stored, err := journal.Load(ctx, p.Journal, info.Game)
		if err != nil {
			return err
		}
		next, why := p.following(stored, event)
		if why != "" {
			return refusal(false, why, nil)
		}
		err = p.Journal.Append(ctx, info.Game, uint64(len(stored.Events)), journal.Entry{Time: p.Now(), Payload: next})
		if conflict := new(journal.Conflict); !errors.As(err, &conflict) {
			return err
		}
	}
	return echo.NewHTTPError(http.StatusConflict, "somebody else changes this game just now: try again")
}

// tries is how often an event is judged again because others were faster.
const tries = 4

func refusal(ok bool, why string, err error) error {
	if err != nil || ok {
		return err
	}
	return echo.NewHTTPError(http.StatusUnprocessableEntity, why)
}

// following is the event as it is kept after those of the stored game, or why the rules refuse it. Of a game that nobody knows, marks are
// kept all the same.
func (p *pages) following(stored journal.Game, event json.RawMessage) (next json.RawMessage, why string) {
	var rules game.Table
	if p.Games != nil {
		rules = p.Games.Rules(stored.Kind)
	}
	stamped, err := game.Stamped(event, p.Now().Truncate(time.Microsecond))
	if err != nil {
		return nil, err.Error()
	}
	if rules == nil {
		return stamped, ""
	}
	for _, e := range stored.Events {
		if a := game.Again(rules, e.Payload); !a.OK {
			return stamped, "" // it cannot be read: it can be put away
		}
	}
	if a := rules.Handle(stamped); !a.OK {
		return nil, a.Violations[0].Message
	}
	events := rules.Events()
	return events[len(events)-1], ""
}

// managed is what the forms about a game read.
type managed struct {
	page
	Game, Title string
	Life        engine.Life
	Hidden      bool
	Deleted     bool
	May, Mark   bool // it may be ended and reopened; named and hidden
	Host, Erase bool
	Until       string        // when a deleted one is erased
	Out         []retold.Rank // who may have played the last tile; none where nobody is rewarded for it
}

// Any reports whether there is anything to do.
func (m managed) Any() bool { return m.Mark || m.May && m.Open() }

// Open reports whether the game has begun and not ended.
func (m managed) Open() bool {
	return m.Life == engine.InPlay || m.Life == engine.SourceEnded || m.Life == engine.Abandoned
}

func (p *pages) managing(c echo.Context, pg page, info journal.Info, life engine.Life, rows []retold.Rank) managed {
	marks := p.games.marks(c.Request().Context(), info)
	m := managed{page: pg, Game: info.Game, Title: marks.Title, Life: life, Hidden: marks.Hidden, Deleted: marks.Deleted,
		Host: p.may(c, byHost, info.Game), May: p.may(c, byPlayers, info.Game), Mark: p.may(c, byAllowed, info.Game)}
	if journal.Unopened(p.Journal) != nil { // all there is to do would be written
		m.Host, m.May, m.Mark = false, false, false
	}
	if m.Deleted {
		m.Until = pg.T("after.until", "date", pg.Date(marks.EraseAt(info.Changed)))
		m.Erase = p.Erase != nil && p.live(info.Game) == ""
	}
	if p.Games != nil && parts.GoesOut(p.Games.Drawn(info.Kind)) {
		m.Out = rows
	}
	return m
}
