package ndjson

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// read gives every line as its number and its text, or "long".
func read(t *testing.T, in io.Reader, limit int) []string {
	t.Helper()
	r := NewReader(in, limit)
	var lines []string
	for {
		line, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return lines
		case errors.Is(err, ErrTooLong):
			line = []byte("long")
		case err != nil:
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%d %s", r.Number(), line))
	}
}

func TestLines(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     []string
	}{
		{"no input has no lines", "", nil},
		{"lines end with a line feed", "a\nb\n", []string{"1 a", "2 b"}},
		{"the last line may have no end", "a\nb", []string{"1 a", "2 b"}},
		{"a carriage return belongs to the end", "a\r\nb\r\n", []string{"1 a", "2 b"}},
		{"an empty line is a line", "\na\n\n", []string{"1 ", "2 a", "3 "}},
		{"a byte order mark is left out", "\ufeffa\n\ufeffb\n", []string{"1 a", "2 \ufeffb"}},
		{"a line of the limit is taken", "12345678\n12345678\r\n12345678", []string{"1 12345678", "2 12345678", "3 12345678"}},
		{"one byte more is too long, and reading goes on", "123456789\na\n123456789\r\nb\n123456789", []string{"1 long", "2 a", "3 long", "4 b", "5 long"}},
		{"a line far too long is gone past", strings.Repeat("x", 3*bufferSize) + "\na\n", []string{"1 long", "2 a"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			for name, in := range map[string]io.Reader{"at once": strings.NewReader(test.in), "byte by byte": iotest.OneByteReader(strings.NewReader(test.in))} {
				if got := read(t, in, 8); !slices.Equal(got, test.want) {
					t.Errorf("%s: lines %q, want %q", name, got, test.want)
				}
			}
		})
	}
}

// endless gives the same text so many times.
type endless struct {
	times int
	text  []byte
}

func (e *endless) Read(p []byte) (int, error) {
	if e.times == 0 {
		return 0, io.EOF
	}
	e.times--
	return copy(p, e.text), nil // a piece may be cut; it is the sum that matters
}

func TestALineOfAGigabyteIsNotKept(t *testing.T) {
	in := io.MultiReader(strings.NewReader("a\n"), &endless{1 << 18, bytes.Repeat([]byte("x"), 1<<12)}, strings.NewReader("\nb\n"))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := read(t, in, MaxLine)
	runtime.ReadMemStats(&after)
	if want := []string{"1 a", "2 long", "3 b"}; !slices.Equal(got, want) {
		t.Errorf("lines %q, want %q", got, want)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 8<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
}

func echo(number int, line []byte, err error) any {
	return map[string]any{"line": number, "text": string(line), "long": errors.Is(err, ErrTooLong)}
}

func TestEveryLineIsAnswered(t *testing.T) {
	var out bytes.Buffer
	if err := Answer(strings.NewReader("a\n\n123456789\nb"), &out, 8, echo); err != nil {
		t.Fatal(err)
	}
	want := `{"line":1,"long":false,"text":"a"}
{"line":2,"long":false,"text":""}
{"line":3,"long":true,"text":""}
{"line":4,"long":false,"text":"b"}
`
	if out.String() != want {
		t.Errorf("answers\n%s, want\n%s", out.String(), want)
	}
}

func TestAConversationIsNotHeldUp(t *testing.T) {
	asked, in := io.Pipe()
	out, answers := io.Pipe()
	done := make(chan error)
	go func() { done <- Answer(asked, answers, 8, echo) }()
	lines := NewReader(out, MaxLine)
	for _, text := range []string{"a\n", "b\n", "c\nhalf"} {
		if _, err := io.WriteString(in, text); err != nil {
			t.Fatal(err)
		}
		if line, err := lines.Next(); err != nil || !bytes.Contains(line, []byte(text[:1])) {
			t.Fatalf("to %q: %q, %v", text, line, err)
		}
	}
	in.Close()
	if line, err := lines.Next(); err != nil || !bytes.Contains(line, []byte("half")) {
		t.Fatalf("to the rest: %q, %v", line, err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// brief takes so many bytes.
type brief struct{ left int }

func (b *brief) Write(p []byte) (int, error) {
	if len(p) > b.left {
		return b.left, io.ErrShortWrite
	}
	b.left -= len(p)
	return len(p), nil
}

func TestFailuresSayWhichSide(t *testing.T) {
	broken := errors.New("the cable is out")
	err := Answer(io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), io.Discard, 8, echo)
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "line 2 cannot be read") {
		t.Errorf("error %v", err)
	}
	for _, in := range []string{"a\n", "a", strings.Repeat("a\n", bufferSize)} {
		err = Answer(strings.NewReader(in), &brief{10}, 8, echo)
		if !errors.Is(err, io.ErrShortWrite) || !strings.Contains(err.Error(), "answers cannot be written") {
			t.Errorf("error %v", err)
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, seed := range []string{"", "\n", "a\r\n\r\nb", "0123456789\nx", "\ufeff{}\n", "\r\r\n"} {
		f.Add([]byte(seed), 8)
	}
	f.Fuzz(func(t *testing.T, data []byte, limit int) {
		limit = 1 + (limit%100+100)%100
		got := read(t, iotest.HalfReader(bytes.NewReader(data)), limit)
		lines := strings.Split(string(data), "\n")
		if lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		if len(got) != len(lines) {
			t.Fatalf("%q: %d lines, want %d", data, len(got), len(lines))
		}
		for i, line := range lines {
			line = strings.TrimSuffix(line, "\r")
			if long := len(line) > limit; long {
				line = "long"
			} else if i == 0 {
				line = strings.TrimPrefix(line, byteOrderMark)
			}
			if want := fmt.Sprintf("%d %s", i+1, line); got[i] != want {
				t.Fatalf("%q: line %q, want %q", data, got[i], want)
			}
		}
	})
}
