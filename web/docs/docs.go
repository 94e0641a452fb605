// Package docs is the manual: Markdown pages that lie beside this code, so that they can be read in the repository, and that the server shows
// at /docs, without a network. README.md here is the table of contents; its links give the order of the pages.
package docs

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	tables "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

//go:embed *.md *.svg *.webp
var files embed.FS

// contents is the page with the table of contents.
const contents = "README"

// page is one page of the manual.
type page struct {
	Name     string // its file without the extension
	Title    string
	body     template.HTML
	sections []section
	links    []string // destinations as the Markdown has them
}

// Address is where the server shows the page.
func (p *page) Address() string { return address(p.Name) }

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
}

// manual are the pages in the order of the table of contents, which comes first. Drawings are served under the addresses that picture returns.
type manual struct {
	pages []*page
	named map[string]*page
}

// load reads all pages.
func load(picture func(name string) string) (*manual, error) {
	m := &manual{named: map[string]*page{}}
	first, err := read(contents, picture)
	if err != nil {
		return nil, err
	}
	m.add(first)
	for _, link := range first.links {
		name, ok := pageOf(link)
		if !ok || m.named[name] != nil {
			continue
		}
		p, err := read(name, picture)
		if err != nil {
			return nil, err
		}
		m.add(p)
	}
	return m, nil
}

func (m *manual) add(p *page) {
	m.pages = append(m.pages, p)
	m.named[p.Name] = p
}

// pageOf is the page to which a link leads.
func pageOf(link string) (name string, ok bool) {
	file, _, _ := strings.Cut(link, "#")
	return strings.CutSuffix(file, ".md")
}

var markdown = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
})

// read makes a page of its file.
func read(name string, picture func(string) string) (*page, error) {
	source, err := fs.ReadFile(files, name+".md")
	if err != nil {
		return nil, err
	}
	p := &page{Name: name}
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
		return nil, fmt.Errorf("draw %s.md: %w", name, err)
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
		id, _ := n.AttributeString("id")
		anchor, _ := id.([]byte)
		p.sections = append(p.sections, section{ID: string(anchor), Heading: wording(n, source)})
	case *ast.Link:
		link := string(n.Destination)
		p.links = append(p.links, link)
		if name, ok := pageOf(link); ok && path.Base(name) == name {
			_, anchor, cut := strings.Cut(link, "#")
			if cut {
				anchor = "#" + anchor
			}
			n.Destination = []byte(address(name) + anchor)
		}
	case *ast.Image:
		p.links = append(p.links, string(n.Destination))
		illustrate(n, picture)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		p.say(" " + string(n.Lines().Value(source)))
	case *ast.Text:
		p.say(string(n.Value(source)))
		if n.SoftLineBreak() {
			p.say(" ")
		}
	case *ast.Paragraph, *ast.ListItem:
		p.say(" ")
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
