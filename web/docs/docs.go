// Package docs is the manual: Markdown pages that lie beside this code, so that they can be read in the repository, and that the server shows
// at /docs, without a network. README.md here is the table of contents; its links give the order of the pages, its headings their chapters.
// A folder named by a language's code holds the contents in that language, and those pages that are translated.
package docs

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	webtext "tilewatch/web/text"
)

//go:embed *.md */*.md *.svg *.webp
var files embed.FS

// Drawing is a drawing of the manual, an SVG file; nil if there is none of that name.
func Drawing(name string) []byte {
	data, err := files.ReadFile(name)
	if err != nil {
		return nil
	}
	return data
}

// contents is the page with the table of contents.
const contents = "README"

// page is one page of the manual.
type page struct {
	Name     string // its file without the extension
	Lang     string // the language of its text
	Title    string // as the contents have it, in the reader's language
	chapter  int    // of the contents, from 1
	body     template.HTML
	sections []section
	links    []link
	code     []string
	blocks   int   // paragraphs, items of lists and rows of tables
	original *page // what it is a translation of; nil for an English page
}

// link is a link, or a picture.
type link struct {
	to      string // as the Markdown has it
	words   string
	chapter int // how many headings stand before it on its page, but for the title
}

// Address is where the server shows the page.
func (p *page) Address() string { return address(p.Name) }

// Translated reports whether there is an English original.
func (p *page) Translated() bool { return p.original != nil }

func address(name string) string {
	if name == contents {
		return "/docs"
	}
	return "/docs/" + name
}

// section is a heading with the text below it.
type section struct {
	ID, Heading string
	text        string
	spoken
}

// manual are the pages in the order of the table of contents, which comes first.
type manual struct {
	pages []*page
	named map[string]*page
}

// load reads the manual in each language: the pages that it has, and the English ones in place of the others. Drawings are served under the
// addresses that picture returns.
func load(picture func(name string) string) (map[string]*manual, error) {
	english := &manual{named: map[string]*page{}}
	first, err := read(webtext.Default, contents, nil, picture)
	if err != nil {
		return nil, err
	}
	english.add(first)
	for _, link := range first.links {
		name, ok := pageOf(link.to)
		if !ok || english.named[name] != nil {
			continue
		}
		p, err := read(webtext.Default, name, nil, picture)
		if err != nil {
			return nil, err
		}
		english.add(p)
	}
	all := map[string]*manual{webtext.Default: english}
	folders, err := fs.Glob(files, path.Join("*", contents+".md"))
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		lang := path.Dir(folder)
		if all[lang], err = english.translated(lang, picture); err != nil {
			return nil, err
		}
	}
	listen(all)
	return all, nil
}

// translated is the manual for readers of another language.
func (m *manual) translated(lang string, picture func(string) string) (*manual, error) {
	out := &manual{named: map[string]*page{}}
	for _, original := range m.pages {
		p, err := read(lang, original.Name, original, picture)
		if errors.Is(err, fs.ErrNotExist) {
			untranslated := *original
			untranslated.sections = slices.Clone(original.sections)
			p, err = &untranslated, nil
		}
		if err != nil {
			return nil, err
		}
		out.add(p)
	}
	return out, nil
}

// add adds a page, with what the contents say of it.
func (m *manual) add(p *page) {
	m.pages = append(m.pages, p)
	m.named[p.Name] = p
	for _, link := range m.pages[0].links {
		if name, _ := pageOf(link.to); name == p.Name {
			p.Title, p.chapter = link.words, link.chapter
		}
	}
}

// pageOf is the page to which a link leads; translations link to untranslated pages one folder up.
func pageOf(link string) (name string, ok bool) {
	file, _, _ := strings.Cut(strings.TrimPrefix(link, "../"), "#")
	return strings.CutSuffix(file, ".md")
}

var markdown = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
})

// read makes a page of its file.
func read(lang, name string, original *page, picture func(string) string) (*page, error) {
	file := name + ".md"
	if original != nil {
		file = path.Join(lang, file)
	}
	source, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, err
	}
	p := &page{Name: name, Lang: lang, original: original}
	root := markdown().Parser().Parse(text.NewReader(source))
	if err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			p.visit(n, source, picture)
		}
		if n.Kind() == ast.KindHeading {
			return ast.WalkSkipChildren, nil // its words are the section's name, not its text
		}
		return ast.WalkContinue, nil
	}); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := markdown().Renderer().Render(&b, source, root); err != nil {
		return nil, fmt.Errorf("draw %s: %w", file, err)
	}
	p.body = template.HTML(b.String()) // the manual is ours; raw HTML in it is left out
	if len(p.sections) > 0 {
		p.Title = p.sections[0].Heading
	}
	return p, nil
}

// visit notes headings, text and links, and turns the destinations of links and drawings into the server's addresses.
func (p *page) visit(n ast.Node, source []byte, picture func(string) string) {
	switch n := n.(type) {
	case *ast.Heading:
		if at := len(p.sections); p.original != nil && at < len(p.original.sections) {
			n.SetAttributeString("id", []byte(p.original.sections[at].ID)) // links to a section lead there in every language
		}
		id, _ := n.AttributeString("id")
		anchor, _ := id.([]byte)
		p.sections = append(p.sections, section{ID: string(anchor), Heading: wording(n, source)})
	case *ast.Link:
		to := string(n.Destination)
		p.links = append(p.links, link{to, wording(n, source), len(p.sections) - 1})
		if name, ok := pageOf(to); ok && path.Base(name) == name {
			_, anchor, cut := strings.Cut(to, "#")
			if cut {
				anchor = "#" + anchor
			}
			n.Destination = []byte(address(name) + anchor)
		}
	case *ast.Image:
		p.links = append(p.links, link{to: string(n.Destination)})
		n.Destination = bytes.TrimPrefix(n.Destination, []byte("../"))
		illustrate(n, picture)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		p.code = append(p.code, string(n.Lines().Value(source)))
		p.say(" " + string(n.Lines().Value(source)))
	case *ast.Text:
		p.say(string(n.Value(source)))
		if n.SoftLineBreak() {
			p.say(" ")
		}
	case *ast.Paragraph, *ast.ListItem:
		p.blocks++
		p.say(" ")
	case *tables.TableRow:
		p.blocks++
	case *tables.TableCell:
		p.say(" ")
	}
}

// say adds to the text of the section that is being read.
func (p *page) say(words string) {
	if k := len(p.sections) - 1; k >= 0 {
		p.sections[k].text += words
	}
}

// wording is the plain text of a node.
func wording(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Value(source))
		}
		return ast.WalkContinue, nil
	}) // the walk itself never fails
	return b.String()
}
