package docs

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tilewatch/web/schemas"
)

var update = flag.Bool("update", false, "write the manual's page of the schemas again")

const schemasIntro = `# Schemas

Each field of the lines that the commands print, made from the JSON Schemas. "Always" marks the fields that every line of that kind has.
A line may hold fields that are not here: later versions add some.
`

// TestTheSchemasPageIsUpToDate holds schemas.md to the schemas, and these to an explanation of every field.
func TestTheSchemasPageIsUpToDate(t *testing.T) {
	p := schemasPage{t: t, anchors: map[string]int{}}
	p.b.WriteString(schemasIntro)
	for _, name := range schemas.Names() {
		p.schema(name)
	}
	want := p.b.String()
	if *update {
		if err := os.WriteFile("schemas.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile("schemas.md"); err != nil || string(got) != want {
		t.Errorf("web/docs/schemas.md is out of date (%v): go test ./web/docs -run TestTheSchemasPage -update", err)
	}
	if p.fields < 500 {
		t.Errorf("only %d fields", p.fields)
	}
}

// shape is as much of a JSON Schema as the files use.
type shape struct {
	Ref         string          `json:"$ref"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Type        any             `json:"type"`
	Const       json.RawMessage `json:"const"`
	Enum        []any           `json:"enum"`
	AnyOf       []shape         `json:"anyOf"`
	Items       *shape          `json:"items"`
	Values      *shape          `json:"additionalProperties"`
	Properties  inOrder         `json:"properties"`
	Parts       inOrder         `json:"$defs"`
	Required    []string        `json:"required"`
}

// inOrder are an object's members as the file has them.
type inOrder []struct {
	name string
	shape
}

func (o *inOrder) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		*o = append(*o, struct {
			name string
			shape
		}{name: name.(string)})
		if err := d.Decode(&(*o)[len(*o)-1].shape); err != nil {
			return err
		}
	}
	return nil
}

type schemasPage struct {
	t       *testing.T
	b       strings.Builder
	anchors map[string]int // how often a heading was there
	parts   map[string]shape
	links   map[string]string // of this schema's parts
	fields  int
}

// heading gives a part's heading the address that the manual will give it.
func (p *schemasPage) heading(name string) (text, link string) {
	text = strings.NewReplacer("_", " ", ".", " ").Replace(name)
	link = "schemas.md#" + strings.ReplaceAll(strings.ToLower(text), " ", "-")
	if n := p.anchors[text]; n > 0 {
		link += fmt.Sprint("-", n)
	}
	p.anchors[text]++
	return text, link
}

func (p *schemasPage) schema(name string) {
	var whole shape
	file, err := os.ReadFile("../schemas/" + name + ".json") // as it was just written
	if err == nil {
		err = json.Unmarshal(file, &whole)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.heading(name + ".json") // is no link's aim
	p.parts, p.links = map[string]shape{}, map[string]string{}
	texts := map[string]string{}
	for _, part := range whole.Parts {
		if p.parts[part.name] = part.shape; part.Properties != nil {
			texts[part.name], p.links[part.name] = p.heading(part.name)
		}
	}
	fmt.Fprintf(&p.b, "\n## [%s.json](../schemas/%s.json)\n\n%s. %s\n", name, name, whole.Title, whole.Description)
	for _, part := range whole.Parts {
		if part.Properties == nil {
			continue
		}
		fmt.Fprintf(&p.b, "\n### %s\n\n%s.\n\n| field | what it is | meaning |\n| --- | --- | --- |\n", texts[part.name], part.Description)
		p.rows("", part.shape)
	}
}

// rows are an object's fields, and those of the objects in it.
func (p *schemasPage) rows(before string, of shape) {
	for _, f := range of.Properties {
		name, always := before+f.name, ""
		if slices.Contains(of.Required, f.name) {
			always = ", always"
		}
		meaning := f.Description
		if meaning == "" {
			meaning = p.parts[strings.TrimPrefix(f.Ref, "#/$defs/")].Description
		}
		if meaning == "" && f.Const == nil {
			p.t.Errorf("nothing explains %s", name)
		}
		p.fields++
		fmt.Fprintf(&p.b, "| `%s` | %s%s | %s |\n", name, p.kind(f.shape), always, meaning)
		p.inner(name, f.shape)
	}
}

// inner are the fields of the objects that a field holds.
func (p *schemasPage) inner(name string, of shape) {
	p.rows(name+".", of)
	if of.Items != nil {
		p.inner(name+"[]", *of.Items)
	}
	if of.Values != nil {
		p.inner(name+".*", *of.Values)
	}
	for _, one := range of.AnyOf {
		p.inner(name, one)
	}
}

// plain are the words for JSON's kinds.
var plain = map[string]string{"integer": "whole number", "number": "number", "string": "text", "boolean": "true or false", "null": "null", "object": "object"}

func (p *schemasPage) kind(of shape) string {
	part := strings.TrimPrefix(of.Ref, "#/$defs/")
	switch {
	case p.links[part] != "":
		return "[" + strings.NewReplacer("_", " ", ".", " ").Replace(part) + "](" + p.links[part] + ")"
	case of.Ref != "":
		return p.kind(p.parts[part])
	case of.Const != nil:
		return "`" + string(of.Const) + "`"
	case of.Enum != nil:
		return enumerated(of.Enum)
	case of.AnyOf != nil:
		return p.kind(of.AnyOf[0]) + " or " + p.kind(of.AnyOf[len(of.AnyOf)-1])
	case of.Items != nil:
		return "list: " + p.kind(*of.Items)
	case of.Values != nil:
		return "object: " + p.kind(*of.Values)
	}
	if several, is := of.Type.([]any); is {
		return plain[fmt.Sprint(several[0])] + " or " + plain[fmt.Sprint(several[1])]
	}
	return plain[fmt.Sprint(of.Type)]
}

func enumerated(values []any) string {
	var words []string
	for _, v := range values {
		word := "null"
		if v != nil {
			word = fmt.Sprintf("%q", v)
		}
		words = append(words, "`"+word+"`")
	}
	return strings.Join(words, ", ")
}
