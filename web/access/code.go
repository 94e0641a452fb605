package access

import "strings"

// ShownCode is the code as people read it aloud.
func ShownCode(code string) string {
	code = strings.ToUpper(code)
	return code[:CodeLength/2] + "-" + code[CodeLength/2:]
}
