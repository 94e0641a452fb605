package docs

import (
	"fmt"
	"html"
	"image"
	"io/fs"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	_ "golang.org/x/image/webp" // the pictures' format
)

// dark ends the name of a picture that is there for the dark theme, too: play-dark.webp beside play.webp.
const dark = "-dark"

// illustrate gives a picture its address. A screenshot gets its size, so that the text below it does not jump when it comes, and the class
// of a phone if it is one; where there is a dark one, the dark theme shows that.
func illustrate(n *ast.Image, address func(name string) string) {
	name := string(n.Destination)
	n.Destination = []byte(address(name))
	size, ok := sizeOf(name)
	if !ok {
		return // a drawing
	}
	n.SetAttributeString("width", []byte(strconv.Itoa(size.X)))
	n.SetAttributeString("height", []byte(strconv.Itoa(size.Y)))
	n.SetAttributeString("loading", []byte("lazy"))
	if size.Y > size.X {
		n.SetAttributeString("class", []byte("phone"))
	}
	plain, kind, _ := strings.Cut(name, ".")
	night := plain + dark + "." + kind
	if _, err := fs.Stat(files, night); err == nil {
		enclose(n, fmt.Sprintf(`<picture><source media="(prefers-color-scheme: dark)" srcset="%s">`, html.EscapeString(address(night))), "</picture>")
	}
}

// sizeOf is the size of a picture in pixels.
func sizeOf(name string) (size image.Point, ok bool) {
	file, err := files.Open(name)
	if err != nil {
		return size, false // a test holds that each picture is there
	}
	defer file.Close()
	is, _, err := image.DecodeConfig(file)
	return image.Pt(is.Width, is.Height), err == nil
}

// enclose puts HTML around a node.
func enclose(n ast.Node, opening, closing string) {
	before, after := ast.NewString([]byte(opening)), ast.NewString([]byte(closing))
	before.SetCode(true) // as it is
	after.SetCode(true)
	n.Parent().InsertBefore(n.Parent(), n, before)
	n.Parent().InsertAfter(n.Parent(), n, after)
}
