package web

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// declaration is one line of a style sheet's rule.
type declaration struct{ where, name, value string }

var (
	comments     = regexp.MustCompile(`(?s)/\*.*?\*/`)
	declarations = regexp.MustCompile(`(?:^|[{;\s])(--?[\w-]+|[a-z][a-z-]*)\s*:\s*([^;{}]+)[;}]`)
	tokens       = regexp.MustCompile(`var\(--[\w-]+(?:,[^()]*)?\)`)
	rawColor     = regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|(?i)\b(?:white|black|gr[ae]y|red|green|blue|yellow|purple|orange|gold|silver|brown|pink)\b`)
	rawLength    = regexp.MustCompile(`\d(?:px|rem|pt|cm|mm|in)\b`)
	rawSize      = regexp.MustCompile(`\d(?:px|rem|pt|cm|mm|in|em|ex|ch|%)`)
	spaces       = regexp.MustCompile(`^(?:padding|margin|gap|row-gap|column-gap)(?:-|$)`)
)

// declared are the declarations of a style sheet.
func declared(where, sheet string) (all []declaration) {
	sheet = comments.ReplaceAllString(sheet, "")
	for at := 0; ; {
		m := declarations.FindStringSubmatchIndex(sheet[at:])
		if m == nil {
			return all
		}
		all = append(all, declaration{where, sheet[at+m[2] : at+m[3]], strings.TrimSpace(sheet[at+m[4] : at+m[5]])})
		at += m[1] - 1 // the end of one may begin the next
	}
}

// outside is what a declaration says that the system lacks; empty if it keeps to it.
func (d declaration) outside(system map[string]string) string {
	if _, is := system[d.name]; is {
		return ""
	}
	raw := tokens.ReplaceAllString(d.value, "")
	switch uses := func(kind string) bool { return strings.Contains(d.value, "var(--"+kind) }; {
	case rawColor.MatchString(raw) && d.name != "grid-template-areas" && d.name != "grid-area":
		return "a color"
	case d.name == "font-size" && (rawSize.MatchString(raw) || !uses("type-") && d.value != "inherit" && d.value != "0"),
		d.name == "font" && d.value != "inherit" && !uses("type-"):
		return "a size of text"
	case strings.HasSuffix(d.name, "radius") && (rawLength.MatchString(raw) || strings.ContainsAny(raw, "v") && !uses("round-")):
		return "a radius"
	case d.name == "box-shadow" && !slices.Contains([]string{"none", "var(--lift)", "var(--picked)"}, d.value) && !strings.HasPrefix(d.value, "0 0 0 "): // a ring
		return "a shadow"
	case spaces.MatchString(d.name) && rawLength.MatchString(strings.NewReplacer("1px", "", "0px", "").Replace(raw)):
		return "a space"
	}
	return ""
}

// rule is what the first rule of the selector says.
func rule(t *testing.T, sheet, selector string) map[string]string {
	t.Helper()
	_, after, ok := strings.Cut(comments.ReplaceAllString(sheet, ""), selector+"{")
	body, _, closed := strings.Cut(after, "}")
	if !ok || !closed {
		t.Fatalf("no rule of %s", selector)
	}
	says := map[string]string{}
	for _, d := range declared("", "{"+body+"}") {
		says[d.name] = d.value
	}
	return says
}

// TestEveryStyleKeepsToTheSystem holds what web/docs/design.md says: sizes of text, radii, spaces, shadows and colors stand in one place.
func TestEveryStyleKeepsToTheSystem(t *testing.T) {
	base := string(static().style())
	system := rule(t, base, ":root")
	delete(system, "color-scheme")
	manual, err := os.ReadFile("docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range system {
		if !strings.Contains(string(manual), "`"+name+"`") {
			t.Errorf("design.md does not say what %s is for", name)
		}
	}
	for _, named := range regexp.MustCompile("`(--[\\w-]+)`").FindAllStringSubmatch(string(manual), -1) {
		if system[named[1]] == "" {
			t.Errorf("design.md names %s, which no style sheet has", named[1])
		}
	}
	dark, chosen := rule(t, base, ":root:not(.theme-light)"), rule(t, base, ":root.theme-dark")
	for name, value := range dark {
		if chosen[name] != value || system[name] == "" {
			t.Errorf("%s is %s in the dark, %s where dark is chosen, and %q else", name, value, chosen[name], system[name])
		}
	}
	sheets := 0
	err = filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.Contains([]string{".css", ".html"}, filepath.Ext(file)) {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if filepath.Ext(file) == ".html" {
			if strings.Contains(string(data), ` style="`) {
				t.Errorf("%s has a style of its own", file)
			}
			return nil
		}
		sheets++
		for _, d := range declared(file, string(data)) {
			if what := d.outside(system); what != "" {
				t.Errorf("%s: %s: %s is %s outside the system", d.where, d.name, d.value, what)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if sheets < 5 {
		t.Errorf("only %d style sheets", sheets)
	}
}

func TestWhatIsOutsideTheSystemIsFound(t *testing.T) {
	system := map[string]string{"--type-text": "1rem", "--ink": "#000"}
	sheet := `.a{color:#123;font-size:15px}@media (min-width:9px){.b{padding:0 7px;box-shadow:0 1px 2px var(--ink);border-radius:5px}}
.c{color:var(--ink);font-size:clamp(var(--type-text),8vw,var(--type-text));padding:1px var(--s2);border-radius:50%;box-shadow:0 0 0 3px var(--ink);width:7px;--ink:#fff}`
	var found []string
	for _, d := range declared("", sheet) {
		if what := d.outside(system); what != "" {
			found = append(found, what)
		}
	}
	if got := strings.Join(found, ", "); got != "a color, a size of text, a space, a shadow, a radius" {
		t.Error(got)
	}
}
