// Package schematest holds real lines to the schemas.
package schematest

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"tilewatch/web/schemas"
)

// A Schema validates the lines of one command.
type Schema struct{ compiled *jsonschema.Schema }

// Strict is the schema of that name, which here allows only the fields that it describes.
func Strict(t testing.TB, name string) Schema {
	t.Helper()
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemas.Read(name)))
	if err != nil {
		t.Fatalf("schema %s: %v", name, err)
	}
	closed(schema)
	c := jsonschema.NewCompiler()
	const at = "http://tilewatch" + schemas.Address
	if err := c.AddResource(at+name+".json", schema); err != nil {
		t.Fatalf("schema %s: %v", name, err)
	}
	compiled, err := c.Compile(at + name + ".json")
	if err != nil {
		t.Fatalf("schema %s: %v", name, err)
	}
	return Schema{compiled}
}

// closed makes every described object refuse other fields.
func closed(schema any) {
	switch s := schema.(type) {
	case map[string]any:
		if _, described := s["properties"]; described && s["type"] == "object" {
			s["additionalProperties"] = false
		}
		for _, part := range s {
			closed(part)
		}
	case []any:
		for _, part := range s {
			closed(part)
		}
	}
}

// Check says how a line differs from the schema.
func (s Schema) Check(line []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
	if err != nil {
		return err
	}
	return s.compiled.Validate(value)
}

// Lines checks lines of JSON.
func (s Schema) Lines(t testing.TB, text []byte) {
	t.Helper()
	for line := range bytes.Lines(text) {
		if err := s.Check(line); err != nil {
			t.Errorf("%.300s\n%v", line, err)
		}
	}
}
