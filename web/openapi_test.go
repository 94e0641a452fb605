package web

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

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
	}{"state": {reflect.TypeFor[scoreboard.State](), state}, "ask": {reflect.TypeFor[scoreboard.Ask](), state.Properties["ask"]}} {
		for i := range c.kind.NumField() {
			field, _, _ := strings.Cut(c.kind.Field(i).Tag.Get("json"), ",")
			if _, there := c.described.Properties[field]; !there && field != "" && field != "-" {
				t.Errorf("%s.%s is not described", name, field)
			}
		}
	}
}
