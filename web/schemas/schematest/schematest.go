// Package schematest holds real lines to the schemas.
package schematest

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"tilewatch/web/schemas"
)

// A Schema validates JSON of one kind.
type Schema struct{ compiled *jsonschema.Schema }

// Strict is the schema of a command's lines, by the command's name. It allows only the fields that it describes.
func Strict(t testing.TB, name string) Schema {
	t.Helper()
	return compiled(t, schemas.Read(name), schemas.Address+name+".json", "")
}

// Described is a component of an OpenAPI document. It allows only the fields that it describes.
func Described(t testing.TB, document []byte, component string) Schema {
	t.Helper()
	return compiled(t, document, "/api/openapi.json", "#/components/schemas/"+component)
}

// compiled is the part of a document with that address. The document may refer to the lines' schemas.
func compiled(t testing.TB, document []byte, address, part string) Schema {
	t.Helper()
	const site = "http://tilewatch"
	c := jsonschema.NewCompiler()
	documents := map[string][]byte{address: document}
	for _, name := range schemas.Names() {
		documents[schemas.Address+name+".json"] = schemas.Read(name)
	}
	for at, document := range documents {
		schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
		if err == nil {
			closed(schema)
			err = c.AddResource(site+at, schema)
		}
		if err != nil {
			t.Fatalf("%s: %v", at, err)
		}
	}
	compiled, err := c.Compile(site + address + part)
	if err != nil {
		t.Fatalf("%s: %v", address, err)
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
