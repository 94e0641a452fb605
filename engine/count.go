package engine

import "fmt"

// Count is a number with what is counted: "1 tile", "0 tiles".
func Count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
