#include "normal.h"

// Machines with wider vectors use them; all do the same operations in the same order, so numbers come out the same.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default"), optimize("O3")))
#else
#define WIDE
#endif
#define INLINE static inline __attribute__((always_inline))

typedef double doubles __attribute__((vector_size(8 * VECTOR), aligned(8), may_alias));
typedef int64_t masks __attribute__((vector_size(8 * VECTOR), aligned(8), may_alias));

// sights are correspondences side by side, each along one direction of the picture.
typedef struct {
	double col[VECTOR], row[VECTOR], level[VECTOR], x[VECTOR], y[VECTOR], nx[VECTOR], ny[VECTOR], weight[VECTOR];
} sights;
#define OF(numbers) (*(const doubles *)(numbers))

// take takes the next sights, as many as stand side by side, and says how many there were: an edge is one along its normal, a point two, along the axes.
INLINE int take(const correspondence **next, const correspondence *end, int *second, sights *s) {
	int n = 0;
	for (; n < VECTOR && *next < end; n++) {
		const correspondence *o = *next;
		const int point = o->nx == 0 && o->ny == 0;
		s->col[n] = o->col, s->row[n] = o->row, s->level[n] = o->level, s->x[n] = o->x, s->y[n] = o->y, s->weight[n] = o->weight;
		s->nx[n] = point ? !*second : o->nx, s->ny[n] = point ? *second : o->ny;
		*second = point && !*second;
		*next += !*second;
	}
	return n;
}

// seen is where points lie in camera space, and where the camera shows them: normalized, with the radial factor of the lens, and in pixels.
typedef struct {
	doubles at[3], xn, yn, r2, radial, x, y;
} seen;

INLINE void project(const pose *p, const sights *s, seen *to) {
	const doubles x = OF(s->col) * p->pitch, y = OF(s->row) * p->pitch, z = -OF(s->level) * p->thickness;
	for (int i = 0; i < 3; i++)
		to->at[i] = p->t[i] + x * p->x[i] + y * p->y[i] + z * p->z[i];
	const doubles xn = to->at[0] / to->at[2], yn = to->at[1] / to->at[2], r2 = xn * xn + yn * yn;
	const doubles radial = 1 + r2 * (p->k1 + r2 * (p->k2 + r2 * p->k3));
	const doubles xd = xn * radial + (2 * p->p1 * xn * yn + p->p2 * (r2 + 2 * xn * xn));
	const doubles yd = yn * radial + (p->p1 * (r2 + 2 * yn * yn) + 2 * p->p2 * xn * yn);
	const masks behind = ~(to->at[2] > 0);
	to->xn = xn, to->yn = yn, to->r2 = r2, to->radial = radial;
	to->x = (doubles)((masks)(p->fx * xd + p->skew * yd + p->cx) | behind); // not a number
	to->y = (doubles)((masks)(p->fy * yd + p->cy) | behind);
}

// robust is the square root of a residual's weight, by Geman and McClure.
INLINE void robust(const pose *p, const doubles *r, doubles *trust) { *trust = 1 / (1 + *r * *r / (p->outlier * p->outlier)); }

WIDE double robust_cost(const pose *p, const correspondence *all, int64_t n) {
	const correspondence *end = all + n;
	sights s = {0};
	double sum = 0;
	for (int second = 0; all < end;) {
		const int count = take(&all, end, &second, &s);
		seen at;
		project(p, &s, &at);
		const doubles dx = (at.x - OF(s.x)) * OF(s.weight), dy = (at.y - OF(s.y)) * OF(s.weight);
		const doubles r = dx * OF(s.nx) + dy * OF(s.ny);
		doubles trust;
		robust(p, &r, &trust);
		const doubles loss = r * r * trust;
		for (int i = 0; i < count; i++)
			sum += loss[i];
	}
	return sum;
}

