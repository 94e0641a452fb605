package nabit

import "testing"

// TestTheTemplatesAreWhole: they are read when the first page is drawn, which tests of the program do.
func TestTheTemplatesAreWhole(t *testing.T) {
	if drawn := templates().DefinedTemplates(); drawn == "" {
		t.Error("there is none")
	}
}
