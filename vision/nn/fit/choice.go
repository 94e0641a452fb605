package fit

// Choice is a choice among nothing, whose score is 0, and several ways, each with an input vector of its own and scored by the same model
// with one output. It holds working memory: one goroutine at a time.
type Choice struct {
	Ways   []*Pass
	scores []float64
}

// NewChoice is working memory for choices among so many ways at most.
func NewChoice(m *Model, ways int) *Choice {
	c := &Choice{scores: make([]float64, ways+1)}
	for range ways {
		c.Ways = append(c.Ways, NewPass(m))
	}
	return c
}

// Add works in a choice among the first of the ways, whose inputs are loaded; right is the right one, from 1, or 0: nothing.
func (c *Choice) Add(m *Model, ways, right int, g Gradient) {
	scores := c.scores[:ways+1]
	scores[0] = 0
	for i, p := range c.Ways[:ways] {
		p.Forward(m)
		scores[i+1] = p.Out[0]
	}
	CrossEntropy(scores, right)
	for i, p := range c.Ways[:ways] {
		g.Add(m, p, scores[i+1:i+2])
	}
}
