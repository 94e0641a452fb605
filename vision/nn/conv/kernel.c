#include "kernel.h"

// Machines with wider vectors use them; sums run in the same order on all and no product is fused with a sum, so results are equal.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx512f", "avx2", "default"), optimize("O3", "fp-contract=off")))
#else
#define WIDE
#endif
#define INLINE static inline __attribute__((always_inline))

typedef float floats __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
typedef int32_t ints __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

INLINE int64_t row_of(feature_map m) { return (m.w + 2) * m.c; }

INLINE float *point(feature_map m, int64_t y, int64_t x) { return m.data + (y + 1) * row_of(m) + (x + 1) * m.c; }

// points convolves P neighbors of a row for LANES output channels. P is a constant wherever it is called, so the sums stay in registers.
INLINE void points(const int P, feature_map in, const float *weights, const float *bias, feature_map out, int64_t y, int64_t x, int64_t channel, int single, int add, int rectify) {
	floats sum[P];
	float *to = point(out, y, x) + channel;
	for (int p = 0; p < P; p++) {
		sum[p] = add ? *(const floats *)(to + p * out.c) : (floats){0};
		if (bias)
			sum[p] += *(const floats *)(bias + channel);
	}
	const int reach = single ? 0 : 1;
	const float *row = weights + channel;
	for (int dy = -reach; dy <= reach; dy++)
		for (int dx = -reach; dx <= reach; dx++) {
			const float *from = point(in, y + dy, x + dx);
			for (int64_t i = 0; i < in.c; i++, row += out.c) {
				const floats w = *(const floats *)row;
				for (int p = 0; p < P; p++)
					sum[p] += w * from[p * in.c + i];
			}
		}
	for (int p = 0; p < P; p++) {
		if (rectify)
			sum[p] = (floats)((ints)sum[p] & (sum[p] > 0));
		*(floats *)(to + p * out.c) = sum[p];
	}
}

enum { BLOCK = 6 };

WIDE void convolve(feature_map in, const float *weights, const float *bias, feature_map out, int64_t from, int64_t to, int single, int add, int rectify) {
	for (int64_t y = from; y < to; y++)
		for (int64_t channel = 0; channel < out.c; channel += LANES) {
			int64_t x = 0;
			for (; x + BLOCK <= out.w; x += BLOCK)
				points(BLOCK, in, weights, bias, out, y, x, channel, single, add, rectify);
			for (; x < out.w; x++)
				points(1, in, weights, bias, out, y, x, channel, single, add, rectify);
		}
}

// channels sums the products of C input channels at a tap with LANES output channels over a row.
INLINE void channels(const int C, const float *in, int64_t step, const float *gradient, int64_t stride, int64_t n, float *weights, int64_t outputs) {
	floats sum[C];
	for (int c = 0; c < C; c++)
		sum[c] = *(floats *)(weights + c * outputs);
	for (int64_t x = 0; x < n; x++, in += step, gradient += stride) {
		const floats g = *(const floats *)gradient;
		for (int c = 0; c < C; c++)
			sum[c] += g * in[c];
	}
	for (int c = 0; c < C; c++)
		*(floats *)(weights + c * outputs) = sum[c];
}

WIDE void weigh(feature_map in, feature_map gradient, float *weights, float *bias, int64_t from, int64_t to, int single) {
	const int reach = single ? 0 : 1;
	for (int64_t y = from; y < to; y++)
		for (int64_t channel = 0; channel < gradient.c; channel += LANES) {
			const float *g = point(gradient, y, 0) + channel;
			for (int64_t x = 0; x < gradient.w; x++)
				*(floats *)(bias + channel) += *(const floats *)(g + x * gradient.c);
			float *w = weights + channel;
			for (int dy = -reach; dy <= reach; dy++)
				for (int dx = -reach; dx <= reach; dx++) {
					const float *at = point(in, y + dy, dx);
					int64_t i = 0;
					for (; i + BLOCK <= in.c; i += BLOCK, w += BLOCK * gradient.c)
						channels(BLOCK, at + i, in.c, g, gradient.c, gradient.w, w, gradient.c);
					for (; i < in.c; i++, w += gradient.c)
						channels(1, at + i, in.c, g, gradient.c, gradient.w, w, gradient.c);
				}
		}
}

WIDE void halve(feature_map in, feature_map out, int64_t from, int64_t to, float scale, int add) {
	for (int64_t y = from; y < to; y++)
		for (int64_t x = 0; x < out.w; x++) {
			const float *a = point(in, 2 * y, 2 * x), *b = point(in, 2 * y + 1, 2 * x);
			float *o = point(out, y, x);
			for (int64_t c = 0; c < out.c; c++)
				o[c] = (add ? o[c] : 0) + scale * (a[c] + a[c + in.c] + b[c] + b[c + in.c]);
		}
}

WIDE void spread(feature_map in, feature_map out, int64_t from, int64_t to, float scale) {
	for (int64_t y = from; y < to; y++)
		for (int64_t x = 0; x < in.w; x++) {
			float *a = point(out, 2 * y, 2 * x), *b = point(out, 2 * y + 1, 2 * x);
			const float *i = point(in, y, x);
			for (int64_t c = 0; c < in.c; c++) {
				const float s = scale * i[c];
				a[c] += s, a[c + in.c] += s, b[c] += s, b[c + in.c] += s;
			}
		}
}

WIDE void moments(feature_map m, feature_map other, int64_t y, float *sum, float *product) {
	const float *a = point(m, y, 0), *b = point(other, y, 0);
	for (int64_t x = 0; x < m.w; x++, a += m.c, b += m.c)
		for (int64_t c = 0; c < m.c; c++)
			sum[c] += a[c], product[c] += a[c] * b[c];
}

WIDE void normalize(feature_map m, const float *mean, const float *inverse, const float *gain, const float *shift, feature_map residual, feature_map kept, int64_t from, int64_t to, int rectify) {
	for (int64_t y = from; y < to; y++)
		for (int64_t x = 0; x < m.w; x++) {
			float *v = point(m, y, x);
			const float *r = residual.data ? point(residual, y, x) : 0;
			float *k = kept.data ? point(kept, y, x) : 0;
			for (int64_t c = 0; c < m.c; c += LANES) {
				floats n = (*(floats *)(v + c) - *(const floats *)(mean + c)) * *(const floats *)(inverse + c);
				if (k)
					*(floats *)(k + c) = n;
				n = n * *(const floats *)(gain + c) + *(const floats *)(shift + c);
				if (r)
					n += *(const floats *)(r + c);
				if (rectify)
					n = (floats)((ints)n & (n > 0));
				*(floats *)(v + c) = n;
			}
		}
}

WIDE void combine(feature_map gradient, feature_map kept, const float *a, const float *b, const float *c) {
	for (int64_t y = 0; y < gradient.h; y++)
		for (int64_t x = 0; x < gradient.w; x++) {
			float *g = point(gradient, y, x);
			const float *k = point(kept, y, x);
			for (int64_t i = 0; i < gradient.c; i++)
				g[i] = a[i] * g[i] + b[i] + c[i] * k[i];
		}
}
