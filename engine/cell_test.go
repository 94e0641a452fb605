package engine

import "testing"

func TestNoCellIsAFormula(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "Ana": "Ana", "-3": "-3", "+4": "+4", "1+1": "1+1", "=1+1": "'=1+1", "@SUM(A1)": "'@SUM(A1)", "-1+1": "'-1+1", "+x": "'+x",
		"＝1+1": "'＝1+1", "＋1": "'＋1", "－1": "'－1", "＠x": "'＠x", "\tx": "'\tx", "\r=1": "'\r=1", "Ö=": "Ö=",
	} {
		if got := PlainCell(cell); got != want {
			t.Errorf("%q is written %q, want %q", cell, got, want)
		}
	}
}
