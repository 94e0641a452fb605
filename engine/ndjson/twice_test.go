package ndjson_test

import (
	"testing"

	"tilewatch/engine/ndjson"
)

func TestAMemberThatIsThereTwiceIsFound(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"pass","type":"start"}`:                         "type",
		`{"type":"pass","Type":"start"}`:                         "Type",
		`{"type":"pass","t\u0079pe":"start"}`:                    "type",
		`{"a":{"b":1,"c":[1,{"d":null,"d":2}]}}`:                 "d",
		`{"a":{"x":1},"b":2,"a":3}`:                              "a",
		`{"a":["a","a"],"b":"a","c":{"a":"b","b":"a"},"d":[{}]}`: "",
		`[{"a":1},{"a":1}]`:                                      "",
		`"a"`:                                                    "",
		`{"a":1,`:                                                "",
		`{"a":1}}`:                                               "",
		``:                                                       "",
	} {
		if got, found := ndjson.Twice([]byte(text)); got != want || found != (want != "") {
			t.Errorf("%s: %q, %v", text, got, found)
		}
	}
}
