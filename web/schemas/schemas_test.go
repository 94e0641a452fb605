package schemas_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	"tilewatch/web/schemas"
	"tilewatch/web/schemas/schematest"
)

func TestEverySchemaIsPublished(t *testing.T) {
	e := echo.New()
	schemas.Mount(e)
	for path, want := range map[string]int{
		"/schemas/score.json": 200, "/schemas/read.json": 200, "/schemas/watch.json": 200, "/schemas/engine.json": 200, "/schemas/words.json": 200,
		"/schemas/score": 404, "/schemas/none.json": 404, "/schemas/..%2fschemas.go": 404, "/schemas/.json": 404,
	} {
		r := httptest.NewRecorder()
		if e.ServeHTTP(r, httptest.NewRequest(http.MethodGet, path, nil)); r.Code != want {
			t.Errorf("%s: status %d, want %d", path, r.Code, want)
		}
	}
	for _, name := range schemas.Names() {
		schematest.Strict(t, name) // it compiles
	}
}

func TestALineThatDiffersIsFound(t *testing.T) {
	for _, c := range []struct {
		name, schema, line string
		fits               bool
	}{
		{"a failure", "score", `{"photo":"a.jpg","error":{"code":"too_dark","message":"put on a light"}}`, true},
		{"a code that no photo has", "score", `{"photo":"a.jpg","error":{"code":"too_late","message":""}}`, false},
		{"a field that is not described", "score", `{"photo":"a.jpg","error":{"code":"too_dark","message":""},"why":1}`, false},
		{"a refusal", "engine", `{"ok":false,"violations":[{"rule":"game_over","message":"start a new one"}],"line":3}`, true},
		{"a refusal without a rule", "engine", `{"ok":false,"violations":[]}`, false},
		{"a play without its board", "watch", `{"type":"play","frame":1,"time_s":0.1,"turn":1,"player":"red"}`, false},
		{"no JSON", "read", `{"photo"`, false},
	} {
		if err := schematest.Strict(t, c.schema).Check([]byte(c.line)); (err == nil) != c.fits {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
