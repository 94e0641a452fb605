package web

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"tilewatch/web/schemas"
	"tilewatch/web/scoreboard"
)

// TestTheDescriptionNamesEveryField compares what a state and its question have with what the description says they have.
func TestTheDescriptionNamesEveryField(t *testing.T) {
	data, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	type schema struct {
		Properties map[string]schema `json:"properties"`
	}
	var d struct {
		Components struct {
			Schemas map[string]schema `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	state := d.Components.Schemas["State"]
	for name, c := range map[string]struct {
		kind      reflect.Type
		described schema
	}{"state": {reflect.TypeFor[scoreboard.Sent](), state}, "ask": {reflect.TypeFor[scoreboard.Ask](), state.Properties["ask"]}} {
		for i := range c.kind.NumField() {
			field, _, _ := strings.Cut(c.kind.Field(i).Tag.Get("json"), ",")
			if _, there := c.described.Properties[field]; !there && field != "" && field != "-" {
				t.Errorf("%s.%s is not described", name, field)
			}
		}
	}
}

// TestTheDescriptionIsWhole: every reference leads somewhere, the schemas of the lines are in it.
func TestTheDescriptionIsWhole(t *testing.T) {
	data, err := description()
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Servers    []struct{ URL string }
		Paths      map[string]map[string]any
		Components map[string]map[string]any
	}
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Servers) == 0 || d.Servers[0].URL != "/" {
		t.Errorf("servers %+v", d.Servers)
	}
	for _, name := range schemas.Names() {
		if d.Components["schemas"][name] == nil {
			t.Errorf("no schema of %s", name)
		}
	}
	references := regexp.MustCompile(`"\$ref": ?"#/components/(\w+)/(\w+)"`).FindAllStringSubmatch(string(data), -1)
	for _, r := range references {
		if d.Components[r[1]][r[2]] == nil {
			t.Errorf("%s leads nowhere", r[0])
		}
	}
	if len(references) < 30 {
		t.Errorf("only %d references were looked at", len(references))
	}
	for _, path := range []string{"/readyz", "/metrics", "/api/hub", "/hub/events", "/camera/status", "/camera/frame", "/t/{id}/camera/picture.jpg", "/schemas/{name}.json"} {
		if d.Paths[path] == nil {
			t.Errorf("%s is not described", path)
		}
	}
}
