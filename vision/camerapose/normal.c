#include "normal.h"

// Machines with wider vectors use them; sums run in the same order on all, so they come out the same.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default"), optimize("O3")))
#else
#define WIDE
#endif
#define INLINE static inline __attribute__((always_inline))

typedef double doubles __attribute__((vector_size(8 * VECTOR), aligned(8), may_alias));

// rows adds to ROWS rows of the matrix from FIRST on, and to their numbers of the right-hand side. Both are constants where it is called, so that the sums
// stay in registers. A row ends with the vector that holds its diagonal.
INLINE void rows(const int FIRST, const int ROWS, const residual *all, int64_t n, double *matrix, double *right) {
	doubles sums[8][NUMBERS / VECTOR], sides[2];
#pragma GCC unroll 8
	for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 3
		for (int v = 0; v <= (FIRST + r) / VECTOR; v++)
			sums[r][v] = ((const doubles *)(matrix + (FIRST + r) * NUMBERS))[v];
#pragma GCC unroll 2
	for (int v = 0; v < (ROWS + VECTOR - 1) / VECTOR; v++)
		sides[v] = ((const doubles *)(right + FIRST))[v];
	for (int64_t i = 0; i < n; i++) {
		const doubles *slope = (const doubles *)all[i].slope;
		doubles weighted[2];
#pragma GCC unroll 2
		for (int v = 0; v < (ROWS + VECTOR - 1) / VECTOR; v++) {
			weighted[v] = slope[FIRST / VECTOR + v] * all[i].weight;
			sides[v] -= weighted[v] * all[i].residual;
		}
#pragma GCC unroll 8
		for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 3
			for (int v = 0; v <= (FIRST + r) / VECTOR; v++)
				sums[r][v] += slope[v] * weighted[r / VECTOR][r % VECTOR];
	}
#pragma GCC unroll 8
	for (int r = 0; r < ROWS; r++)
#pragma GCC unroll 3
		for (int v = 0; v <= (FIRST + r) / VECTOR; v++)
			((doubles *)(matrix + (FIRST + r) * NUMBERS))[v] = sums[r][v];
#pragma GCC unroll 2
	for (int v = 0; v < (ROWS + VECTOR - 1) / VECTOR; v++)
		((doubles *)(right + FIRST))[v] = sides[v];
}

WIDE void accumulate(const residual *all, int64_t n, int32_t numbers, double *matrix, double *right) {
	if (numbers <= 6) {
		rows(0, 6, all, n, matrix, right);
		return;
	}
	rows(0, 4, all, n, matrix, right);
	rows(4, 4, all, n, matrix, right);
	rows(8, 4, all, n, matrix, right);
}
