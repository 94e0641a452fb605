package linear

// Problem is a nonlinear least-squares problem over a model M.
type Problem[M any] struct {
	Cost   func(m *M) float64           // sum of squared residuals, or of a robust loss of them; +Inf where the model cannot be
	Normal func(m *M) *Normal           // normal equations of the Gauss-Newton step from a model
	Moved  func(m *M, step []float64) M // the model after a step
}

// Damping controls the steps of LevenbergMarquardt.
type Damping struct {
	Rounds   int     // steps at most
	Tries    int     // with more and more damping, to find a step that lowers the cost
	Down, Up float64 // factors of the damping after a step that lowers the cost, and after one that does not
	Least    float64 // least damping
}

const (
	firstDamping = 1e-3
	singularUp   = 10   // factor of the damping after singular equations
	leastGain    = 1e-5 // of the cost: a smaller gain ends the search
)

// LevenbergMarquardt lowers the model's cost step by step (Levenberg 1944, Marquardt 1963), and returns the cost it reaches.
func LevenbergMarquardt[M any](m *M, p Problem[M], d Damping) float64 {
	cost, damping := p.Cost(m), firstDamping
	for range d.Rounds {
		normal := p.Normal(m)
		better := false
		for range d.Tries {
			step, ok := normal.Damped(damping).Solve()
			if !ok {
				damping *= singularUp
				continue
			}
			next := p.Moved(m, step)
			if c := p.Cost(&next); c < cost {
				better = cost-c > leastGain*cost
				*m, cost = next, c
				damping = max(damping/d.Down, d.Least)
				break
			}
			damping *= d.Up
		}
		if !better {
			break
		}
	}
	return cost
}
