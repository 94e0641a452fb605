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

// A pose, its lens and its tiles, as in pose.go and package calibration; and the residual beyond which a sight counts as an outlier more and more.
typedef struct {
	double t[3], x[3], y[3], z[3], pitch, thickness;
	double fx, skew, cx, fy, cy, k1, k2, p1, p2, k3, width;
	double outlier;
} pose;

// A point of the lattice and where the picture shows it, as in fit.go.
typedef struct {
	double col, row, level, x, y, nx, ny, weight;
} correspondence;

// The sum of the robust squared residuals of n correspondences.
double robust_cost(const pose *p, const correspondence *all, int64_t n);

// Adds the residuals of n correspondences as accumulate does, with their robust weights. Turns are about middle.
void add_sights(const pose *p, const correspondence *all, int64_t n, const double *middle, int32_t numbers, double *matrix, double *right);

#endif
