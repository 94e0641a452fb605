package glyph

import (
	_ "embed"
	"math"
	"sync"
)

//go:embed weights.bin
var weights []byte

//go:embed part.bin
var partWeights []byte

// Classifier reads faces with the net, and partly hidden ones with a second net. It may be used by several goroutines.
type Classifier struct {
	net, part *Net
	pool      sync.Pool // of *bench
}

// bench is the working memory for one face.
type bench struct {
	extract Extractor
	vectors [4]Vector
	scores  [4][Classes]float32
}

// New is a classifier with the weights that come with the program.
func New() (*Classifier, error) {
	net, err := ReadNet(weights)
	if err != nil {
		return nil, err
	}
	c := NewWith(net)
	c.part, err = ReadNet(partWeights)
	return c, err
}

// NewWith is a classifier with a net of one's own, which takes every face for whole.
func NewWith(net *Net) *Classifier {
	c := &Classifier{net: net}
	c.pool.New = func() any { return &bench{} }
	return c
}

// Open is a classifier with the net of a file.
func Open(weights []byte) (*Classifier, error) {
	net, err := ReadNet(weights)
	if err != nil {
		return nil, err
	}
	return NewWith(net), nil
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
	n := c.net
	if c.part != nil && len(f.Hidden) > 0 {
		n = c.part
	} else {
		f.Hidden = nil
	}
	gray, _ := b.read(n, f.Pix, 0, &f)
	if len(f.Chroma) == 0 || gray.settled() {
		return n.Likelihoods(gray, nil), nil
	}
	return b.consult(n, &f, gray), nil
}

// consult hears the face's other planes as well, for its gray leaves the letter open.
func (b *bench) consult(n *Net, f *Face, gray Posterior) Letters {
	chroma, colored := b.read(n, f.Chroma, colorful, f)
	if len(f.Bright) > 0 && len(f.Hidden) == 0 {
		dimmed, _ := b.read(n, f.dimmed(), 0, f)
		switch {
		case dimmed.settled():
			return n.Likelihoods(dimmed, nil)
		case !colored:
			return n.Likelihoods(gray, &dimmed)
		}
		chroma.pool(0.5, &dimmed, 0.5)
	}
	if !colored {
		return n.Likelihoods(gray, nil)
	}
	return n.Likelihoods(gray, &chroma)
}

// read reads one plane of the face if its plastic has that level at least.
func (b *bench) read(n *Net, plane []uint8, least float32, f *Face) (p Posterior, ok bool) {
	if len(f.Hidden) > 0 {
		b.extract.PartVectors(plane, f.Hidden, f.Size, &b.vectors)
		ok = b.extract.ink.raw.plastic >= least
	} else {
		ok = b.extract.vectorsFrom(plane, f.Size, least, &b.vectors)
	}
	if !ok {
		return p, false
	}
	n.Scores(&b.vectors, &b.scores)
	return PosteriorOf(&b.scores), true
}

// settled reports whether one letter, in whatever turn, has nearly everything.
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
