package svg

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// drawn are the elements that Flat takes over, and kept the attributes of theirs; a style sheet's classes are left behind.
var (
	drawn = []string{"g", "rect", "circle", "path"}
	kept  = []string{"x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d", "fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap", "stroke-dasharray", "transform", "fill-opacity", "stroke-opacity", "opacity"}
)

// Flat makes of a page's drawing one that Draw takes, and says how wide and high it is: texts become outlines, currentColor becomes the
// ink, and the ground lies under all. What is filled with a pattern is left out, and so is what a style sheet alone gives a fill.
func Flat(drawing, ink, ground string) (flat []byte, wide, high float64, err error) {
	f := &flattener{ink: ink, ground: ground, in: xml.NewDecoder(strings.NewReader(drawing))}
	for err == nil {
		err = f.next()
	}
	if !errors.Is(err, io.EOF) {
		return nil, 0, 0, fmt.Errorf("flatten the drawing: %w", err)
	}
	if f.wide <= 0 || f.high <= 0 {
		return nil, 0, 0, errors.New("flatten the drawing: it has no size")
	}
	return []byte(f.out.String()), f.wide, f.high, nil
}

// flattener reads a drawing element by element.
type flattener struct {
	in          *xml.Decoder
	out         strings.Builder
	ink, ground string
	wide, high  float64
}

func (f *flattener) next() error {
	token, err := f.in.Token()
	if err != nil {
		return err
	}
	switch e := token.(type) {
	case xml.StartElement:
		return f.begin(e)
	case xml.EndElement:
		if e.Name.Local == "svg" || slices.Contains(drawn, e.Name.Local) {
			f.out.WriteString("</" + e.Name.Local + ">")
		}
	}
	return nil
}

func (f *flattener) begin(e xml.StartElement) error {
	switch at := attributes(e); {
	case e.Name.Local == "svg":
		if _, err := fmt.Sscan(at["viewBox"], new(float64), new(float64), &f.wide, &f.high); err != nil {
			return fmt.Errorf("a viewBox %q", at["viewBox"])
		}
		Head(&f.out, f.wide, f.high)
		fmt.Fprintf(&f.out, `<rect fill="%s" x="0" y="0" width="%s" height="%s"/>`, f.ground, Num(f.wide), Num(f.high))
	case e.Name.Local == "text":
		return f.text(at)
	case !slices.Contains(drawn, e.Name.Local), strings.HasPrefix(at["fill"], "url("):
		return f.in.Skip()
	default:
		f.out.WriteString("<" + e.Name.Local)
		for _, name := range kept {
			if value, there := at[name]; there {
				fmt.Fprintf(&f.out, ` %s="%s"`, name, Escape(f.color(value)))
			}
		}
		f.out.WriteString(">")
	}
	return nil
}

// text draws a text's outline, and reads it to its end.
func (f *flattener) text(at map[string]string) error {
	var said strings.Builder
	for {
		token, err := f.in.Token()
		if err != nil {
			return err
		}
		switch e := token.(type) {
		case xml.CharData:
			said.Write(e)
		case xml.EndElement:
			x, y, size := number(at["x"]), number(at["y"]), number(at["font-size"])
			anchor := map[string]Anchor{"middle": Middle, "end": End}[at["text-anchor"]]
			Text(&f.out, said.String(), x, y, size, anchor, f.color(at["fill"]))
			return nil
		}
	}
}

func (f *flattener) color(value string) string {
	if value == "currentColor" {
		return f.ink
	}
	return value
}

func attributes(e xml.StartElement) map[string]string {
	at := map[string]string{}
	for _, a := range e.Attr {
		at[a.Name.Local] = a.Value
	}
	return at
}

// number is a coordinate; zero where none is written.
func number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return v
}
