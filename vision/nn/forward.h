#include <stdint.h>

enum { WIDTH = 8 };                     // numbers side by side; rows of weights are padded to a multiple of it
enum { RECTIFIED, TANH, TANH_TABLE };   // activations of hidden units, as in net.go
enum { MOST_UNITS = 1024, MOST_INPUTS = 4096 }; // what a working place on the stack has room for

// A network's numbers, one after the other: mean and scale of each input (if normalized), a row of weights for each input, the hidden
// units' biases, a row of weights for each hidden unit, the outputs' biases. Rows are padded with zeros.
typedef struct {
	int32_t inputs, hidden, outputs;
	int32_t activation, normalized, bias_last, softmax;
} shape;

// Numbers of 16 bits, each times peak and by steps.
void widen(const uint8_t *from, float peak, float steps, int64_t n, float *to);

void forward(shape s, const float *numbers, const float *table, const float *inputs, int n, float *outputs);
void forward_double(shape s, const float *numbers, const float *table, const float *inputs, int n, double *outputs);