// slopes are the derivatives of residuals along nx and ny by the unknowns: a turn, a shift, and the free intrinsics.
INLINE void slopes(const pose *p, const sights *s, const seen *at, const double *middle, int32_t numbers, const doubles *nx, const doubles *ny, doubles *out) {
	const doubles xn = at->xn, yn = at->yn, r2 = at->r2, z = at->at[2];
	const doubles slope = 2 * (p->k1 + r2 * (2 * p->k2 + r2 * 3 * p->k3)); // of radial by x is slope*x, by y slope*y
	const doubles xx = at->radial + slope * xn * xn + 2 * p->p1 * yn + 6 * p->p2 * xn;
	const doubles xy = slope * xn * yn + 2 * p->p1 * xn + 2 * p->p2 * yn;
	const doubles yy = at->radial + slope * yn * yn + 6 * p->p1 * yn + 2 * p->p2 * xn;
	const doubles ux = p->fx * xx + p->skew * xy, uy = p->fx * xy + p->skew * yy, vx = p->fy * xy, vy = p->fy * yy;
	const doubles by[2][3] = {{ux / z, uy / z, -(ux * xn + uy * yn) / z}, {vx / z, vy / z, -(vx * xn + vy * yn) / z}};
	doubles shift[3], arm[3];
	for (int i = 0; i < 3; i++)
		shift[i] = by[0][i] * *nx + by[1][i] * *ny, arm[i] = at->at[i] - middle[i];
	for (int i = 0; i < 3; i++) {
		out[i] = arm[(i + 1) % 3] * shift[(i + 2) % 3] - arm[(i + 2) % 3] * shift[(i + 1) % 3];
		out[3 + i] = shift[i];
	}
	if (numbers <= 6)
		return;
	out[6] = (at->x - p->cx + by[0][2] * middle[2]) * *nx + (at->y - p->cy + by[1][2] * middle[2]) * *ny;
	out[7] = p->width * *nx + 0 * *ny;
	out[8] = 0 * *nx + p->width * *ny;
	out[9] = p->fx * xn * r2 * *nx + p->fy * yn * r2 * *ny;
	out[10] = p->fx * xn * r2 * r2 * *nx + p->fy * yn * r2 * r2 * *ny;
	doubles up[3];
	for (int i = 0; i < 3; i++)
		up[i] = p->z[i] * ((1 - OF(s->level)) * p->thickness);
	out[11] = (by[0][0] * up[0] + by[0][1] * up[1] + by[0][2] * up[2]) * *nx + (by[1][0] * up[0] + by[1][1] * up[1] + by[1][2] * up[2]) * *ny;
}

enum { TOGETHER = 64 }; // residuals worth collecting, as in solve.go

WIDE void add_sights(const pose *p, const correspondence *all, int64_t n, const double *middle, int32_t numbers, double *matrix, double *right) {
	const correspondence *end = all + n;
	sights s = {0};
	residual room[TOGETHER];
	int filled = 0;
	for (int second = 0; all < end;) {
		const int count = take(&all, end, &second, &s);
		seen at;
		project(p, &s, &at);
		const doubles nx = OF(s.nx) * OF(s.weight), ny = OF(s.ny) * OF(s.weight);
		const doubles r = (at.x - OF(s.x)) * nx + (at.y - OF(s.y)) * ny;
		doubles trust, slope[NUMBERS] = {0};
		robust(p, &r, &trust);
		slopes(p, &s, &at, middle, numbers, &nx, &ny, slope);
		for (int i = 0; i < count; i++, filled++) {
			room[filled].residual = r[i], room[filled].weight = trust[i] * trust[i];
			for (int k = 0; k < NUMBERS; k++)
				room[filled].slope[k] = slope[k][i];
		}
		if (filled + VECTOR > TOGETHER) {
			accumulate(room, filled, numbers, matrix, right);
			filled = 0;
		}
	}
	accumulate(room, filled, numbers, matrix, right);
}
