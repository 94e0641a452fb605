package main

import (
	"strings"
	"testing"
)

func TestDoctor(t *testing.T) {
	t.Parallel()
	out, diagnostics, status := call(t, "doctor", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--json")
	if status != exitDone && !strings.Contains(out, `"level":"bad"`) {
		t.Errorf("status %d: %s", status, diagnostics)
	}
	for _, check := range []string{"tilewatch", "camera", "opencv", "tesseract", "words", "port", "address", "https", "disk", "clock", "processor"} {
		if !strings.Contains(out, `{"check":"`+check+`","level":"`) {
			t.Errorf("nothing is said of %s:\n%s", check, out)
		}
	}
	text, _, status := call(t, "doctor", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--source", "97")
	if status != exitFailed || !strings.Contains(text, "BAD   source") || !strings.Contains(text, "-> ") {
		t.Errorf("status %d:\n%s", status, text)
	}
	if _, _, status := call(t, "doctor", "something"); status != exitUsage {
		t.Errorf("with an input: status %d", status)
	}
}
