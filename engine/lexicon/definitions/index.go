package definitions

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

const (
	magic = "tilewatch definitions 1\n"

	// blockSize is how many bytes of text are packed together: what one question has to unpack.
	blockSize = 16 << 10
	// maxBlock limits what is unpacked.
	maxBlock = 1 << 20
)

// Index is a packed file of definitions. All its methods may be used by several goroutines at once.
//
// The file begins with a line that says what it is and a line with the number of words and of blocks. Then comes a
// line for each block, with its packed length and its first word, then the blocks, each deflated by itself. The
// first block has no words but the irregular forms: lines of the part's letter with the form, and what they are forms
// of. The lines of the others are words in order, each with its senses after tabs: the part's letter, then the text.
type Index struct {
	words     int
	blocks    []block
	irregular map[string][]string // part's letter and form: what it is a form of
}

type block struct {
	first string
	data  []byte
}

// Open reads the head of what Pack wrote. The data is kept, not copied.
func Open(data []byte) (*Index, error) {
	body, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return nil, errors.New("no packed definitions: build them again")
	}
	x, lengths, body, err := readHead(body)
	if err != nil {
		return nil, fmt.Errorf("packed definitions have a damaged head: build them again: %w", err)
	}
	for i, n := range lengths {
		if n < 0 || n > len(body) {
			return nil, errors.New("packed definitions are cut short: build them again")
		}
		x.blocks[i].data, body = body[:n], body[n:]
	}
	forms, err := unpack(x.blocks[0].data)
	if err != nil {
		return nil, err
	}
	x.blocks = x.blocks[1:]
	for line := range strings.Lines(forms) {
		if fields := strings.Fields(line); len(fields) > 1 {
			x.irregular[fields[0]] = fields[1:]
		}
	}
	return x, nil
}

func readHead(body []byte) (*Index, []int, []byte, error) {
	x := &Index{irregular: map[string][]string{}}
	n := 0
	line, body, _ := bytes.Cut(body, []byte("\n"))
	if _, err := fmt.Sscan(string(line), &x.words, &n); err != nil || n < 1 || n > len(body) {
		return nil, nil, nil, fmt.Errorf("%.40q is no number of words and blocks", line)
	}
	x.blocks = make([]block, n)
	lengths := make([]int, n)
	for i := range x.blocks {
		line, body, _ = bytes.Cut(body, []byte("\n"))
		if _, err := fmt.Sscan(string(line), &lengths[i], &x.blocks[i].first); err != nil {
			return nil, nil, nil, fmt.Errorf("block %d: %w", i, err)
		}
	}
	return x, lengths, body, nil
}

// find is the word's record without the word; "" if there is none.
func (x *Index) find(word string) (string, error) {
	i, exact := slices.BinarySearchFunc(x.blocks, word, func(b block, w string) int { return cmp.Compare(b.first, w) })
	if !exact {
		i--
	}
	if i < 0 || word == "" {
		return "", nil
	}
	text, err := unpack(x.blocks[i].data)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(text) {
		if record, ok := strings.CutPrefix(line, word+"\t"); ok {
			return strings.TrimSuffix(record, "\n"), nil
		}
	}
	return "", nil
}

func (x *Index) headwords() ([]string, error) {
	var words []string
	for _, b := range x.blocks {
		text, err := unpack(b.data)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(text) {
			word, _, _ := strings.Cut(line, "\t")
			words = append(words, word)
		}
	}
	return words, nil
}

func unpack(data []byte) (string, error) {
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxBlock))
	if err != nil {
		return "", fmt.Errorf("packed definitions are damaged: build them again: %w", err)
	}
	return string(text), nil
}

// Pack writes an index of the records, which are lines as Index describes them, sorted by word, and of the irregular
// forms.
func Pack(to io.Writer, records, forms []string) error {
	first, texts := []string{"-"}, []string{strings.Join(forms, "")}
	var text strings.Builder
	for i, r := range records {
		if text.Len() == 0 {
			word, _, _ := strings.Cut(r, "\t")
			first = append(first, word)
		}
		if text.WriteString(r); text.Len() >= blockSize || i == len(records)-1 {
			texts = append(texts, text.String())
			text.Reset()
		}
	}
	var body bytes.Buffer
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "%s%d %d\n", magic, len(records), len(texts))
	for i, t := range texts {
		before := body.Len()
		if err := deflate(&body, t); err != nil {
			return err
		}
		fmt.Fprintf(w, "%d %s\n", body.Len()-before, first[i])
	}
	if _, err := body.WriteTo(w); err != nil {
		return err
	}
	return w.Flush()
}

func deflate(to io.Writer, text string) error {
	w, err := flate.NewWriter(to, flate.BestCompression)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	return w.Close()
}
