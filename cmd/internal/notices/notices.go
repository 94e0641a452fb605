// Package notices has the licenses of what is linked into the program: "go run ./cmd/notices" gathers them from the modules.
package notices

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
)

// Module is a Go module that is linked in.
type Module struct {
	Path, Version string
	License       string // its SPDX name
	Text          int    // which of the license texts is its own: modules share them
}

// Gathered are the modules, by path, and the texts of their licenses with what their authors want to be passed on.
type Gathered struct {
	Modules []Module
	Texts   []string
}

//go:embed modules.json.gz
var packed []byte

// Linked is what the build gathered.
var Linked = sync.OnceValues(func() (g Gathered, err error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err == nil {
		err = json.NewDecoder(r).Decode(&g)
	}
	if err != nil {
		err = fmt.Errorf("modules.json.gz: %w", err)
	}
	return g, err
})

// Pack is the file that Linked reads.
func (g *Gathered) Pack() ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(w).Encode(g); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// Libraries are the C and C++ libraries that the program uses as the system has them.
var Libraries = []struct{ Name, License, Site string }{
	{"OpenCV", "Apache-2.0", "https://opencv.org"},
	{"Tesseract", "Apache-2.0", "https://github.com/tesseract-ocr/tesseract"},
	{"Leptonica", "BSD-2-Clause", "https://github.com/DanBloomberg/leptonica"},
	{"libjpeg-turbo", "IJG, BSD-3-Clause and Zlib", "https://libjpeg-turbo.org"},
}

// Write prints the modules with their licenses, and each license's text once.
func (g *Gathered) Write(to io.Writer) error {
	var b strings.Builder
	b.WriteString("Go modules that are linked in\n\n")
	for _, m := range g.Modules {
		fmt.Fprintf(&b, "  %s %s: %s\n", m.Path, m.Version, m.License)
	}
	b.WriteString("\nLibraries of the system that it uses\n\n")
	for _, l := range Libraries {
		fmt.Fprintf(&b, "  %s: %s, %s\n", l.Name, l.License, l.Site)
	}
	for i, text := range g.Texts {
		var of []string
		for _, m := range g.Modules {
			if m.Text == i {
				of = append(of, m.Path)
			}
		}
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("-", 72), strings.Join(of, ", "), strings.TrimSpace(text))
	}
	_, err := io.WriteString(to, b.String())
	return err
}
