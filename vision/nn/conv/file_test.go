package conv_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tilewatch/vision/nn"
	"tilewatch/vision/nn/conv"
)

var made = nn.Provenance{Data: "drawn", Command: "go test", Commit: "none", Score: "0"}

func saved(t *testing.T, e nn.Encoding) (*conv.Net, []byte) {
	n := drawn(t, small, 4)
	n.Provenance = made
	name := filepath.Join(t.TempDir(), "net.bin")
	if err := n.Save(name, e); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(strings.TrimSuffix(name, ".bin") + ".md")
	if err != nil || !strings.Contains(string(page), made.Command) {
		t.Errorf("the page says %q (%v)", page, err)
	}
	return n, file
}

func TestAFileKeepsTheNetwork(t *testing.T) {
	for _, e := range []nn.Encoding{nn.Float32, nn.Int16} {
		n, file := saved(t, e)
		again, err := conv.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		if again.Provenance != made {
			t.Errorf("provenance %+v", again.Provenance)
		}
		for i, w := range n.Weights {
			if d := again.Weights[i] - w; d > 1e-4 || d < -1e-4 || e == nn.Float32 && d != 0 {
				t.Fatalf("%s: weight %d is %g, was %g", e, i, again.Weights[i], w)
			}
		}
	}
}

func TestADamagedFileIsRefused(t *testing.T) {
	_, file := saved(t, nn.Float32)
	file[len(file)/2]++
	if _, err := conv.Read(file); !errors.Is(err, nn.ErrCorrupt) {
		t.Errorf("a changed byte: %v", err)
	}
	if _, err := conv.Read(file[:20]); err == nil {
		t.Error("a cut file is read")
	}
	if _, err := conv.Read([]byte(strings.Repeat("x", 400))); !errors.Is(err, nn.ErrForeign) {
		t.Errorf("another file: %v", err)
	}
}

func TestShapesThatCannotBe(t *testing.T) {
	for _, s := range []conv.Shape{{}, {Channels: []int{16}, Depth: []int{1}, Outputs: 3}, {Channels: []int{8}, Depth: []int{1}, Outputs: 16}, {Channels: []int{16}, Depth: []int{0}, Outputs: 16}, {Channels: []int{16, 16}, Depth: []int{1}, Outputs: 16}} {
		if s.Check() == nil {
			t.Errorf("%+v is accepted", s)
		}
	}
}
