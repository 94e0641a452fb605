#include "forward.h"

#include <string.h>

// Machines that have vectors of twice the width use them; sums run in the same order on all, so they come out the same.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default"), optimize("O3")))
#else
#define WIDE
#endif
#define INLINE static inline __attribute__((always_inline))

// Eight numbers at a time, wherever they lie.
typedef float floats __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));
typedef int32_t ints __attribute__((vector_size(4 * WIDTH), aligned(4), may_alias));

#define EACH(x) ((floats){x, x, x, x, x, x, x, x})

INLINE int padded(int n) { return (n + WIDTH - 1) / WIDTH * WIDTH; }

INLINE void limit(floats *x, float low, float high) {
	ints under = *x < low, over = *x > high;
	*x = (floats)(((ints)*x & ~under & ~over) | ((ints)EACH(low) & under) | ((ints)EACH(high) & over));
}

// exponential to within a few units of the last place: two to the whole part, times a polynomial for the rest. x is within -80 and 80.
INLINE void exponential(floats *x) {
	const float rounder = 12582912; // more than this has no fraction
	floats t = *x * 1.44269504f;
	floats whole = (t + rounder) - rounder;
	floats f = (t - whole) * 0.69314718f;
	floats sum = EACH(1 / 5040.0f);
	sum = sum * f + 1 / 720.0f;
	sum = sum * f + 1 / 120.0f;
	sum = sum * f + 1 / 24.0f;
	sum = sum * f + 1 / 6.0f;
	sum = sum * f + 0.5f;
	sum = sum * f + 1;
	sum = sum * f + 1;
	*x = (floats)((ints)sum + (__builtin_convertvector(whole, ints) << 23));
}

// block adds to W vectors of sums, for one input vector and (if both) another, what n inputs and their rows of weights make of them. W is
// a constant wherever it is called, so the sums stay in registers.
INLINE void block(const int W, const int both, const float *rows, int stride, int n, const float *x, const float *y, float *to, float *also) {
	floats one[8], other[8];
	for (int k = 0; k < W; k++) {
		one[k] = ((const floats *)to)[k];
		if (both)
			other[k] = ((const floats *)also)[k];
	}
	for (int i = 0; i < n; i++) {
		const floats *row = (const floats *)(rows + (int64_t)i * stride);
		for (int k = 0; k < W; k++) {
			one[k] += row[k] * x[i];
			if (both)
				other[k] += row[k] * y[i];
		}
	}
	for (int k = 0; k < W; k++) {
		((floats *)to)[k] = one[k];
		if (both)
			((floats *)also)[k] = other[k];
	}
}

// layer adds to the sums of units what n inputs make of them, for one input vector or two at a time: then weights are fetched once for both.
INLINE void layer(const int both, const float *rows, int units, int n, const float *x, const float *y, float *to, float *also) {
	int left = units / WIDTH;
#define BLOCK(W) block(W, both, rows, units, n, x, y, to, also), rows += W * WIDTH, to += W * WIDTH, also += W * WIDTH, left -= W
	while (left >= 6)
		BLOCK(6);
	switch (left) {
	case 5: BLOCK(5); break;
	case 4: BLOCK(4); break;
	case 3: BLOCK(3); break;
	case 2: BLOCK(2); break;
	case 1: BLOCK(1); break;
	}
#undef BLOCK
}

// sums are those of both layers: biases first, or last.
INLINE void sums(shape s, const int both, const float *rows, const float *bias, int units, int n, const float *x, const float *y, float *to, float *also) {
	float *sum[2] = {to, also};
	for (int k = 0; k <= both; k++)
		if (s.bias_last)
			memset(sum[k], 0, units * sizeof *to);
		else
			memcpy(sum[k], bias, units * sizeof *to);
	layer(both, rows, units, n, x, y, to, also);
	if (s.bias_last)
		for (int k = 0; k <= both; k++)
			for (int u = 0; u < units; u++)
				sum[k][u] += bias[u];
}

enum { TABLE_RANGE = 6, TABLE_STEPS = 3072 }; // as in tanh.go

// interpolate looks eight hyperbolic tangents up. What is not a number counts as very low: it must not lead out of the table.
INLINE void interpolate(const float *table, float *unit) {
	floats x = (*(floats *)unit + TABLE_RANGE) * (TABLE_STEPS / (2 * TABLE_RANGE));
	ints low = ~(x > 0), high = x >= TABLE_STEPS;
	floats at = (floats)((ints)x & ~low & ~high);
	ints k = __builtin_convertvector(at, ints);
	floats left, right, f = at - __builtin_convertvector(k, floats);
	for (int i = 0; i < WIDTH; i++)
		left[i] = table[k[i]], right[i] = table[k[i] + 1];
	floats y = left * (1 - f) + right * f;
	*(floats *)unit = (floats)(((ints)y & ~low & ~high) | ((ints)EACH(-1) & low) | ((ints)EACH(1) & high));
}

