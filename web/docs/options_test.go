package docs

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"tilewatch/engine/game"
	"tilewatch/web/text"
	"tilewatch/web/webtest"
)

const engineSchema = "../schemas/engine.json"

// TestTheSchemasHaveEveryHouseRule with the values that it may have. -update writes those that are missing, in the words of the set-up page.
func TestTheSchemasHaveEveryHouseRule(t *testing.T) {
	file, err := os.ReadFile(engineSchema)
	if err != nil {
		t.Fatal(err)
	}
	whole := bytes.Clone(file)
	for _, g := range webtest.Games {
		for _, o := range g.Choices() {
			whole = withOption(t, whole, g.Name(), o)
		}
	}
	if bytes.Equal(file, whole) {
		return
	}
	if !*update {
		t.Fatal("the options of engine.json are not the games' own: go test ./web/docs -run TestTheSchemas -update")
	}
	if err := os.WriteFile(engineSchema, whole, 0o644); err != nil {
		t.Fatal(err)
	}
}

// withOption is the file with the game's option described as it is; where it was described so, nothing changes.
func withOption(t *testing.T, file []byte, g string, o game.Option) []byte {
	t.Helper()
	at := []string{"$defs", "answer." + g, "properties", "options"}
	var leads struct {
		Ref string `json:"$ref"`
	}
	if json.Unmarshal(member(t, file, at...), &leads); leads.Ref != "" {
		at = strings.Split(strings.TrimPrefix(leads.Ref, "#/"), "/")
	}
	type described struct {
		Type        string   `json:"type,omitempty"`
		Enum        []string `json:"enum,omitempty"`
		Description string   `json:"description"`
	}
	now := described{map[string]string{"number": "integer", "question": "boolean"}[o.Kind()], o.Values, text.For("en").Say("option." + g + "." + o.Name)}
	if raw := member(t, file, append(at, "properties", o.Name)...); raw != nil {
		var was described
		if err := json.Unmarshal(raw, &was); err != nil {
			t.Fatal(err)
		}
		if was.Type == now.Type && slices.Equal(was.Enum, now.Enum) {
			return file
		}
		now.Description = was.Description
	}
	file = with(t, file, member(t, file, append(at, "properties")...), o.Name, now)
	if raw := member(t, file, append(at, "required")...); o.With == "" && !bytes.Contains(raw, []byte(`"`+o.Name+`"`)) { // else it is left out where it does not count
		file = with(t, file, raw, "", o.Name)
	}
	return file
}

// member is the value at that path, as the file has it: a part of the file. nil: there is none.
func member(t *testing.T, file []byte, path ...string) []byte {
	t.Helper()
	for _, name := range path {
		d := json.NewDecoder(bytes.NewReader(file))
		if _, err := d.Token(); err != nil {
			t.Fatal(err)
		}
		var found []byte
		for found == nil && d.More() {
			key, err := d.Token()
			var value json.RawMessage
			if err == nil {
				err = d.Decode(&value)
			}
			if err != nil {
				t.Fatal(err)
			}
			if end := d.InputOffset(); key == name {
				found = file[end-int64(len(value)) : end]
			}
		}
		if file = found; file == nil {
			return nil
		}
	}
	return file
}

// with is the file with a value added to one of its objects or, without a name, lists; a member of that name is replaced.
func with(t *testing.T, file, into []byte, name string, value any) []byte {
	t.Helper()
	start := cap(file) - cap(into) // into is a part of the file
	indent := string(into[bytes.LastIndexByte(into, '\n')+1 : len(into)-1])
	data, err := json.MarshalIndent(value, indent+"  ", "  ")
	if err != nil {
		t.Fatal(err)
	}
	if name != "" {
		if old := member(t, into, name); old != nil {
			at := cap(file) - cap(old)
			return slices.Concat(file[:at], data, file[at+len(old):])
		}
		data = slices.Concat([]byte(`"`+name+`": `), data)
	}
	end := start + bytes.LastIndexByte(into, '\n')
	return slices.Concat(file[:end], []byte(",\n  "+indent), data, file[end:])
}
