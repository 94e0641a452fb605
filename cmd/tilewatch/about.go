package main

import (
	"log/slog"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"tilewatch/cmd/internal/notices"
	"tilewatch/cmd/internal/version"
	"tilewatch/engine/lexicon"
	"tilewatch/engine/lexicon/definitions"
	"tilewatch/web"
	"tilewatch/web/docs"
)

// aboutMount adds the manual, and the page about the program with its version and licenses.
func aboutMount() func(*web.Server, *echo.Echo) {
	return docs.Mount(docs.About{Version: version.String(), Notices: sync.OnceValue(func() string {
		all, err := licenses()
		if err != nil {
			slog.Error("the licenses cannot be shown", "error", err)
		}
		return all
	})})
}

// licenses are those of the words, the definitions and all that is linked in.
func licenses() (string, error) {
	var b strings.Builder
	b.WriteString(lexicon.Notice + "\n" + definitions.Notice + "\n")
	linked, err := notices.Linked()
	if err == nil {
		err = linked.Write(&b)
	}
	return b.String(), err
}
