// Package fit trains networks of package nn, in double precision and plain Go.
//
//	model     the network while it is fitted
//	pass      one input on its way through the model: activations, dropout, outputs
//	gradient  the slope of a loss, added up over a batch of examples
//	schedule  how often the examples are gone through, how many at a time, and at which rate
//	optimizer Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019)
//
// A training run makes a model (New), hands a schedule the function that adds an example's gradient (Schedule.Run), and turns the model into a
// network (Model.Net), which Save writes together with its provenance.
package fit
