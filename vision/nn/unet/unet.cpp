#include "unet.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <unordered_map>
#include <vector>

#include <dnnl.hpp>

using namespace dnnl;

using Tag = memory::format_tag;
using Arguments = std::unordered_map<int, memory>;

struct tw_unet {
	engine on{engine::kind::cpu, 0};
	stream order{on};
	std::vector<std::pair<primitive, Arguments>> steps;
	memory in, out;

	tw_unet(const tw_unet_shape &shape, const float *weights, int pictures, int height, int width);
	void run(const float *from, float *to);

private:
	const float *next; // weights of the next layer
	std::vector<memory> maps;  // the memory of all maps between the layers, which share it
	std::vector<memory> spare; // of those: what no later step reads
	std::vector<void *> held;  // what a skip connection reads later
	memory room(const memory::desc &form);
	void leave(const memory &map);
	memory convolved(const memory &from, int outputs, int kernel, int stride, bool rectify);
	memory joined(const memory &coarse, memory kept);
	memory inForm(const memory &from, const memory::desc &form);
	memory given(const memory::dims &size, Tag tag, const memory::desc &form);
};

static memory::desc form(const memory::dims &size, Tag tag) { return {size, memory::data_type::f32, tag}; }

static memory::dims sizeOf(const memory &m) {
#if DNNL_VERSION_MAJOR >= 3
	return m.get_desc().get_dims();
#else
	return m.get_desc().dims();
#endif
}

tw_unet::tw_unet(const tw_unet_shape &shape, const float *weights, int pictures, int height, int width) : next(weights) {
	const int *channels = shape.channels, levels = shape.levels;
	in = memory(form({pictures, 3, height, width}, Tag::nchw), on);
	std::vector<memory> kept;
	memory at = convolved(convolved(in, shape.stem, 3, 2, true), channels[0], 3, 1, true);
	for (int i = 1; i < levels; i++) {
		kept.push_back(at);
		held.push_back(at.get_data_handle());
		at = convolved(convolved(at, channels[i], 3, 2, true), channels[i], 3, 1, true);
	}
	at = convolved(convolved(at, channels[levels - 1], 3, 1, true), channels[levels - 1], 3, 1, true);
	for (int i = levels - 2; i >= 0 && !shape.encoder; i--) {
		at = joined(convolved(at, channels[i], 1, 1, false), kept[i]);
		at = convolved(convolved(at, channels[i], 3, 1, true), channels[i], 3, 1, true);
	}
	at = convolved(at, shape.outputs, 1, 1, false);
	out = inForm(at, form(sizeOf(at), Tag::nchw));
}

// Memory for a map: the smallest spare one that holds it.
memory tw_unet::room(const memory::desc &form) {
	auto best = spare.end();
	for (auto m = spare.begin(); m != spare.end(); m++)
		if (m->get_desc().get_size() >= form.get_size() && (best == spare.end() || m->get_desc().get_size() < best->get_desc().get_size())) best = m;
	if (best == spare.end()) {
		maps.push_back(memory(form, on));
		return maps.back();
	}
	void *const there = best->get_data_handle();
	spare.erase(best);
	return {form, on, there};
}

// A map that the steps so far have read, unless a skip connection reads it later.
void tw_unet::leave(const memory &map) {
	const auto has = [&](const memory &m) { return m.get_data_handle() == map.get_data_handle(); };
	const auto whole = std::find_if(maps.begin(), maps.end(), has);
	if (whole != maps.end() && std::find(held.begin(), held.end(), map.get_data_handle()) == held.end()) spare.push_back(*whole);
}

