package nabit

import (
	"io"
	"net/http"
	"testing"

	"tilewatch/web/schemas/schematest"
)

// fetched is what the site answers.
func fetched(t *testing.T, url string) []byte {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", url, answer.Status, err)
	}
	return text
}

// TestAQuestionIsAsDescribed has a program ask for the state of a table whose camera is in doubt.
func TestAQuestionIsAsDescribed(t *testing.T) {
	server, site := serving(t)
	doubtful(t, server)
	if e, err := server.Shown("1"); err != nil || e.State.Crossword().Ask == nil {
		t.Fatalf("the camera asks nothing: %v", err)
	}
	state := schematest.Described(t, fetched(t, site+"/api/openapi.json"), "State")
	if err := state.Check(fetched(t, site+"/api/tables/1")); err != nil {
		t.Error(err)
	}
}
