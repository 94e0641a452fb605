package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/image/font/sfnt"
)

// family is a type family: the files whose name matches are its weights. Share is how often it is drawn.
type family struct {
	name  string
	files string
	share float64
}

// families are upright and mostly without serifs, as on letter tiles. Those cut after the same model carry the
// same name, so that holding one out holds all of them out.
var families = []family{
	{"DejaVu Sans", `^DejaVuSans(Condensed)?(-Bold)?\.ttf$`, 2},
	{"Helvetica", `^(LiberationSans(-Regular|-Bold)|NimbusSans-(Regular|Bold)|FreeSans(Bold)?)\.(ttf|otf)$`, 3},
	{"Helvetica Narrow", `^(LiberationSansNarrow-(Regular|Bold)|NimbusSansNarrow-(Regular|Bold))\.(ttf|otf)$`, 1},
	{"Open Sans", `^(OpenSans-(Regular|Semibold|Bold|ExtraBold|CondBold)|NotoSans-(Regular|Bold)|NotoSansDisplay-(Regular|Bold))\.ttf$`, 2},
	{"Lato", `^(Lato-(Regular|Medium|Semibold|Bold|Heavy|Black)|Carlito-(Regular|Bold))\.ttf$`, 2},
	{"Cantarell", `^Cantarell-(Regular|Bold|ExtraBold)\.otf$`, 2},
	{"Quicksand", `^Quicksand-(Regular|Medium|Bold)\.ttf$`, 2},
	{"Roboto", `^Roboto(Condensed)?-(Regular|Medium|Bold|Black)\.ttf$`, 2},
	{"Inter", `^Inter(Display)?-(Regular|Medium|SemiBold|Bold|ExtraBold|Black)\.otf$`, 2},
	{"Avant Garde", `^URWGothic-(Book|Demi)\.otf$`, 2},
	{"Comfortaa", `^Comfortaa-(Regular|Bold)\.ttf$`, 1},
	{"Cabin", `^Cabin-(Regular|Medium|SemiBold|Bold)\.otf$`, 2},
	{"Hack", `^(Hack-(Regular|Bold)|DejaVuSansMono(-Bold)?)\.ttf$`, 1},
	{"Dosis", `^Dosis-(Medium|SemiBold|Bold|ExtraBold)\.otf$`, 1},
	{"Play", `^Play-(Regular|Bold)\.ttf$`, 1},
	{"League Spartan", `^LeagueSpartan-(Regular|Medium|SemiBold|Bold|ExtraBold|Black)\.otf$`, 2},
	{"B612", `^B612(Mono)?-(Regular|Bold)\.otf$`, 1},
	{"Clear Sans", `^ClearSans-(Regular|Medium|Bold)\.ttf$`, 2},
	{"Karla", `^Karla-(Regular|Medium|Bold|ExtraBold)\.otf$`, 2},
	{"PT Sans", `^PT(S55|S75|C55|C75|N57|N77)F\.ttf$`, 2},
	{"Fira", `^FiraCode-(Regular|Medium|SemiBold|Bold)\.ttf$`, 1},
	{"Mononoki", `^mononoki-(Regular|Bold)\.ttf$`, 0.5},
	{"Andika", `^Andika-(Regular|Bold)\.ttf$`, 2},
	{"Courier Prime Sans", `^Courier Prime Sans( Bold)?\.otf$`, 1},
	{"Sora", `^Sora-(Regular|SemiBold|Bold|ExtraBold)\.otf$`, 2},
	{"Gillius", `^GilliusADF(No2)?-(Regular|Bold|BoldCond)\.otf$`, 2},
	{"Universalis", `^UniversalisADFStd-(Regular|Bold|BoldCond)\.otf$`, 2},
	{"Libris", `^LibrisADFStd-(Regular|Bold)\.otf$`, 2},
	{"Oxygen", `^(Oxygen-Sans(-Bold)?|OxygenMono-Regular)\.ttf$`, 2},
	{"DejaVu Serif", `^DejaVuSerif(Condensed)?(-Bold)?\.ttf$`, 0.7},
	{"Times", `^(LiberationSerif-(Regular|Bold)|NimbusRoman-Bold|FreeSerifBold)\.(ttf|otf)$`, 0.7},
	{"Schoolbook", `^C059-(Roman|Bold)\.otf$`, 0.7},
	{"Bookman", `^URWBookman-(Light|Demi)\.otf$`, 0.7},
	{"Caladea", `^Caladea-(Regular|Bold)\.ttf$`, 0.5},
	{"Noto Serif", `^NotoSerif-(Regular|Bold)\.ttf$`, 0.7},
	{"PT Serif", `^PTF(55|75)F\.ttf$`, 0.5},
	{"Courier", `^(LiberationMono-Bold|FreeMonoBold)\.ttf$`, 0.5},
	{"Slab", `^Courier Prime Bold\.otf$`, 0.5},
}

// typeface is one family with what was found of it.
type typeface struct {
	family
	fonts []*fontFile
}

// fontFile is one file, with the letters drawn so far.
type fontFile struct {
	path  string
	sfnt  *sfnt.Font
	masks map[rune]*mask
}

// loadFonts finds the families below the directory and draws all letters and digits. It answers the families
// that are missing too.
func loadFonts(dir string) (found []typeface, missing []string, err error) {
	paths, err := fontFiles(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, fam := range families {
		t := typeface{family: fam}
		pattern := regexp.MustCompile(fam.files)
		for _, p := range paths {
			if !pattern.MatchString(filepath.Base(p)) {
				continue
			}
			f, err := loadFont(p)
			if err != nil {
				return nil, nil, err
			}
			t.fonts = append(t.fonts, f)
		}
		if len(t.fonts) == 0 {
			missing = append(missing, fam.name)
			continue
		}
		found = append(found, t)
	}
	return found, missing, nil
}

// fontFiles are all font files below dir, sorted, each file name once.
func fontFiles(dir string) ([]string, error) {
	seen := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (strings.HasSuffix(p, ".ttf") || strings.HasSuffix(p, ".otf")) {
			seen[filepath.Base(p)] = p
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("fonts below %q: %w: install the packages that the program's documentation names", dir, err)
	}
	paths := make([]string, 0, len(seen))
	for _, p := range seen {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	return paths, nil
}

func loadFont(path string) (*fontFile, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parseFont(path, data)
}

// parseFont draws the letters and digits of a font file.
func parseFont(path string, data []byte) (*fontFile, error) {
	parsed, err := sfnt.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("font %q: %w", path, err)
	}
	f := &fontFile{path: path, sfnt: parsed, masks: map[rune]*mask{}}
	for _, r := range "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" {
		if f.masks[r], err = drawMask(parsed, r); err != nil {
			return nil, fmt.Errorf("font %q: letter %q: %w", path, r, err)
		}
	}
	return f, nil
}
