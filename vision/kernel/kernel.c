#include "kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Machines with AVX2 use its wider vectors; sums run in the same order on all machines, so results are equal.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default"), optimize("O3")))
#else
#define WIDE
#endif

typedef struct { double x, y; } point;

// strip is the affine approximation of the homography about a point of a side: d outward and a along lead to
// (x + d*ox + a*ax, y + d*oy + a*ay).
typedef struct { double x, y, ox, oy, ax, ay; } strip;

// The outward direction and the direction along each side: top, right, bottom, left.
static const double axes[4][2][2] = {{{0, -1}, {1, 0}}, {{1, 0}, {0, 1}}, {{0, 1}, {1, 0}}, {{-1, 0}, {0, 1}}};

// Samples along each half of a side, and the middle of each half.
static const double along[2][ALONG] = {{-0.39, -0.33, -0.27, -0.21}, {0.21, 0.27, 0.33, 0.39}};
static const double middle[2] = {-0.3, 0.3};

// Fixed point: positions are in 65536ths of a pixel.
enum { ONE = 1 << 16 };

static inline int inside(picture p, double x, double y) { return x >= 0 && y >= 0 && x < (double)(p.w - 1) && y < (double)(p.h - 1); }

static inline int64_t clamp(int64_t x, int64_t most) { return x < 0 ? 0 : x > most ? most : x; }

static inline point pixel_at(const double *s, double x, double y) {
	x += 0.5, y += 0.5;
	double w = 1 / (s[6] * x + s[7] * y + 1);
	return (point){(s[0] * x + s[1] * y + s[2]) * w, (s[3] * x + s[4] * y + s[5]) * w};
}

// strip_of is the strip about the point d outward and a along of a side.
static inline strip strip_of(const double *s, int side, double d, double a) {
	const double *out = axes[side][0], *dir = axes[side][1];
	double x = d * out[0] + a * dir[0] + 0.5, y = d * out[1] + a * dir[1] + 0.5;
	double w = 1 / (s[6] * x + s[7] * y + 1);
	double px = (s[0] * x + s[1] * y + s[2]) * w, py = (s[3] * x + s[4] * y + s[5]) * w;
	double xx = (s[0] - s[6] * px) * w, xy = (s[1] - s[7] * px) * w;
	double yx = (s[3] - s[6] * py) * w, yy = (s[4] - s[7] * py) * w;
	strip m = {0, 0, xx * out[0] + xy * out[1], yx * out[0] + yy * out[1], xx * dir[0] + xy * dir[1], yx * dir[0] + yy * dir[1]};
	m.x = px - a * m.ax;
	m.y = py - a * m.ay;
	return m;
}

// across_rim sums the nearest pixels along half h of a strip, by channel, at n taps across it: the first at from (outward
// from the strip's own point), each next one a step farther out. Outside of the picture its border pixels repeat.
static __attribute__((noinline)) void across_rim(picture p, strip m, int h, double from, double step, int n, int32_t *blue, int32_t *green, int32_t *red) {
	int64_t dx = (int64_t)(ONE * step * m.ox), dy = (int64_t)(ONE * step * m.oy);
	for (int a = 0; a < ALONG; a++) {
		int64_t x = (int64_t)(ONE * (m.x + from * m.ox + along[h][a] * m.ax + 0.5));
		int64_t y = (int64_t)(ONE * (m.y + from * m.oy + along[h][a] * m.ay + 0.5));
		for (int k = 0; k < n; k++, x += dx, y += dy) {
			const uint8_t *px = p.bgr + 3 * (clamp(y >> 16, p.h - 1) * p.w + clamp(x >> 16, p.w - 1));
			blue[k] += px[0], green[k] += px[1], red[k] += px[2];
		}
	}
}

