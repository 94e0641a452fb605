package engine

import (
	"strconv"
	"strings"
)

// formulas are what a spreadsheet takes for a formula's beginning, the full-width forms of East Asia too:
// owasp.org/www-community/attacks/CSV_Injection.
const formulas = "=+-@＝＋－＠\t\r\n"

// PlainCell is a cell of a CSV file that no spreadsheet takes for a formula. Numbers stay.
func PlainCell(cell string) string {
	for _, first := range cell {
		if _, err := strconv.Atoi(cell); err != nil && strings.ContainsRune(formulas, first) {
			return "'" + cell
		}
		break
	}
	return cell
}
