package docs

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"tilewatch/web"
	"tilewatch/web/schemas"
)

func loaded(t *testing.T) map[string]*manual {
	t.Helper()
	all, err := load(func(name string) string { return name })
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestTheContentsNameEveryPage(t *testing.T) {
	m := loaded(t)["en"]
	pages, err := fs.Glob(files, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range pages {
		p := m.named[strings.TrimSuffix(file, ".md")]
		switch {
		case p == nil:
			t.Errorf("README.md does not name %s", file)
		case p.Title == "":
			t.Errorf("%s has no heading", file)
		}
	}
	if len(pages) < 15 {
		t.Errorf("only %d pages", len(pages))
	}
}

func TestEveryLinkLeadsSomewhere(t *testing.T) {
	for lang, m := range loaded(t) {
		for _, p := range m.pages {
			if p.Lang != lang {
				continue
			}
			for _, link := range p.links {
				if schema, is := strings.CutPrefix(link.to, "../schemas/"); strings.HasPrefix(link.to, "https://") || is && schemas.Read(strings.TrimSuffix(schema, ".json")) != nil {
					continue
				}
				name, isPage := pageOf(link.to)
				file, anchor, _ := strings.Cut(link.to, "#")
				to := m.named[name]
				switch _, err := fs.Stat(files, path.Join(p.folder(), file)); {
				case err != nil:
					t.Errorf("%s/%s.md: no file %q", p.folder(), p.Name, link.to)
				case isPage && to == nil:
					t.Errorf("%s/%s.md: no page %q", p.folder(), p.Name, link.to)
				case isPage && path.Dir(file) != "." && to.Lang == lang:
					t.Errorf("%s/%s.md: %q is translated", p.folder(), p.Name, link.to)
				case isPage && anchor != "" && !slices.ContainsFunc(to.sections, func(s section) bool { return s.ID == anchor }):
					t.Errorf("%s/%s.md: %q has no section %q", p.folder(), p.Name, name, anchor)
				}
			}
		}
	}
}

// folder is where the page's file lies.
func (p *page) folder() string {
	if p.original == nil {
		return "."
	}
	return p.Lang
}

// TestTranslationsKeepUp holds a translation to what a reader of the English page has; what it says only people can compare.
func TestTranslationsKeepUp(t *testing.T) {
	for lang, m := range loaded(t) {
		translated := 0
		for _, p := range m.pages {
			if p.Lang != lang || lang == "en" {
				continue
			}
			translated++
			if got, want := len(p.sections), len(p.original.sections); got != want {
				t.Errorf("%s/%s.md has %d headings, not %d", lang, p.Name, got, want)
			}
			if got, want := p.blocks, p.original.blocks; got != want {
				t.Errorf("%s/%s.md has %d paragraphs, items and rows, not %d", lang, p.Name, got, want)
			}
			if got, want := destinations(p), destinations(p.original); !slices.Equal(got, want) {
				t.Errorf("%s/%s.md links and shows\n%q, not\n%q", lang, p.Name, got, want)
			}
			if got, want := commands(p), commands(p.original); !slices.Equal(got, want) {
				t.Errorf("%s/%s.md has the code\n%q, not\n%q", lang, p.Name, got, want)
			}
		}
		files, err := fs.Glob(files, lang+"/*.md")
		if err != nil || len(files) != translated {
			t.Errorf("%s: %d of %d files are pages (%v)", lang, translated, len(files), err)
		}
	}
}

// destinations are where a page's links and pictures lead, without the folder.
func destinations(p *page) (all []string) {
	for _, l := range p.links {
		all = append(all, strings.TrimPrefix(l.to, "../"))
	}
	return all
}

var comment = regexp.MustCompile(` +#.*`)

// commands are a page's blocks of code without their comments, which are translated.
func commands(p *page) (all []string) {
	for _, block := range p.code {
		all = append(all, comment.ReplaceAllString(block, ""))
	}
	return all
}

func TestTheSearchFindsSections(t *testing.T) {
	m := loaded(t)["en"]
	for _, c := range []struct{ query, page, heading string }{
		{"QR code", "live", "The host"},
		{"renew LINKS", "trust", "Roles"},
		{"measuring camera", "cameras", "Measuring a camera"},
		{"nats", "clubs", "The NATS servers"},
	} {
		all := m.search(c.query)
		if !slices.ContainsFunc(all[:min(5, len(all))], func(f found) bool { return f.Page.Name == c.page && f.Section.Heading == c.heading }) {
			t.Errorf("%q: %s of %s is not among the first five: %+v", c.query, c.heading, c.page, all)
		}
	}
	for _, query := range []string{"", "  ", "xylophone", "camera xylophone"} {
		if all := m.search(query); len(all) > 0 {
			t.Errorf("%q finds %d sections", query, len(all))
		}
	}
}

func TestAnExcerptIsAroundTheWord(t *testing.T) {
	long := strings.Repeat("words before ", 20) + "the Needle here " + strings.Repeat("and after ", 20)
	before, word, after := excerpt(long, []string{"needle"})
	if word != "Needle" || !strings.HasPrefix(before, "… ") || !strings.HasSuffix(before, "the ") || !strings.HasSuffix(after, " …") || len(before) > 2*around || len(after) > 2*around {
		t.Errorf("%q, %q, %q", before, word, after)
	}
	if before, word, after := excerpt("short", []string{"heading"}); before != "" || word != "" || after != "short" {
		t.Errorf("%q, %q, %q", before, word, after)
	}
}

// served asks a server with the manual.
func served(t *testing.T) func(address string) *httptest.ResponseRecorder {
	t.Helper()
	s, err := web.New(web.Options{Mount: []func(*web.Server, *echo.Echo){Mount(About{Version: "1.2.3", Notices: func() string { return "MIT <license>" }})}})
	if err != nil {
		t.Fatal(err)
	}
	return func(address string) *httptest.ResponseRecorder {
		r := httptest.NewRecorder()
		s.Handler().ServeHTTP(r, httptest.NewRequest(http.MethodGet, "http://localhost"+address, nil))
		return r
	}
}

func TestPicturesAreServedAsWhatTheyAre(t *testing.T) {
	ask := served(t)
	found := regexp.MustCompile(`/assets/docs-[a-z-]+\.[0-9a-f]+\.webp`).FindAllString(ask("/docs/live").Body.String(), -1)
	for _, address := range found {
		if r := ask(address); r.Code != http.StatusOK || r.Header().Get("Content-Type") != "image/webp" || http.DetectContentType(r.Body.Bytes()) != "image/webp" {
			t.Errorf("%s: status %d, %q", address, r.Code, r.Header().Get("Content-Type"))
		}
	}
	if len(found) < 10 {
		t.Errorf("only %d pictures", len(found))
	}
}

func TestTheManualIsServed(t *testing.T) {
	ask := served(t)
	for _, c := range []struct {
		address string
		status  int
		has     []string
	}{
		{"/docs", http.StatusOK, []string{`href="/docs/quick-start"`, `href="/docs/cameras"`, `role="search"`}},
		{"/docs/formats", http.StatusOK, []string{`href="/docs/photos#what-helps-if-it-is-known"`, `rel="prev"`, `rel="next"`, `aria-current="page"`}},
		{"/docs/cameras", http.StatusOK, []string{`src="/assets/docs-camera-good.`, `<table>`}},
		{"/docs/live", http.StatusOK, []string{`<picture><source media="(prefers-color-scheme: dark)" srcset="/assets/docs-play-dark.`, `src="/assets/docs-play.`, `width="585" height="1170" loading="lazy" class="phone"></picture>`, `src="/assets/docs-overlay.`}},
		{"/docs?q=chessboard", http.StatusOK, []string{`<mark>chessboard</mark>`, `href="/docs/cameras#measuring-a-camera"`}},
		{"/docs?q=" + "%3Cscript%3Ealert(1)%3C/script%3E", http.StatusOK, []string{"Nothing found", "&lt;script&gt;"}},
		{"/docs?q=camera&lang=es", http.StatusOK, []string{`<small lang="es">Cámaras</small>`}},
		{"/docs?lang=de", http.StatusOK, []string{`<article class="docs-text" lang="de">`, `Hier anfangen`, `href="/docs?lang=en"`}},
		{"/docs/live?lang=de", http.StatusOK, []string{`<article class="docs-text" lang="de">`, `<h2 id="the-host">Der Gastgeber</h2>`, `src="/assets/docs-play.`, `href="/docs/data"`, `<a href="/docs/live?lang=en" hreflang="en">Diese Seite auf Englisch</a>`}},
		{"/docs/cameras?lang=de", http.StatusOK, []string{`<article class="docs-text" lang="en">`, `Diese Seite gibt es nur auf Englisch.`, `aria-current="page">Kameras</a>`}},
		{"/about", http.StatusOK, []string{"Version 1.2.3", "MIT &lt;license&gt;", `href="/docs"`}},
		{"/about?lang=de", http.StatusOK, []string{"MIT-Lizenz", `<pre tabindex="0" lang="en">`}},
		{"/about?lang=fr", http.StatusOK, []string{"licence MIT"}},
		{"/about?lang=es", http.StatusOK, []string{"licencia MIT"}},
		{"/docs/README", http.StatusNotFound, nil},
		{"/docs/nothing", http.StatusNotFound, nil},
		{"/docs/..%2fdocs.go", http.StatusNotFound, nil},
	} {
		answer := ask(c.address)
		status, body := answer.Code, answer.Body.String()
		if status != c.status {
			t.Errorf("%s: status %d, want %d", c.address, status, c.status)
		}
		for _, want := range c.has {
			if !strings.Contains(body, want) {
				t.Errorf("%s: no %s", c.address, want)
			}
		}
		if strings.Contains(body, "<script>alert") {
			t.Errorf("%s: what is looked for is not escaped", c.address)
		}
	}
}