INLINE void activate(int activation, const float *table, float *unit, int units) {
	switch (activation) {
	case RECTIFIED:
		for (int u = 0; u < units; u++)
			unit[u] = unit[u] > 0 ? unit[u] : 0;
		break;
	case TANH:
		for (int u = 0; u < units; u += WIDTH) {
			floats x = *(floats *)(unit + u);
			limit(&x, -9, 9);
			x *= 2;
			exponential(&x);
			*(floats *)(unit + u) = 1 - 2 / (x + 1);
		}
		break;
	case TANH_TABLE:
		for (int u = 0; u < units; u += WIDTH)
			interpolate(table, unit + u);
		break;
	}
}

// softmax turns n outputs into probabilities; behind them there is room to a multiple of WIDTH.
INLINE void softmax(float *p, int n) {
	float top = p[0], total = 0;
	for (int o = 1; o < n; o++)
		top = p[o] > top ? p[o] : top;
	for (int k = 0; k < n; k += WIDTH) {
		floats x = *(floats *)(p + k) - top;
		limit(&x, -80, 0);
		exponential(&x);
		*(floats *)(p + k) = x;
	}
	for (int o = 0; o < n; o++)
		total += p[o];
	for (int o = 0; o < n; o++)
		p[o] /= total;
}

// parts are where a network's numbers lie, with padded rows.
typedef struct {
	int units, answers; // padded
	const float *mean, *scale, *in, *bias, *out, *out_bias;
} parts;

INLINE parts parts_of(shape s, const float *numbers) {
	parts p = {.units = padded(s.hidden), .answers = padded(s.outputs), .mean = numbers, .scale = numbers + s.inputs};
	p.in = numbers + (s.normalized ? 2 * s.inputs : 0);
	p.bias = p.in + (int64_t)s.inputs * p.units;
	p.out = p.bias + p.units;
	p.out_bias = p.out + (int64_t)s.hidden * p.answers;
	return p;
}

// normal is the inputs brought to mean 0 and unit size where the network wants them so.
INLINE const float *normal(shape s, parts p, const float *x, float *room) {
	if (!s.normalized)
		return x;
	for (int i = 0; i < s.inputs; i++)
		room[i] = (x[i] - p.mean[i]) * p.scale[i];
	return room;
}

// units are the hidden ones of one input vector, or of two.
INLINE void units(shape s, parts p, const int both, const float *table, const float *x, const float *y, float *one, float *other) {
	float room[2][MOST_INPUTS];
	x = normal(s, p, x, room[0]);
	if (both)
		y = normal(s, p, y, room[1]);
	sums(s, both, p.in, p.bias, p.units, s.inputs, x, y, one, other);
	activate(s.activation, table, one, p.units);
	if (both)
		activate(s.activation, table, other, p.units);
}

WIDE void forward(shape s, const float *numbers, const float *table, const float *inputs, int n, float *outputs) {
	parts p = parts_of(s, numbers);
	float hidden[2][MOST_UNITS], answers[2][MOST_UNITS];
	for (; n >= 2; n -= 2, inputs += 2 * s.inputs) {
		units(s, p, 1, table, inputs, inputs + s.inputs, hidden[0], hidden[1]);
		sums(s, 1, p.out, p.out_bias, p.answers, s.hidden, hidden[0], hidden[1], answers[0], answers[1]);
		for (int k = 0; k < 2; k++, outputs += s.outputs) {
			if (s.softmax)
				softmax(answers[k], s.outputs);
			memcpy(outputs, answers[k], s.outputs * sizeof *outputs);
		}
	}
	if (n == 1) {
		units(s, p, 0, table, inputs, inputs, hidden[0], hidden[1]);
		sums(s, 0, p.out, p.out_bias, p.answers, s.hidden, hidden[0], hidden[0], answers[0], answers[1]);
		if (s.softmax)
			softmax(answers[0], s.outputs);
		memcpy(outputs, answers[0], s.outputs * sizeof *outputs);
	}
}

// forward_double adds the outputs' single products up in double precision.
WIDE void forward_double(shape s, const float *numbers, const float *table, const float *inputs, int n, double *outputs) {
	parts p = parts_of(s, numbers);
	float hidden[2][MOST_UNITS];
	for (; n > 0; n--, inputs += s.inputs, outputs += s.outputs) {
		units(s, p, 0, table, inputs, inputs, hidden[0], hidden[1]);
		for (int o = 0; o < s.outputs; o++)
			outputs[o] = p.out_bias[o];
		for (int h = 0; h < s.hidden; h++)
			for (int o = 0; o < s.outputs; o++)
				outputs[o] += (double)(p.out[(int64_t)h * p.answers + o] * hidden[0][h]);
	}
}

// Multiplies and divides by single numbers: their results are those of Go's code.
WIDE void widen(const uint8_t *from, float peak, float steps, int64_t n, float *to) {
	for (int64_t i = 0; i < n; i++) {
		int16_t x = (int16_t)(from[2 * i] | from[2 * i + 1] << 8);
		to[i] = (float)x * peak / steps;
	}
}
