package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"tilewatch/web/asset"
	"tilewatch/web/parts"
)

//go:embed assets templates openapi.json
var files embed.FS

// assetFile is one embedded file as it is served: under a name that changes with its content, so that a browser
// may keep it for ever.
type assetFile struct {
	data []byte
	mime string
}

// assets are the served files by their hashed names, and the hashed names by the plain ones.
type assets struct {
	files map[string]assetFile
	names map[string]string
}

var static = sync.OnceValue(loadAssets)

// loadAssets reads what is embedded; it cannot fail in a program that was built.
func loadAssets() assets {
	a := assets{files: map[string]assetFile{}, names: map[string]string{}}
	_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		if base, ok := strings.CutPrefix(name, "assets/"); ok {
			a.add(base, data)
		}
		return nil
	})
	return a
}

// buildOf changes when any asset or template does. Pages load themselves again when it does.
func buildOf(all ...fs.FS) string {
	sum := sha256.New()
	for _, files := range all {
		_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error { // embedded files can be read
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := fs.ReadFile(files, name)
			_, _ = sum.Write(data)
			return err
		})
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}

// quoting is how a kind of files names others.
var quoting = map[string]string{".css": "%q", ".js": "'./%s'"}

// add names a file by its content. What a style sheet or a module names comes before it, for files are walked in the order
// of their names, and has its hashed name there.
func (a *assets) add(base string, data []byte) {
	if quotes := quoting[path.Ext(base)]; quotes != "" {
		for plain, hashed := range a.names {
			data = bytes.ReplaceAll(data, fmt.Appendf(nil, quotes, plain), fmt.Appendf(nil, "%q", hashed))
		}
	}
	kind := mime.TypeByExtension(path.Ext(base))
	if path.Ext(base) == ".woff2" {
		kind = "font/woff2"
	}
	hashed := asset.Hashed(base, data)
	a.files[hashed] = assetFile{data: data, mime: kind}
	a.names[base] = "/assets/" + hashed
}

// style is the pages' own style sheet. The live pages carry it in themselves: on a slow phone a file of its own would cost the
// first look another way to the server and back.
func (a assets) style() []byte {
	return a.files[strings.TrimPrefix(a.names["style.css"], "/assets/")].data
}

// clone is a copy to which a server may add.
func (a assets) clone() assets {
	return assets{maps.Clone(a.files), maps.Clone(a.names)}
}

// serve answers an asset, to be kept for a year: another content has another name.
func (a *assets) serve(c echo.Context) error {
	file, ok := a.files[c.Param("name")]
	if !ok {
		return echo.NewHTTPError(http.StatusNotFound, "no such file: reload the page")
	}
	asset.Keep(c.Response().Header())
	return c.Blob(http.StatusOK, file.mime, file.data)
}

var pageTemplates = parts.Parse(files, template.FuncMap{
	"asset": func(name string) string { return static().names[name] },
	"style": func() template.CSS { return template.CSS(static().style()) },
})
