package search

import (
	"strings"
	"testing"
)

func TestStagesAreNamed(t *testing.T) {
	all, err := ParseStages(strings.Join(StageNames(), ","))
	if err != nil || all != lastStage-1 {
		t.Errorf("all names are %b (%v), want %b", all, err, lastStage-1)
	}
	one, err := ParseStages("claims")
	if err != nil || !one.Has(Claims) || one.Has(Heights) {
		t.Errorf("claims are %b (%v)", one, err)
	}
	if _, err := ParseStages("claims,no"); err == nil || !strings.Contains(err.Error(), `no stage "no"`) {
		t.Errorf("an unknown name: %v", err)
	}
}
