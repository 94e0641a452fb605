package game

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Option is a house rule: a field of a game's Options, by its name in JSON. It is one of several Values, the rule sheet's first; a whole
// number, where Most is set; else a question of yes or no.
type Option struct {
	Name                 string
	Values               []string
	Default, Least, Most int               // of a number
	Yes                  bool              // what the rule sheet answers to a question
	With                 string            // "scheme=fixed": it counts only where that is chosen
	Suggested            map[string]string // by a page's language the value that is chosen there until somebody chooses another; none: the first
}

// Kind is "values", "number" or "question".
func (o Option) Kind() string {
	switch {
	case len(o.Values) > 0:
		return "values"
	case o.Most > 0:
		return "number"
	}
	return "question"
}

// String is the option with what it may be, the rule sheet's first where there are few.
func (o Option) String() string {
	switch o.Kind() {
	case "values":
		return o.Name + " " + strings.Join(o.Values, "|")
	case "number":
		return fmt.Sprintf("%s %d to %d", o.Name, o.Least, o.Most)
	}
	return fmt.Sprintf("%s %t|%t", o.Name, o.Yes, !o.Yes)
}

// HouseRules are the options of a game, in the order in which hosts are asked: all that forms, checks, help and schemas know of them. An
// Options may have more fields, which no host is asked for. Functions take a pointer to it, without methods of its own for JSON.
type HouseRules []Option

// Has reports whether there is an option of that name.
func (all HouseRules) Has(name string) bool {
	return slices.ContainsFunc(all, func(o Option) bool { return o.Name == name })
}

// Preset sets what the rule sheet says.
func (all HouseRules) Preset(options any) {
	for _, o := range all {
		switch field := fieldOf(options, o.Name); o.Kind() {
		case "values":
			field.SetString(o.Values[0])
		case "number":
			if o.With == "" {
				field.SetInt(int64(o.Default))
			}
		case "question":
			field.SetBool(o.Yes)
		}
	}
}

// Fill sets what the rule sheet says where nothing is said.
func (all HouseRules) Fill(options any) {
	for _, o := range all {
		switch field := fieldOf(options, o.Name); {
		case !field.IsZero():
		case o.Kind() == "values":
			field.SetString(o.Values[0])
		case o.With != "" && o.counts(options):
			field.SetInt(int64(o.Default))
		}
	}
}

// Read reads options, and checks them. It refuses names that are none: a house rule that is silently ignored would spoil a game.
func (all HouseRules) Read(data []byte, options any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(options); err != nil {
		var names []string
		for i, of := 0, reflect.TypeOf(options).Elem(); i < of.NumField(); i++ {
			names = append(names, jsonName(of.Field(i)))
		}
		return fmt.Errorf("no such option: %w: use %s", err, listed(names, "and"))
	}
	return all.Check(options)
}

// Check says which option has a value that it cannot have; one that says nothing can be filled.
func (all HouseRules) Check(options any) error {
	for _, o := range all {
		switch field := fieldOf(options, o.Name); {
		case o.Kind() == "question", o.Kind() == "values" && field.IsZero(), o.With != "" && field.IsZero():
		case o.Kind() == "values":
			if !slices.Contains(o.Values, field.String()) {
				return fmt.Errorf("%s cannot be %q: use %s", o.Name, field, listed(o.Values, "or"))
			}
		case o.With != "" && !o.counts(options):
			return fmt.Errorf("%s counts only with %s", o.Name, o.With)
		case int(field.Int()) < o.Least || int(field.Int()) > o.Most:
			return fmt.Errorf("%s cannot be %d: use %d to %d", o.Name, field.Int(), o.Least, o.Most)
		}
	}
	return nil
}

// counts reports whether what the option goes With is chosen.
func (o Option) counts(options any) bool {
	name, value, _ := strings.Cut(o.With, "=")
	return fieldOf(options, name).String() == value
}

// fieldOf is the option's field. One that is not there is the game's mistake.
func fieldOf(options any, name string) reflect.Value {
	at := reflect.ValueOf(options).Elem()
	for i := range at.NumField() {
		if jsonName(at.Type().Field(i)) == name {
			return at.Field(i)
		}
	}
	panic(fmt.Sprintf("%T has no option %q", options, name))
}

func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return name
}

// listed is a list as people write it: "a, b and c".
func listed(names []string, last string) string {
	n := len(names) - 1
	if n < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n], ", ") + " " + last + " " + names[n]
}
