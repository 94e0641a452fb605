package after

import (
	"embed"

	"tilewatch/web/parts"
	"tilewatch/web/retold"
)

//go:embed assets templates
var files embed.FS

var templates = parts.ParseGame(files)

// page is what all templates read.
type page struct{ retold.Reader }
