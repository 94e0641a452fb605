package glyph

import (
	_ "embed"
	"math"
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

// Chroma counts where the plastic has this much of it at least, and is looked at where gray leaves the letter open.
const (
	colorful = 40
	settled  = -0.005 // logarithm of a class's share
)

// Read answers how likely each letter is in each quarter turn.
func (c *Classifier) Read(f Face) (Letters, error) {
	if err := f.Check(); err != nil {
		return Letters{}, err
	}
	b := c.pool.Get().(*bench)
	defer c.pool.Put(b)
	gray := b.read(c.net, f.Pix, f.Size)
	if len(f.Chroma) == 0 || gray.settled() {
		return c.net.Likelihoods(gray, nil), nil
	}
	chroma := b.read(c.net, f.Chroma, f.Size)
	if b.extract.ink.raw.plastic < colorful {
		return c.net.Likelihoods(gray, nil), nil
	}
	return c.net.Likelihoods(gray, &chroma), nil
}

func (b *bench) read(n *Net, plane []uint8, size int) Posterior {
	b.extract.Vectors(plane, size, &b.vectors)
	n.Scores(&b.vectors, b.scratch, &b.scores)
	return n.Posterior(&b.scores)
}

// settled tells whether one letter, in whatever turn, has nearly everything.
func (p *Posterior) settled() bool {
	for c := range 26 {
		sum := 0.0
		for k := range p.Letters {
			sum += math.Exp(p.Letters[k][c])
		}
		if math.Log(sum) > settled {
			return true
		}
	}
	return false
}
