//go:build !race

package helper

const raced = false
