#include "ink.h"

#include <math.h>
#include <string.h>

// Machines with AVX2 use its wider vectors; sums run in the same order on all machines, so results are equal.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#pragma GCC optimize("O3", "no-trapping-math")
#else
#define WIDE
#endif

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int most(int a, int b) { return a > b ? a : b; }

// roots takes square roots. The compiler would take them one by one, for one of a number below 0 has to set errno.
static inline void roots(double *x, int n) {
	int i = 0;
#ifdef __SSE2__
	typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));
	for (; i + 2 <= n; i += 2)
		*(pair *)(x + i) = __builtin_ia32_sqrtpd(*(pair *)(x + i));
#endif
	for (; i < n; i++)
		x[i] = sqrt(x[i]);
}

// float_roots is roots of short numbers.
static inline void float_roots(float *x, int n) {
	int i = 0;
#ifdef __SSE2__
	typedef float four __attribute__((vector_size(16), aligned(4), may_alias));
	for (; i + 4 <= n; i += 4)
		*(four *)(x + i) = __builtin_ia32_sqrtps(*(four *)(x + i));
#endif
	for (; i < n; i++)
		x[i] = sqrtf(x[i]);
}

// blur is the 1-2-1 binomial in both directions; the border goes on.
WIDE void blur(const float *in, float *out) {
	float rows[SIDE * SIDE];
	for (int y = 0; y < SIDE; y++) {
		const float *row = in + y * SIDE;
		float *to = rows + y * SIDE;
		to[0] = (3 * row[0] + row[1]) / 4;
		for (int x = 1; x < SIDE - 1; x++)
			to[x] = (row[x - 1] + 2 * row[x] + row[x + 1]) / 4;
		to[SIDE - 1] = (row[SIDE - 2] + 3 * row[SIDE - 1]) / 4;
	}
	for (int y = 0; y < SIDE; y++) {
		const float *up = rows + most(y - 1, 0) * SIDE, *row = rows + y * SIDE, *down = rows + least(y + 1, SIDE - 1) * SIDE;
		for (int x = 0; x < SIDE; x++)
			out[y * SIDE + x] = (up[x] + 2 * row[x] + down[x]) / 4;
	}
}

// N is a row of the sums of all pixels above and left of a corner.
enum { N = SIDE + 1 };

// span measures a row's pixels from first to last against their surroundings, which lie between two rows of sums and two columns: how far they are off
// their mean, and their variance. Left and right say how the columns go along with the pixel; 0: they stay.
static inline __attribute__((always_inline)) void span(const float *row, const double *sum, const double *sq, int top, int bottom, int first, int last, int left, int go_left, int right, int go_right, double *off, double *variance) {
	for (int x = first; x < last; x++) {
		int l = left + go_left * (x - first), r = right + go_right * (x - first);
		double share = 1 / (double)((bottom - top) * (r - l));
		double mean = (sum[bottom * N + r] - sum[bottom * N + l] - sum[top * N + r] + sum[top * N + l]) * share;
		double square = (sq[bottom * N + r] - sq[bottom * N + l] - sq[top * N + r] + sq[top * N + l]) * share;
		off[x] = (double)row[x] - mean, variance[x] = square - mean * mean;
	}
}

// even measures each pixel against its surroundings, mean and spread, so that a slope of light, the edge of a shadow or a reflection changes a letter's edges
// little. The result is centered on 128.
WIDE void even(float *smooth, double spread) {
	enum { ROWS = 4 }; // whose sums run beside each other
	double sum[N * N], sq[N * N];
	memset(sum, 0, N * sizeof *sum);
	memset(sq, 0, N * sizeof *sq);
	for (int y = 0; y < SIDE; y += ROWS) {
		double row_sum[ROWS] = {0}, row_sq[ROWS] = {0};
		for (int i = 1; i <= ROWS; i++)
			sum[(y + i) * N] = sq[(y + i) * N] = 0;
		for (int x = 0; x < SIDE; x++) {
			double above = sum[y * N + x + 1], above_sq = sq[y * N + x + 1];
			for (int i = 0; i < ROWS; i++) {
				double v = smooth[(y + i) * SIDE + x];
				row_sum[i] += v;
				row_sq[i] += v * v;
				sum[(y + i + 1) * N + x + 1] = above += row_sum[i];
				sq[(y + i + 1) * N + x + 1] = above_sq += row_sq[i];
			}
		}
	}
	double floor = 0.1 * spread * spread + 9;
	const int reach = EVEN_REACH;
	for (int y = 0; y < SIDE; y++) {
		int top = most(y - reach, 0), bottom = least(y + reach + 1, SIDE);
		float *row = smooth + y * SIDE;
		double off[SIDE], spreads[SIDE];
		span(row, sum, sq, top, bottom, 0, reach, 0, 0, reach + 1, 1, off, spreads);
		span(row, sum, sq, top, bottom, reach, SIDE - reach - 1, 0, 1, 2 * reach + 1, 1, off, spreads);
		span(row, sum, sq, top, bottom, SIDE - reach - 1, SIDE, SIDE - 2 * reach - 1, 1, SIDE, 0, off, spreads);
		for (int x = 0; x < SIDE; x++)
			spreads[x] = (spreads[x] > 0 ? spreads[x] : 0) + floor;
		roots(spreads, SIDE);
		for (int x = 0; x < SIDE; x++)
			row[x] = (float)(128 + 40 * off[x] / spreads[x]);
	}
}

