package web

import (
	"testing"

	"tilewatch/web/webtest"
)

func TestNobodyFindsAPreparedTable(t *testing.T) {
	s, err := New(Options{Games: webtest.Games})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	table, err := s.Prepare("7")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.tables.Find("7"); err == nil {
		t.Error("it is found before it is shown")
	}
	s.Show(table)
	if found, _, err := s.tables.Find("7"); err != nil || found != table {
		t.Errorf("found is %v, %v", found, err)
	}
}
