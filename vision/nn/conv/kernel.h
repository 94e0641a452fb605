#ifndef CONV_KERNEL_H
#define CONV_KERNEL_H

#include <stdint.h>

enum { LANES = 16 }; // channels of an output come in whole vectors

// feature_map is a feature map: h x w points of c channels, rows one after the other, with a border of one point of zeros all around. data points to
// the border's first number.
typedef struct {
	float *data;
	int64_t h, w, c;
} feature_map;

// convolve computes rows from to to of a convolution with 3 x 3 taps (1 if single): weights are by tap, input channel, output channel. It adds to
// what out holds if add is set; bias may be null; rectify cuts below 0.
void convolve(feature_map in, const float *weights, const float *bias, feature_map out, int64_t from, int64_t to, int single, int add, int rectify);

// weigh adds the gradient of a convolution's weights: the products of in and the output's gradient, summed over rows from to to.
void weigh(feature_map in, feature_map gradient, float *weights, float *bias, int64_t from, int64_t to, int single);

// halve sums squares of 2 x 2 points, scaled; it adds to what out holds if add is set.
void halve(feature_map in, feature_map out, int64_t from, int64_t to, float scale, int add);

// spread adds each point of in to 2 x 2 points of out, scaled.
void spread(feature_map in, feature_map out, int64_t from, int64_t to, float scale);

// moments sums a row's channels, and the products of two maps' channels.
void moments(feature_map m, feature_map other, int64_t y, float *sum, float *product);

// normalize makes of rows from to to (x - mean) * inverse, keeps that in kept (unless its data is null), and goes on with gain times that plus
// shift, plus what residual has (unless its data is null), cut below 0 if rectify is set.
void normalize(feature_map m, const float *mean, const float *inverse, const float *gain, const float *shift, feature_map residual, feature_map kept, int64_t from, int64_t to, int rectify);

// combine makes of a gradient a * gradient + b + c * kept, channel by channel.
void combine(feature_map gradient, feature_map kept, const float *a, const float *b, const float *c);

#endif