// word_at is a pixel (not the last one) as one number: blue lowest, then green, red, and the next pixel's blue.
static inline uint32_t word_at(const uint8_t *px) {
	uint32_t word;
	memcpy(&word, px, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word = __builtin_bswap32(word);
#endif
	return word;
}

// EVENS masks blue and red, with room for sums between them. SUM is how much room a sum has.
enum { EVENS = 0x00ff00ff, SUM = 0xffff, GREEN = 8, RED = 16 };

// In pictures with shorter sides, fixed-point positions fit 32 bits.
enum { SHORT = 1 << 14 };

// Vectors of eight, unaligned.
typedef float floats __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t ints __attribute__((vector_size(32), aligned(4), may_alias));
typedef uint32_t words __attribute__((vector_size(32), aligned(4), may_alias));
enum { ROOM = (TAPS + WIDTH - 1) / WIDTH * WIDTH };

// WRITTEN keeps what is in an array from being taken apart and put together again in registers, which costs more than to write and to read it.
#define WRITTEN(array) __asm__ volatile("" : : "r"(array) : "memory")

// places are where the nearest pixels of n points begin in a short picture, in bytes: the first point at x and y, each next one a step farther. There is
// room for a multiple of WIDTH.
static inline void places(picture p, int32_t x, int32_t y, int32_t dx, int32_t dy, int n, uint32_t *out) {
	const ints steps = {0, 1, 2, 3, 4, 5, 6, 7};
	ints xs = x + steps * dx, ys = y + steps * dy;
	for (int k = 0; k < n; k += WIDTH, xs += WIDTH * dx, ys += WIDTH * dy)
		*(ints *)(out + k) = 3 * ((ys >> 16) * (int32_t)p.w + (xs >> 16));
}

// within is inside, for a whole pixel and the byte after it.
static inline int within(picture p, double x, double y) { return inside(p, x, y) && y < (double)p.h - 1.5; }

// across is across_rim, faster where all samples lie inside of the picture. n is a constant where it is called; there is room for a multiple of WIDTH sums.
// First come the places of all samples, then the samples, then the sums: so each step is done for several at a time, and none waits for the one before.
static inline void across(picture p, strip m, int h, double from, double step, int n, int32_t *blue, int32_t *green, int32_t *red) {
	double last = from + step * (n - 1);
	int safe = p.w < SHORT && p.h < SHORT;
	for (int i = 0; i < 4; i++) {
		double d = i & 1 ? last : from, a = along[h][i & 2 ? ALONG - 1 : 0];
		safe &= within(p, m.x + d * m.ox + a * m.ax, m.y + d * m.oy + a * m.ay);
	}
	if (!safe) {
		across_rim(p, m, h, from, step, n, blue, green, red);
		return;
	}
	int32_t dx = (int32_t)(ONE * step * m.ox), dy = (int32_t)(ONE * step * m.oy);
	uint32_t at[ALONG][ROOM], word[ALONG][ROOM];
	for (int a = 0; a < ALONG; a++) {
		int32_t x = (int32_t)(ONE * (m.x + from * m.ox + along[h][a] * m.ax + 0.5));
		int32_t y = (int32_t)(ONE * (m.y + from * m.oy + along[h][a] * m.ay + 0.5));
		places(p, x, y, dx, dy, n, at[a]);
	}
	WRITTEN(at);
	for (int a = 0; a < ALONG; a++)
		for (int k = 0; k < n; k++)
			word[a][k] = word_at(p.bgr + at[a][k]);
	WRITTEN(word);
	for (int k = 0; k < n; k += WIDTH) {
		words all = {0}, evens = {0};
		for (int a = 0; a < ALONG; a++)
			all += *(words *)(word[a] + k), evens += *(words *)(word[a] + k) & EVENS;
		*(words *)(blue + k) += evens & SUM;
		*(words *)(green + k) += (all - evens) >> GREEN & SUM;
		*(words *)(red + k) += evens >> RED;
	}
}


#define EACH(x) ((floats){x, x, x, x, x, x, x, x})

static inline void limit(floats *x, float low, float high) {
	ints under = *x < low, over = *x > high;
	*x = (floats)(((ints)*x & ~under & ~over) | ((ints)EACH(low) & under) | ((ints)EACH(high) & over));
}

static inline double least(double a, double b) { return a < b ? a : b; }
static inline double most(double a, double b) { return a > b ? a : b; }

// FAR limits the size of a network's inputs.
#define FAR 2.5f

// face_color is the median over the half sides of the taps well inside, for one channel.
static double face_color(int32_t taps[HALVES][3][ROOM], int channel) {
	int32_t all[HALVES];
	for (int i = 0; i < HALVES; i++) {
		int32_t sum = 0;
		for (int k = 8; k < 16; k++)
			sum += taps[i][channel][k];
		int at = i;
		for (; at > 0 && all[at - 1] > sum; at--)
			all[at] = all[at - 1];
		all[at] = sum;
	}
	return (all[3] + all[4]) / (2.0 * 8 * ALONG);
}

// half_side makes the network's inputs of a half side: the taps' brightness and two color differences against the face's
// color, the lift, and the face's color. Changed scales need a new network.
static inline void half_side(int32_t taps[3][ROOM], const double *color, double lift, float *f) {
	for (int k = 0; k < ROOM; k += WIDTH) {
		floats x[3];
		for (int c = 0; c < 3; c++)
			x[c] = __builtin_convertvector(*(ints *)&taps[c][k], floats) * (1.0f / ALONG) - (float)color[c];
		floats seen[3] = {(x[0] + 2 * x[1] + x[2]) * (1 / 160.0f), (x[2] - x[1]) * (1 / 48.0f), (x[0] - x[1]) * (1 / 48.0f)};
		for (int c = 0; c < 3; c++) {
			limit(&seen[c], -FAR, FAR);
			if (k + WIDTH <= TAPS)
				*(floats *)(f + c * TAPS + k) = seen[c];
			else
				memcpy(f + c * TAPS + k, &seen[c], (TAPS - k) * sizeof *f);
		}
	}
	double spread = most(color[0], most(color[1], color[2])) - least(color[0], least(color[1], color[2]));
	f[3 * TAPS] = (float)least(most(5 * lift, -FAR), FAR);
	f[3 * TAPS + 1] = (float)((color[0] + 2 * color[1] + color[2]) / 256 - 2);
	f[3 * TAPS + 2] = (float)(spread / 64 - 1);
}

WIDE void border(picture p, const double *square, double half, double step, const double *lift, const double *given, float *inputs) {
	int32_t taps[HALVES][3][ROOM];
	memset(taps, 0, sizeof taps);
	for (int i = 0; i < HALVES; i++)
		across(p, strip_of(square, i / 2, half, middle[i % 2]), i % 2, -step * INNER, step, TAPS, taps[i][0], taps[i][1], taps[i][2]);
	double color[3];
	for (int c = 0; c < 3; c++)
		color[c] = given ? given[c] : face_color(taps, c);
	for (int i = 0; i < HALVES; i++)
		half_side(taps[i], color, lift[i], inputs + i * INPUTS);
}

// BATCH is how many samples' places are computed at a time.
enum { BATCH = 64 };

// spots are where bilinear samples lie: their upper left pixels, and how far right of and below it they are.
typedef struct { int32_t x[BATCH], y[BATCH]; float right[BATCH], down[BATCH]; } spots;

// spots_of are those of n places.
static inline __attribute__((always_inline)) void spots_of(picture p, const double *s, const double *places, int n, spots *out) {
	const double right = (double)p.w - 1, bottom = (double)p.h - 1;
	const int32_t last_x = (int32_t)p.w - 2, last_y = (int32_t)p.h - 2;
	for (int i = 0; i < n; i++) {
		point at = pixel_at(s, places[2 * i] - 0.5, places[2 * i + 1] - 0.5);
		at.x = most(least(at.x, right), 0), at.y = most(least(at.y, bottom), 0);
		int32_t x = (int32_t)at.x, y = (int32_t)at.y;
		x = x < last_x ? x : last_x, y = y < last_y ? y : last_y;
		out->x[i] = x, out->y[i] = y;
		out->right[i] = (float)(at.x - (double)x), out->down[i] = (float)(at.y - (double)y);
	}
}

// samples_of are the bilinear samples at n spots, by channel: first come their four pixels, then all arithmetic, for several at a time.
static inline __attribute__((always_inline)) void samples_of(picture p, const spots *at, int n, float out[3][BATCH]) {
	uint32_t corner[4][BATCH];
	for (int i = 0; i < n; i++) {
		const uint8_t *above = p.bgr + 3 * ((int64_t)at->y[i] * p.w + at->x[i]), *below = above + 3 * p.w;
		corner[0][i] = word_at(above), corner[1][i] = word_at(above + 2); // what is read ends with the pixel, which may be the last one
		corner[2][i] = word_at(below), corner[3][i] = word_at(below + 2);
	}
	WRITTEN(corner);
	for (int i = 0; i < n; i += WIDTH) {
		const floats right = *(floats *)(at->right + i), down = *(floats *)(at->down + i);
		const floats shares[4] = {(1 - right) * (1 - down), right * (1 - down), (1 - right) * down, right * down};
		for (int c = 0; c < 3; c++) {
			floats sum = {0};
			for (int k = 0; k < 4; k++)
				sum += shares[k] * __builtin_convertvector((ints)(*(words *)(corner[k] + i) >> 8 * (c + k % 2) & 255), floats);
			*(floats *)(out[c] + i) = sum;
		}
	}
	WRITTEN(out);
}

WIDE void means(picture p, const double *s, const double *places, int groups, int each, float *colors) {
	const int all = groups * each;
	float sum[3] = {0};
	for (int first = 0, left = each; first < all; first += BATCH) {
		spots at;
		float seen[3][BATCH];
		int n = all - first < BATCH ? all - first : BATCH;
		spots_of(p, s, places + 2 * first, n, &at);
		samples_of(p, &at, n, seen);
		for (int i = 0; i < n; i++) {
			for (int c = 0; c < 3; c++)
				sum[c] += seen[c][i];
			if (--left > 0)
				continue;
			for (int c = 0; c < 3; c++)
				*colors++ = sum[c] / (float)each, sum[c] = 0;
			left = each;
		}
	}
}

// gray_at is the bilinear gray sample at a point, clamped to the picture.
static inline double gray_at(const uint8_t *gray, int64_t w, int64_t h, double x, double y) {
	x = least(most(x, 0), (double)w - 1.001), y = least(most(y, 0), (double)h - 1.001);
	int64_t left = (int64_t)x, top = (int64_t)y;
	double right = x - (double)left, down = y - (double)top;
	const uint8_t *above = gray + top * w + left, *below = above + w;
	return (1 - down) * ((1 - right) * above[0] + right * above[1]) + down * ((1 - right) * below[0] + right * below[1]);
}

WIDE void turned(const uint8_t *gray, int64_t w, int64_t h, const window *of, uint8_t ground, int32_t side, uint8_t *out) {
	const double middle = (side - 1) / 2.0, far = hypot(of->half_wide, of->half_high / of->height) / of->step;
	const int first = (int)most(middle - far, 0), last = (int)least(middle + far + 1, side - 1); // farther out lies none of it
	memset(out, ground, side * side);
	for (int i = first; i <= last; i++) {
		double v = (i - middle) * of->step;
		for (int j = first; j <= last; j++) {
			double u = (j - middle) * of->step;
			double x = of->cosine * u - of->sine * v, y = (of->sine * u + of->cosine * v) * of->height;
			if (x > -of->half_wide && x < of->half_wide && y > -of->half_high && y < of->half_high)
				out[i * side + j] = (uint8_t)gray_at(gray, w, h, of->x + x, of->y + y);
		}
	}
}

// place_of is where the picture shows a point of a square.
static inline point place_of(const double *s, double x, double y) {
	double w = s[6] * x + s[7] * y + 1;
	return (point){(s[0] * x + s[1] * y + s[2]) / w, (s[3] * x + s[4] * y + s[5]) / w};
}

// bilinear_of is a pixel's colors by one bilinear sample.
static inline void bilinear_of(picture p, point at, uint8_t *out) {
	at.x = least(most(at.x, 0), (double)p.w - 1.001), at.y = least(most(at.y, 0), (double)p.h - 1.001);
	int64_t x = (int64_t)at.x, y = (int64_t)at.y;
	double right = at.x - (double)x, down = at.y - (double)y;
	double a = (1 - right) * (1 - down), b = right * (1 - down), c = (1 - right) * down, d = right * down;
	const uint8_t *above = p.bgr + 3 * (y * p.w + x), *below = above + 3 * p.w;
	for (int k = 0; k < 3; k++)
		out[2 - k] = (uint8_t)(a * above[k] + b * above[k + 3] + c * below[k] + d * below[k + 3] + 0.5);
}

// between says whether a coordinate and those that lead on from it n - 1 times one and the other way are pixels below the last.
static inline int between(int64_t start, int64_t u, int64_t v, int n, int64_t last) {
	int64_t low = start + (n - 1) * ((u < 0 ? u : 0) + (v < 0 ? v : 0)), high = start + (n - 1) * ((u > 0 ? u : 0) + (v > 0 ? v : 0));
	return low >= 0 && high >> 16 < last;
}

// mean_of is a pixel's mean color of n x n nearest pixels, by three of its corners. n is a constant where it is called.
static inline __attribute__((always_inline)) void mean_of(picture p, point corner, point right, point below, int n, uint8_t *out) {
	const double k = ONE / (double)n;
	const int64_t ux = (int64_t)(k * (right.x - corner.x)), uy = (int64_t)(k * (right.y - corner.y));
	const int64_t vx = (int64_t)(k * (below.x - corner.x)), vy = (int64_t)(k * (below.y - corner.y));
	int64_t start_x = (int64_t)(ONE * (corner.x + 0.5)) + (ux + vx) / 2, start_y = (int64_t)(ONE * (corner.y + 0.5)) + (uy + vy) / 2;
	const int safe = between(start_x, ux, vx, n, p.w) && between(start_y, uy, vy, n, p.h - 1);
	uint32_t words = 0, evens = 0, sum[3] = {0, 0, 0}, all = n * n;
	for (int i = 0; i < n; i++, start_x += vx, start_y += vy) {
		int64_t x = start_x, y = start_y;
		for (int j = 0; j < n; j++, x += ux, y += uy) {
			if (safe) {
				uint32_t word = word_at(p.bgr + 3 * ((y >> 16) * p.w + (x >> 16)));
				words += word, evens += word & EVENS;
				continue;
			}
			const uint8_t *px = p.bgr + 3 * (clamp(y >> 16, p.h - 1) * p.w + clamp(x >> 16, p.w - 1));
			for (int c = 0; c < 3; c++)
				sum[c] += px[c];
		}
	}
	if (safe)
		sum[0] = evens & SUM, sum[1] = (words - evens) >> GREEN & SUM, sum[2] = evens >> RED;
	for (int c = 0; c < 3; c++)
		out[2 - c] = (uint8_t)((sum[c] + all / 2) / all);
}

WIDE void crop(picture p, const double *square, double reach, int32_t side, int32_t samples, uint8_t *out) {
	double along[MOST_SIDE + 1];
	for (int i = 0; i <= side; i++)
		along[i] = 0.5 + 2 * reach * ((double)i / side - 0.5);
	if (samples == 1) {
		for (int y = 0; y < side; y++)
			for (int x = 0; x < side; x++, out += 3)
				bilinear_of(p, place_of(square, 0.5 + 2 * reach * ((x + 0.5) / side - 0.5), 0.5 + 2 * reach * ((y + 0.5) / side - 0.5)), out);
		return;
	}
	point corners[2][MOST_SIDE + 1]; // of a row's pixels: above, below
	for (int y = 0; y <= side; y++) {
		for (int x = 0; x <= side; x++)
			corners[y % 2][x] = place_of(square, along[x], along[y]);
		for (int x = 0; x < side && y > 0; x++, out += 3) {
			const point *above = corners[(y - 1) % 2], *below = corners[y % 2];
			switch (samples) {
			case 2: mean_of(p, above[x], above[x + 1], below[x], 2, out); break;
			case 3: mean_of(p, above[x], above[x + 1], below[x], 3, out); break;
			case 4: mean_of(p, above[x], above[x + 1], below[x], 4, out); break;
			default: mean_of(p, above[x], above[x + 1], below[x], samples, out);
			}
		}
	}
}

// Rows and columns INNER_FIRST to INNER_LAST of a face's samples are inside, INK_FIRST to INK_LAST can be ink. The rim,
// which gives the face's color, is the outermost RIM samples of the inside.
enum { RIM = 3, INSIDE = INNER_LAST - INNER_FIRST + 1, RIM_SAMPLES = INSIDE * INSIDE - (INSIDE - 2 * RIM) * (INSIDE - 2 * RIM), STEP = 4 };

// A row of samples, and its bytes by fours.
typedef uint8_t row __attribute__((vector_size(PATCH), aligned(1), may_alias));
typedef int32_t four __attribute__((vector_size(PATCH)));

// split writes the first three bytes of four words to three rows.
static inline void split(const uint32_t *word, uint8_t *blue, uint8_t *green, uint8_t *red) {
	const row bytes = *(const row *)word;
	const four by_channel = (four)__builtin_shufflevector(bytes, bytes, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
	for (int c = 0; c < 3; c++) {
		int32_t bytes_of_one = by_channel[c];
		memcpy(c == 0 ? blue : c == 1 ? green : red, &bytes_of_one, sizeof bytes_of_one);
	}
}

// patch samples the nearest pixels of a face in rows: the ends of each row are exact, the samples between lie on a line.
static inline void patch(picture p, const double *square, double side, uint8_t out[3][PATCH * PATCH]) {
	const double end = side * (0.5 / PATCH - 0.5), other = side * ((PATCH - 0.5) / PATCH - 0.5);
	for (int i = 0; i < PATCH; i++) {
		double y = side * ((i + 0.5) / PATCH - 0.5);
		point a = pixel_at(square, end, y), b = pixel_at(square, other, y);
		int64_t x = (int64_t)(ONE * (a.x + 0.5)), yy = (int64_t)(ONE * (a.y + 0.5));
		int64_t dx = (int64_t)(ONE * (b.x - a.x) / (PATCH - 1)), dy = (int64_t)(ONE * (b.y - a.y) / (PATCH - 1));
		if (p.w < SHORT && p.h < SHORT && within(p, a.x, a.y) && within(p, b.x, b.y)) {
			uint32_t at[PATCH], word[PATCH];
			places(p, (int32_t)x, (int32_t)yy, (int32_t)dx, (int32_t)dy, PATCH, at);
			WRITTEN(at);
			for (int j = 0; j < PATCH; j++)
				word[j] = word_at(p.bgr + at[j]);
			WRITTEN(word);
			for (int j = 0; j < PATCH; j += 4)
				split(word + j, out[0] + i * PATCH + j, out[1] + i * PATCH + j, out[2] + i * PATCH + j);
			continue;
		}
		for (int j = 0; j < PATCH; j++, x += dx, yy += dy) {
			const uint8_t *px = p.bgr + 3 * (clamp(yy >> 16, p.h - 1) * p.w + clamp(x >> 16, p.w - 1));
			for (int c = 0; c < 3; c++)
				out[c][i * PATCH + j] = px[c];
		}
	}
}

// tally holds sums over rows.
typedef int16_t tally __attribute__((vector_size(2 * PATCH)));

// marked has 1 in the columns from first to last, 0 elsewhere.
static inline row marked(int first, int last) {
	row r;
	for (int j = 0; j < PATCH; j++)
		r[j] = j >= first && j <= last;
	return r;
}

// Two rows of samples, and the bytes of such a vector in words.
typedef uint8_t pair __attribute__((vector_size(2 * PATCH), aligned(1), may_alias));
typedef uint64_t quads __attribute__((vector_size(2 * PATCH)));

// rim has 1 for the samples on the rim, by row of the inside.
#define WHOLE {0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0}
#define ENDS {0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0}
static const uint8_t rim[INSIDE][PATCH] = {WHOLE, WHOLE, WHOLE, ENDS, ENDS, ENDS, ENDS, ENDS, ENDS, ENDS, ENDS, WHOLE, WHOLE, WHOLE};
_Static_assert(INNER_FIRST == 1 && INSIDE == 14 && RIM == 3, "rim is another");

// below counts the samples on the rim under a level.
static inline int below(const uint8_t *level, uint8_t limit) {
	pair count = {0};
	for (int i = 0; i < INSIDE; i += 2)
		count += (pair)(*(const pair *)(level + (INNER_FIRST + i) * PATCH) < limit) & *(const pair *)rim[i];
	const quads q = (quads)count;
	return (q[0] + q[1] + q[2] + q[3]) * 0x0101010101010101 >> 56; // adds the bytes up: they are 132 at most
}

// rim_median is the median of a channel's samples on the rim, to within STEP levels (bisection).
static inline double rim_median(const uint8_t *level) {
	int low = 0, under = 0, over = RIM_SAMPLES;
	for (int step = 128; step >= STEP; step /= 2) {
		int n = below(level, low + step);
		if (n <= RIM_SAMPLES / 2)
			low += step, under = n;
		else
			over = n;
	}
	return low + STEP * (RIM_SAMPLES / 2 - under + 0.5) / (over - under);
}

static inline int32_t total(const tally *t) {
	int32_t sum = 0;
	for (int j = 0; j < PATCH; j++)
		sum += (*t)[j];
	return sum;
}

// Gray levels: a sample is plastic if all channels lie within LIKE of the plastic's, ink if one lies beyond INK. Hand-set;
// the networks learned with them.
enum { LIKE = 26, INK = 34 };

// count counts the samples of plastic and of ink, and sums the ink's place and color.
static inline void count(uint8_t level[3][PATCH * PATCH], face *out) {
	uint8_t low[2][3], high[2][3];
	for (int c = 0; c < 3; c++) {
		double m = out->plastic[c];
		low[0][c] = clamp((int64_t)floor(m - LIKE) + 1, 255), high[0][c] = clamp((int64_t)ceil(m + LIKE) - 1, 255);
		low[1][c] = clamp((int64_t)ceil(m - INK), 255), high[1][c] = clamp((int64_t)floor(m + INK), 255);
	}
	tally same = {0}, ink = {0}, down = {0}, tone[3] = {{0}, {0}, {0}};
	row inner = marked(INNER_FIRST, INNER_LAST), middle = marked(INK_FIRST, INK_LAST);
	for (int i = INNER_FIRST; i <= INNER_LAST; i++) {
		row like = inner, other = {0};
		for (int c = 0; c < 3; c++) {
			row x = *(const row *)(level[c] + i * PATCH);
			like &= (row)((x >= low[0][c]) & (x <= high[0][c]));
			other |= (row)((x < low[1][c]) | (x > high[1][c]));
		}
		same += __builtin_convertvector(like, tally);
		if (i < INK_FIRST || i > INK_LAST)
			continue;
		row is = other & middle;
		ink += __builtin_convertvector(is, tally);
		down += __builtin_convertvector(is, tally) * (int16_t)(2 * i - (PATCH - 1));
		for (int c = 0; c < 3; c++)
			tone[c] += __builtin_convertvector(*(const row *)(level[c] + i * PATCH) * is, tally);
	}
	out->same = total(&same), out->ink = total(&ink), out->ink_y = total(&down);
	for (int j = 0; j < PATCH; j++)
		out->ink_x += ink[j] * (2 * j - (PATCH - 1));
	for (int c = 0; c < 3; c++)
		out->ink_tone[c] = total(&tone[c]);
}

// EDGE_STEP lies between samples across an edge, in sides of the square.
#define EDGE_STEP 0.04

// edges averages along a side of the square first and compares across it afterwards: texture cancels, edges stay.
static inline void edges(picture p, const double *square, int side, int32_t *gaps, int32_t *outside) {
	int32_t profile[3][(EDGE_TAPS + 2 + WIDTH - 1) / WIDTH * WIDTH];
	memset(profile, 0, sizeof profile);
	for (int h = 0; h < 2; h++)
		across(p, strip_of(square, side, 0.5, middle[h]), h, -EDGE_STEP * (EDGE_TAPS + 1) / 2, EDGE_STEP, EDGE_TAPS + 2, profile[0], profile[1], profile[2]);
	for (int k = 0; k < EDGE_TAPS; k++)
		for (int c = 0; c < 3; c++) {
			int32_t gap = abs(profile[c][k] - profile[c][k + 2]);
			gaps[k] = gap > gaps[k] ? gap : gaps[k];
		}
	for (int c = 0; c < 3; c++)
		outside[c] = profile[c][EDGE_TAPS];
}

WIDE void look(picture p, const double *square, double side, face *out) {
	memset(out, 0, sizeof *out);
	uint8_t level[3][PATCH * PATCH];
	patch(p, square, side, level);
	for (int c = 0; c < 3; c++)
		out->plastic[c] = rim_median(level[c]);
	count(level, out);
	for (int s = 0; s < 4; s++)
		edges(p, square, s, out->edges[s], out->outside[s]);
}

void sides(picture p, const double *square, double out, const bool *wanted, int32_t *sums) {
	memset(sums, 0, 4 * 3 * sizeof *sums);
	for (int s = 0; s < 4; s++)
		for (int h = 0; h < 2 && wanted[s]; h++)
			across_rim(p, strip_of(square, s, out, middle[h]), h, 0, 0, 1, sums + 3 * s, sums + 3 * s + 1, sums + 3 * s + 2);
}

// part is the share of pixel i that lies from a to b, pixels.
static inline float part(int64_t i, double a, double b) { return (float)(least((double)(i + 1), b) - most((double)i, a)); }

WIDE void shrink(picture p, int64_t w, int64_t h, int64_t first, int64_t last, float *sums, uint8_t *out) {
	const double wide = (double)p.w / (double)w, high = (double)p.h / (double)h;
	const float share = (float)(1 / (wide * high));
	out += 3 * first * w;
	for (int64_t y = first; y < last; y++) {
		const double top = (double)y * high, bottom = least(top + high, (double)p.h);
		memset(sums, 0, 3 * p.w * sizeof *sums);
		for (int64_t row = (int64_t)top; (double)row < bottom; row++) {
			const float weight = part(row, top, bottom);
			const uint8_t *in = p.bgr + 3 * p.w * row;
			for (int64_t i = 0; i < 3 * p.w; i++)
				sums[i] += weight * in[i];
		}
		for (int64_t x = 0; x < w; x++) {
			const double left = (double)x * wide, right = least(left + wide, (double)p.w);
			float pixel[3] = {0, 0, 0};
			for (int64_t column = (int64_t)left; (double)column < right; column++) {
				const float weight = part(column, left, right);
				for (int c = 0; c < 3; c++)
					pixel[c] += weight * sums[3 * column + c];
			}
			for (int c = 0; c < 3; c++)
				*out++ = (uint8_t)(pixel[c] * share + 0.5f);
		}
	}
}
