package glyph

import (
	_ "embed"
	"sync"
)

//go:embed weights.bin
var weights []byte

// Classifier reads faces with the net. It may be used by several goroutines.
type Classifier struct {
	net  *Net
	pool sync.Pool // of *bench
}

// bench is the working memory for one face.
type bench struct {
	extract Extractor
	vectors [4]Vector
	scratch []float32
	scores  [4][Classes]float32
}

// New is a classifier with the weights that come with the program.
func New() (*Classifier, error) {
	net, err := ReadNet(weights)
	if err != nil {
		return nil, err
	}
	return NewWith(net), nil
}

// NewWith is a classifier with a net of one's own.
func NewWith(net *Net) *Classifier {
	c := &Classifier{net: net}
	c.pool.New = func() any { return &bench{scratch: make([]float32, 4*net.Hidden)} }
	return c
}

// Read answers how likely each letter is in each quarter turn.
func (c *Classifier) Read(f Face) (Letters, error) {
	if err := f.Check(); err != nil {
		return Letters{}, err
	}
	b := c.pool.Get().(*bench)
	defer c.pool.Put(b)
	b.extract.Vectors(f, &b.vectors)
	c.net.Scores(&b.vectors, b.scratch, &b.scores)
	return c.net.Likelihoods(&b.scores), nil
}