// split is Otsu's threshold.
static float split(const float *level, int n) {
	enum { COUNTERS = 4 }; // that neighbors of one level do not wait for each other
	int counters[COUNTERS][256] = {{0}}, counts[256], sum = 0;
	for (int i = 0; i < n; i++) {
		float v = level[i] > 0 ? level[i] : 0;
		int at = v < 255 ? (int)v : 255;
		counters[i % COUNTERS][at]++;
		sum += at;
	}
	for (int i = 0; i < 256; i++)
		counts[i] = counters[0][i] + counters[1][i] + counters[2][i] + counters[3][i];
	double best = -1;
	int at = 0, below = 0, below_sum = 0;
	for (int i = 0; i < 256; i++) {
		if (counts[i] == 0)
			continue;
		below += counts[i];
		below_sum += i * counts[i];
		if (below == n)
			break;
		double d = (double)below_sum / below - (double)(sum - below_sum) / (n - below);
		double between = d * d * below * (n - below);
		if (between > best)
			best = between, at = i;
	}
	return (float)at + 1;
}

// part separates plastic from ink in the middle: the smaller part is ink, for no letter covers half of it.
WIDE void part(const float *smooth, const int16_t *middle, int32_t all, levels *out) {
	float level[SIDE * SIDE];
	for (int i = 0; i < all; i++)
		level[i] = smooth[middle[i]];
	float t = split(level, all);
	int darker = 0;
	for (int i = 0; i < all; i++)
		darker += level[i] < t;
	bool dark = 2 * darker < all;
	float sum[2] = {0, 0}, sq[2] = {0, 0}; // plastic, ink; from the threshold
	for (int i = 0; i < all; i++) {
		float v = level[i] - t, ink = (v < 0) == dark;
		sum[0] += v * (1 - ink), sq[0] += v * v * (1 - ink);
		sum[1] += v * ink, sq[1] += v * v * ink;
	}
	float ink = dark ? darker : all - darker, plain = all - ink, total = all;
	ink = ink > 1 ? ink : 1, plain = plain > 1 ? plain : 1;
	float plastic = sum[0] / plain, printed = sum[1] / ink, gap = plastic - printed, mean = (sum[0] + sum[1]) / total;
	float variance = (sq[0] + sq[1]) / total - mean * mean, noise = sq[0] / plain - plastic * plastic;
	out->contrast = gap > 0 ? gap : -gap;
	out->noise = noise > 0 ? sqrtf(noise) : 0;
	out->amount = ink / total;
	out->separation = plain * ink / (total * total) * gap * gap / (variance > 1e-3f ? variance : 1e-3f);
	out->plastic = plastic + t;
	out->dark = dark;
}

// scale turns gray levels into ink: unit is a gray level, less than 0 where ink is darker.
WIDE void scale(const float *smooth, float plastic, float unit, float *ink) {
	for (int i = 0; i < SIDE * SIDE; i++) {
		float v = (smooth[i] - plastic) * unit;
		v = v > -0.5f ? v : -0.5f;
		ink[i] = v < 1.5f ? v : 1.5f;
	}
}

// FAINT is the least squared gradient of a stroke.
#define FAINT 0.01f

// strokes adds up the directions of a window's strokes by cell. A direction is taken by doubling the gradient's angle, so that both edges of a stroke count
// alike, and measured around a diamond, which needs no arctangent. hidden, if there is one, says which samples count for nothing.
WIDE void strokes(const float *sample, const bool *hidden, const tap *taps, float *histogram) {
	for (int y = 1; y < GRID - 1; y++) {
		float angle[GRID], length[GRID];
		const float *row = sample + y * GRID;
		for (int x = 1; x < GRID - 1; x++) {
			float gx = row[x + 1] - row[x - 1], gy = row[x + GRID] - row[x - GRID], both = gx * gx + gy * gy;
			float c = gx * gx - gy * gy, s = 2 * gx * gy, far = fabsf(c) + fabsf(s), by = far > 0 ? far : 1;
			float on = c / by, off = s / by, right = c >= 0 ? off : 1 - on, left = c < 0 ? 2 - off : 3 + on;
			angle[x] = (s >= 0 ? right : left) * (BINS / 4.0f); // 0 to BINS for a full turn
			length[x] = both < FAINT ? 0 : both;
		}
		float_roots(length + 1, GRID - 2);
		tap down = taps[y];
		for (int x = 1; x < GRID - 1; x++) {
			if (hidden && hidden[y * GRID + x])
				continue;
			tap right = taps[x];
			int whole = (int)angle[x], b = whole & (BINS - 1), next = (b + 1) & (BINS - 1);
			float share = angle[x] - (float)whole, more = length[x] * (1 - share), rest = length[x] * share;
			int cells[4] = {down.first * CELLS + right.first, down.first * CELLS + right.second, down.second * CELLS + right.first, down.second * CELLS + right.second};
			float shares[4] = {down.share * right.share, down.share * (1 - right.share), (1 - down.share) * right.share, (1 - down.share) * (1 - right.share)};
			for (int k = 0; k < 4; k++) {
				histogram[cells[k] * BINS + b] += more * shares[k];
				histogram[cells[k] * BINS + next] += rest * shares[k];
			}
		}
	}
}
