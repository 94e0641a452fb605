package nn_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"tilewatch/vision/nn"
)

// written is a network's file.
func written(t testing.TB, n *nn.Net, e nn.Encoding) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := n.Write(&b, e); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sealed is a file with its checksum made right again.
func sealed(file []byte) []byte {
	body := file[:len(file)-4]
	return binary.LittleEndian.AppendUint32(bytes.Clone(body), crc32.ChecksumIEEE(body))
}

func TestAFileHoldsAllOfANetwork(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range shapes() {
		n := random(t, s, rng)
		n.Constants = map[string][]float32{"step": {0.01, 1.0 / 3}}
		back, err := nn.Read(written(t, n, nn.Float32))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(back, n) {
			t.Errorf("%+v: read back %+v, want %+v", s, back, n)
		}
	}
}

// Weights of 16 bits are near what they were, and once they are they come through any number of files unchanged.
func TestSixteenBitsAreRoundedOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, s := range shapes() {
		n := random(t, s, rng)
		first := written(t, n, nn.Int16)
		back, err := nn.Read(first)
		if err != nil {
			t.Fatal(err)
		}
		was := n.Weights().In
		for i, x := range back.Weights().In {
			if math.Abs(float64(x-was[i])) > 1e-4 {
				t.Fatalf("%+v: weight %d is %v, was %v", s, i, x, was[i])
			}
		}
		if again := written(t, back, nn.Int16); !bytes.Equal(again, first) {
			t.Errorf("%+v: written again the file is another one", s)
		}
	}
}

func TestANetworkWithoutProvenanceIsNotWritten(t *testing.T) {
	n := random(t, nn.Shape{Inputs: 1, Hidden: 1, Outputs: 1}, rand.New(rand.NewPCG(5, 6)))
	for _, lost := range []*string{&n.Provenance.Data, &n.Provenance.Command, &n.Provenance.Commit, &n.Provenance.Score} {
		was := *lost
		if *lost = ""; n.Write(new(bytes.Buffer), nn.Float32) == nil {
			t.Errorf("written with %+v", n.Provenance)
		}
		*lost = was
	}
}

func TestWeightsThatAreNoNumbersAreNotWritten(t *testing.T) {
	s := nn.Shape{Inputs: 1, Hidden: 1, Outputs: 1}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		w := s.Zeros()
		w.Out[0] = float32(x)
		for _, e := range []nn.Encoding{nn.Float32, nn.Int16} {
			if made(t, s, w).Write(new(bytes.Buffer), e) == nil {
				t.Errorf("%v written as %s", x, e)
			}
		}
	}
	if made(t, s, s.Zeros()).Write(new(bytes.Buffer), "float8") == nil {
		t.Error("an unknown encoding written")
	}
}

func TestFilesThatAreNoneAreRefused(t *testing.T) {
	n := random(t, nn.Shape{Inputs: 3, Hidden: 2, Outputs: 2, Normalized: true}, rand.New(rand.NewPCG(7, 8)))
	n.Constants = map[string][]float32{"step": {1}}
	good := written(t, n, nn.Float32)
	swapped := func(old, to string) []byte {
		if !bytes.Contains(good, []byte(old)) || len(old) != len(to) {
			t.Fatalf("%q is no part of the file, or is longer or shorter than %q", old, to)
		}
		return sealed(bytes.Replace(good, []byte(old), []byte(to), 1))
	}
	version, flipped, long := bytes.Clone(good), bytes.Clone(good), bytes.Clone(good)
	version[8], flipped[len(good)/2], long[14] = 9, flipped[len(good)/2]^1, 255
	notNumber := bytes.Clone(good)
	binary.LittleEndian.PutUint32(notNumber[len(good)-8:], math.Float32bits(float32(math.NaN())))
	for name, c := range map[string]struct {
		file []byte
		is   error
	}{
		"nothing":             {nil, nn.ErrForeign},
		"a picture":           {[]byte("\x89PNG\r\n\x1a\n and so on, long enough for a header"), nn.ErrForeign},
		"its magic alone":     {good[:8], nn.ErrForeign},
		"another version":     {sealed(version), nil},
		"a flipped bit":       {flipped, nn.ErrCorrupt},
		"cut off":             {good[:len(good)-5], nn.ErrCorrupt},
		"cut off, sealed":     {sealed(good[:len(good)-5]), nn.ErrCorrupt},
		"longer":              {sealed(append(bytes.Clone(good), 0, 0, 0, 0)), nn.ErrCorrupt},
		"a long header":       {sealed(long), nn.ErrCorrupt},
		"other inputs":        {swapped(`"inputs": 3`, `"inputs": 4`), nn.ErrCorrupt},
		"no hidden units":     {swapped(`"hidden": 2`, `"hidden": 0`), nn.ErrCorrupt},
		"another activation":  {swapped(`"rectified"`, `"sigmoidal"`), nn.ErrCorrupt},
		"another encoding":    {swapped(`"float32"`, `"float64"`), nn.ErrCorrupt},
		"an unknown field":    {swapped(`"constants"`, `"constanta"`), nn.ErrCorrupt},
		"no provenance":       {swapped(`"chance"`, `""      `), nn.ErrCorrupt},
		"a weight is nothing": {sealed(notNumber), nn.ErrCorrupt},
	} {
		if _, err := nn.Read(c.file); err == nil || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: error %v, want %v", name, err, c.is)
		}
	}
}

func TestConstantsAreAskedForByNameAndLength(t *testing.T) {
	n := random(t, nn.Shape{Inputs: 1, Hidden: 1, Outputs: 1}, rand.New(rand.NewPCG(9, 10)))
	n.Constants = map[string][]float32{"step": {2}}
	if c, err := n.Constant("step", 1); err != nil || c[0] != 2 {
		t.Errorf("step: %v, %v", c, err)
	}
	for name, length := range map[string]int{"step": 2, "stop": 1} {
		if _, err := n.Constant(name, length); err == nil {
			t.Errorf("%d numbers of %q: found", length, name)
		}
	}
}

// FuzzRead seals what it reads, so that the checksum does not keep it from the parser.
func FuzzRead(f *testing.F) {
	rng := rand.New(rand.NewPCG(11, 12))
	for i, s := range shapes() {
		if s.Inputs < 70 {
			f.Add(written(f, random(f, s, rng), []nn.Encoding{nn.Float32, nn.Int16}[i%2]))
		}
	}
	f.Add([]byte("TWNNMLP\n"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) < 4 {
			return
		}
		n, err := nn.Read(sealed(file))
		if err != nil {
			return
		}
		if err := n.Provenance.Check(); err != nil {
			t.Errorf("read a network: %v", err)
		}
		n.Forward(make([]float32, 3*n.Inputs), make([]float32, 3*n.Outputs))
	})
}
