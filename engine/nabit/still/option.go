package still

import (
	"cmp"
	"slices"
)

// An option is one of several values that exclude each other.
type option[T comparable] struct {
	value  T
	chance float64
}

// nextShare is what the next likeliest value has of all that the likeliest has not.
const nextShare = 0.8

// options are a value, the next likeliest, and the others of all.
func options[T comparable](first, next T, sure float64, all []T) []option[T] {
	rest := (1 - sure) / float64(max(len(all)-1, 1))
	if slices.Contains(all, next) && next != first && len(all) > 2 {
		rest = (1 - sure) * (1 - nextShare) / float64(len(all)-2)
	}
	out := []option[T]{{first, sure}}
	for _, v := range all {
		switch v {
		case first:
		case next:
			out = append(out, option[T]{v, (1 - sure) * nextShare})
		default:
			out = append(out, option[T]{v, rest})
		}
	}
	return out
}

var allHeights = []int{1, 2, 3, 4, 5}

// floor is the chance of a value that a photo does not list.
const floor = 1e-3

// product is what two photos say together, likeliest first. A photo that says nothing leaves the other as it is.
func product[T comparable](a, b []option[T]) []option[T] {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0:
		return a
	}
	chance := func(all []option[T], v T) float64 {
		if i := slices.IndexFunc(all, func(o option[T]) bool { return o.value == v }); i >= 0 {
			return max(all[i].chance, floor)
		}
		return floor
	}
	var out []option[T]
	sum := 0.0
	for _, o := range slices.Concat(a, b) {
		if !slices.ContainsFunc(out, func(p option[T]) bool { return p.value == o.value }) {
			both := chance(a, o.value) * chance(b, o.value)
			out, sum = append(out, option[T]{o.value, both}), sum+both
		}
	}
	for i := range out {
		out[i].chance /= sum
	}
	return likeliestFirst(out)
}

// likeliestFirst sorts options.
func likeliestFirst[T comparable](all []option[T]) []option[T] {
	slices.SortStableFunc(all, func(p, q option[T]) int { return cmp.Compare(q.chance, p.chance) })
	return all
}
