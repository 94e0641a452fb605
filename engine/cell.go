package engine

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// formulas are what a spreadsheet takes for a formula's beginning, the full-width forms of East Asia too:
// owasp.org/www-community/attacks/CSV_Injection.
const formulas = "=+-@＝＋－＠\t\r\n"

// PlainCell is a cell of a CSV file that no spreadsheet takes for a formula. Numbers stay.
func PlainCell(cell string) string {
	first, _ := utf8.DecodeRuneInString(cell)
	if _, err := strconv.Atoi(cell); err != nil && strings.ContainsRune(formulas, first) {
		return "'" + cell
	}
	return cell
}
