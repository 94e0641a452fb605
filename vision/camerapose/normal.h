#ifndef TILEWATCH_NORMAL_H
#define TILEWATCH_NORMAL_H

#include <stdint.h>

enum { NUMBERS = 12, VECTOR = 4 }; // the most unknowns of a fit, a multiple of the doubles side by side

// A residual with its weight and its derivatives by the unknowns; those beyond the unknowns are 0.
typedef struct {
	double residual, weight, slope[NUMBERS];
} residual;

// Adds n residuals to the lower half of a symmetric matrix and to the right-hand side.
void accumulate(const residual *all, int64_t n, int32_t numbers, double *matrix, double *right);

#endif
