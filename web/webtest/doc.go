// Package webtest helps tests of web and of the games' pages: tables with a game's rules behind them, two phones in a browser, a server that
// listens, and the shipped film as states.
package webtest