// The result of a convolution, in whatever form suits the machine.
memory tw_unet::convolved(const memory &from, int outputs, int kernel, int stride, bool rectify) {
	const memory::dims size = sizeOf(from), weights = {outputs, size[1], kernel, kernel}, steps = {stride, stride}, rim = {kernel / 2, kernel / 2};
	const memory::dims result = {size[0], outputs, (size[2] + stride - 1) / stride, (size[3] + stride - 1) / stride};
	post_ops after;
	if (rectify) {
#if DNNL_VERSION_MAJOR >= 3
		after.append_eltwise(algorithm::eltwise_relu, 0, 0);
#else
		after.append_eltwise(1, algorithm::eltwise_relu, 0, 0);
#endif
	}
	primitive_attr with;
	with.set_post_ops(after);
	const memory::desc any = form(size, Tag::any), biases = form({outputs}, Tag::x);
#if DNNL_VERSION_MAJOR >= 3
	const convolution_forward::primitive_desc plan(on, prop_kind::forward_inference, algorithm::convolution_auto, any, form(weights, Tag::any), biases, form(result, Tag::any), steps, rim, rim, with);
#else
	const convolution_forward::primitive_desc plan({prop_kind::forward_inference, algorithm::convolution_auto, any, form(weights, Tag::any), biases, form(result, Tag::any), steps, rim, rim}, with, on);
#endif
	const memory source = inForm(from, plan.src_desc()), to = room(plan.dst_desc());
	const memory w = given(weights, Tag::oihw, plan.weights_desc()), b = given({outputs}, Tag::x, biases);
	this->steps.push_back({convolution_forward(plan), {{DNNL_ARG_SRC, source}, {DNNL_ARG_WEIGHTS, w}, {DNNL_ARG_BIAS, b}, {DNNL_ARG_DST, to}}});
	leave(source);
	return to;
}

// Adds a coarser map, twice as large, to a kept one in its place.
memory tw_unet::joined(const memory &coarse, memory kept) {
	post_ops after;
	after.append_sum(1);
	primitive_attr with;
	with.set_post_ops(after);
	const memory source = inForm(coarse, kept.get_desc());
#if DNNL_VERSION_MAJOR >= 3
	const resampling_forward::primitive_desc plan(on, prop_kind::forward_inference, algorithm::resampling_nearest, {2, 2}, source.get_desc(), kept.get_desc(), with);
#else
	const resampling_forward::primitive_desc plan({prop_kind::forward_inference, algorithm::resampling_nearest, {2, 2}, source.get_desc(), kept.get_desc()}, with, on);
#endif
	steps.push_back({resampling_forward(plan), {{DNNL_ARG_SRC, source}, {DNNL_ARG_DST, kept}}});
	leave(source);
	held.erase(std::find(held.begin(), held.end(), kept.get_data_handle()));
	return kept;
}

// A map in the form of another one; its own size stays.
memory tw_unet::inForm(const memory &from, const memory::desc &like) {
	memory::desc wanted = like;
	if (sizeOf(from) != sizeOf(memory(like, on, nullptr)))
		wanted = from.get_desc(); // a coarser map: the library takes forms that differ in size only as they come
	if (from.get_desc() == wanted) return from;
	const memory to = room(wanted);
	steps.push_back({reorder(from, to), {{DNNL_ARG_FROM, from}, {DNNL_ARG_TO, to}}});
	leave(from);
	return to;
}

// The next weights, in the form that a plan wants.
memory tw_unet::given(const memory::dims &size, Tag tag, const memory::desc &wanted) {
	memory plain(form(size, tag), on, const_cast<float *>(next)), own(wanted, on);
	size_t count = 1;
	for (auto n : size) count *= n;
	next += count;
	reorder(plain, own).execute(order, plain, own);
	order.wait();
	return own;
}

void tw_unet::run(const float *from, float *to) {
	memcpy(in.get_data_handle(), from, in.get_desc().get_size());
	for (auto &s : steps) s.first.execute(order, s.second);
	order.wait();
	memcpy(to, out.get_data_handle(), out.get_desc().get_size());
}

// No exception may cross into Go.
template <typename Do> static bool guarded(char *why, size_t room, Do what) {
	try {
		what();
		return true;
	} catch (const std::exception &e) {
		snprintf(why, room, "%s", e.what());
	} catch (...) {
		snprintf(why, room, "unknown failure");
	}
	return false;
}

tw_unet *tw_unet_new(tw_unet_shape shape, const float *weights, int pictures, int height, int width, char *why, size_t room) {
	tw_unet *net = nullptr;
	guarded(why, room, [&] { net = new tw_unet(shape, weights, pictures, height, width); });
	return net;
}

void tw_unet_free(tw_unet *net) { delete net; }

int tw_unet_run(tw_unet *net, const float *in, float *out, char *why, size_t room) {
	return guarded(why, room, [&] { net->run(in, out); });
}
