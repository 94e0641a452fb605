// Package nn is the neural network that all of the program's classifiers are: a multilayer perceptron with one hidden layer, its file
// format, and its arithmetic in C. It knows neither letters nor tables. Package fit, below it, trains such networks.
//
//	shape       how many inputs, hidden units and outputs a network has, and how its arithmetic goes
//	activation  what a hidden unit makes of its sum: rectified, or a hyperbolic tangent
//	normalized  each input is brought to mean 0 and unit size first
//	constants   numbers beside the weights that the network's owner needs: a temperature, a step
//	provenance  where a network comes from: which data, command, commit and score
//
// A network goes from its file (Read, file.go) over its numbers (Net, net.go) to its outputs (Forward, forward.go).
// A network never changes, so any number of goroutines may use it at a time.
package nn
