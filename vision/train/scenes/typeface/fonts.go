package typeface

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/gofont/gosmallcaps"
)

// goFonts are the fonts that every machine has.
var goFonts = map[string][]byte{"": gobold.TTF, "go:bold": gobold.TTF, "go:medium": gomedium.TTF, "go:regular": goregular.TTF,
	"go:mono": gomono.TTF, "go:monobold": gomonobold.TTF, "go:smallcaps": gosmallcaps.TTF}

// fontFolder is where Debian's packages put fonts.
const fontFolder = "/usr/share/fonts"

// unusable are parts of the names of fonts whose capitals are no letters, or too thin or slanted for tiles.
var unusable = []string{"symbol", "dingbat", "emoji", "extralight", "italic", "oblique", "barcode", "icon", "math", "thin", "d050000l", "standardsymbols"}

// Fonts lists what a scene may use: the Go fonts, and the TrueType and OpenType files of the machine in which all capitals can be drawn.
func Fonts() []string {
	var all []string
	for name := range goFonts {
		if name != "" {
			all = append(all, name)
		}
	}
	filepath.WalkDir(fontFolder, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && usable(path) {
			all = append(all, path)
		}
		return nil
	})
	slices.Sort(all)
	return all
}

func usable(path string) bool {
	name := strings.ToLower(filepath.Base(path))
	if ext := filepath.Ext(name); ext != ".ttf" && ext != ".otf" {
		return false
	}
	for _, word := range unusable {
		if strings.Contains(name, word) {
			return false
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() > 4<<20 { // the fonts of China and Japan are larger
		return false
	}
	face, err := Load(path)
	return err == nil && face.complete()
}

// complete says whether all capitals have ink, and are not one sign for what the font lacks.
func (t *Face) complete() bool {
	for i := range t {
		if ink := t[i].sum(); ink < 0.01 || i > 0 && ink == t[0].sum() && t[i].Wide == t[0].Wide {
			return false
		}
	}
	return true
}

// sum is the ink's share of the mask.
func (g *Glyph) sum() (all float64) {
	small := g.ink[reductions-1]
	for _, v := range small {
		all += float64(v) / float64(len(small))
	}
	return all
}
