// Package viewer finds how the sender of a request looks at a table: which page, in which language, with the board turned which way, and
// whose phone it is.
package viewer
