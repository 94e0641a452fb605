package still

// BlankAnswer is the letter of a blank in a Reason.
const BlankAnswer = "blank"

// Reason is why a cell was read as one thing and not as the next likeliest: by how much each kind of evidence speaks for it.
type Reason struct {
	What string `json:"what"` // tile, height, color or letter
	Is   string `json:"is"`
	Not  string `json:"not"`
	// Nats are differences of log-likelihoods, by the kind of evidence; positive ones speak for what it is. Their sum decides.
	Nats map[string]float64 `json:"nats"`
}
