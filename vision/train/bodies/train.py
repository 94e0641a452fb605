#!/usr/bin/env python3
"""Trains the network of vision/body on crops of claimed tiles in made-up scenes, and writes body.bin and its provenance.

    make train-bodies                                              all of it
    python3 train.py --crops-command PROGRAM --out FOLDER ...      the same by hand; --help lists what can be set

It draws the crops once (PROGRAM is vision/train/bodies, built), keeps them in --work, and takes about an hour on two cores. The network is the encoder
of vision/nn/unet; its one output, in the middle, is the log-odds of a body. Crops of tables of the families kept back calibrate it: a slope and an
offset make its output a log-likelihood ratio (Platt scaling).
"""
import argparse
import math
import os
import shutil
import subprocess
import sys
import time

import numpy as np
import torch
import torch.multiprocessing as mp
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tilemap"))
from train import block, folded, seal  # noqa: E402

SIDE, REACH = 40, 1.0
RECORD = 3 * SIDE * SIDE + 2
FLOOR = 8  # as in vision/body
BY_GLANCE = 3  # claims for vision/train/glances


def options():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--crops-command", required=True, help="the program that makes crops")
    p.add_argument("--out", default="vision/body", help="folder of body.bin")
    p.add_argument("--work", default=".cache/bodies", help="folder of the crops")
    p.add_argument("--scenes", type=int, default=3000)
    p.add_argument("--kept", type=int, default=150, help="scenes on tables of the families kept back")
    p.add_argument("--steps", type=int, default=12000)
    p.add_argument("--batch", type=int, default=128)
    p.add_argument("--rate", type=float, default=3e-3, help="greatest learning rate")
    p.add_argument("--workers", type=int, default=os.cpu_count(), help="processes that learn at a time")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--channels", default="20,40,64", help="at 1/2, 1/4 ... of the crop")
    p.add_argument("--stem", type=int, default=12)
    return p.parse_args()


class Net(nn.Module):
    def __init__(self, channels, stem):
        super().__init__()
        c = channels
        self.first = nn.Sequential(block(3, stem, 2), block(stem, c[0]))
        self.down = nn.Sequential(*[nn.Sequential(block(a, b, 2), block(b, b)) for a, b in zip(c, c[1:])])
        self.middle = nn.Sequential(block(c[-1], c[-1]), block(c[-1], c[-1]))
        self.head = nn.Conv2d(c[-1], 1, 1)

    def forward(self, x):
        y = self.middle(self.down(self.first(x)))
        at = y.shape[-1] // 2
        return self.head(F.dropout(y[:, :, at : at + 1, at : at + 1], 0.1, self.training))[:, 0, 0, 0]


def draw(o, name, count, flags):
    """The crops of so many scenes. Each process draws its share of them."""
    path = os.path.join(o.work, name)
    if not os.path.exists(path):
        print(f"draw {count} scenes", flush=True)
        firsts = [count * k // o.workers for k in range(o.workers + 1)]
        parts = [f"{path}.{k}" for k in range(o.workers)]
        drawn = [subprocess.Popen([o.crops_command, "-from", str(a), "-n", str(b - a), "-out", part, *flags]) for a, b, part in zip(firsts, firsts[1:], parts)]
        if any([p.wait() for p in drawn]):
            sys.exit("bodies: the scenes were not drawn")
        with open(path + ".new", "wb") as whole:
            for part in parts:
                with open(part, "rb") as f:
                    shutil.copyfileobj(f, whole)
                os.remove(part)
        os.replace(path + ".new", path)
    return np.fromfile(path, np.uint8).reshape(-1, RECORD)


def normalized(x):
    """As body.Crop.into: less its mean, over its spread."""
    flat = x.flatten(1)
    mean, spread = flat.mean(1), flat.std(1, unbiased=False)
    return (x - mean.view(-1, 1, 1, 1)) / (spread.view(-1, 1, 1, 1) + FLOOR)


def crops(records):
    return torch.from_numpy(records[:, : 3 * SIDE * SIDE].reshape(-1, SIDE, SIDE, 3).copy()).permute(0, 3, 1, 2).float()


def batch(data, picks, rng):
    """Crops in other lights and colors, blurred, noisy, turned and flipped: a body does not depend on these."""
    chosen = data[picks]
    x, n = crops(chosen), len(chosen)
    uniform = lambda *shape: torch.from_numpy(rng.uniform(-1, 1, shape).astype(np.float32))
    x = 255 * (x / 255).clamp(1e-3, 1) ** torch.exp(0.4 * uniform(n, 1, 1, 1)) * (1 + 0.25 * uniform(n, 3, 1, 1))
    if rng.random() < 0.3:  # what the camera of an old picture knows of colors
        x = torch.lerp(x, x.mean(1, keepdim=True), torch.from_numpy(rng.uniform(0, 1, (n, 1, 1, 1)).astype(np.float32)))
    if rng.random() < 0.4:
        t = torch.arange(-2, 3).float()
        k = torch.exp(-t * t / (2 * rng.uniform(0.3, 1.2) ** 2))
        k = (k / k.sum()).view(1, 1, 1, -1).repeat(3, 1, 1, 1)
        x = F.pad(x, (2, 2, 2, 2), mode="replicate")
        x = F.conv2d(F.conv2d(x, k, groups=3), k.transpose(2, 3), groups=3)
    x = (x + torch.randn_like(x) * rng.uniform(0, 8)).clamp(0, 255)
    if rng.random() < 0.3:  # white letters on black are black ones on white
        x = 255 - x
    x = torch.rot90(x, int(rng.integers(4)), (2, 3))
    if rng.random() < 0.5:
        x = x.flip(3)
    return normalized(x), torch.from_numpy(chosen[:, -1].astype(np.float32))


def scores(net, data):
    net.eval()
    with torch.no_grad():
        return torch.cat([net(normalized(crops(data[i : i + 512]))) for i in range(0, len(data), 512)])


def report(net, data):
    z, y, kind = scores(net, data), torch.from_numpy(data[:, -1].astype(np.float32)), data[:, -2]
    lines = []
    for k, name in enumerate(("faces", "squares", "marks")):
        m = torch.from_numpy(kind == k)
        bodies, others = z[m & (y == 1)], z[m & (y == 0)]
        lines.append(f"{name}: {float((bodies > 0).float().mean()):.4f} of {len(bodies)} bodies, {float((others > 0).float().mean()):.4f} of {len(others)} others called bodies")
    return z, y, "; ".join(lines)


def calibrated(z, y):
    """Slope and offset of the log-likelihood ratio: logistic regression by Newton steps, the classes weighing alike."""
    a, b = 1.0, 0.0
    w = torch.where(y == 1, 1 / y.sum(), 1 / (1 - y).sum()).double()
    z, y = z.double(), y.double()
    for _ in range(50):
        p = torch.sigmoid(a * z + b)
        r, s = w * (p - y), w * p * (1 - p)
        g = torch.stack([(r * z).sum(), r.sum()])
        h = torch.stack([torch.stack([(s * z * z).sum(), (s * z).sum()]), torch.stack([(s * z).sum(), s.sum()])]) + 1e-9 * torch.eye(2)
        step = torch.linalg.solve(h, g)
        a, b = a - float(step[0]), b - float(step[1])
    return a, b


def learn(o, net, data, kept, worker, began):
    """One worker's share of the steps, on weights that all share and change without locks (Hogwild, Recht and others 2011)."""
    classes = [np.flatnonzero(data[:, -1] == k) for k in (0, 1)]
    adam = torch.optim.AdamW(net.parameters(), lr=o.rate, weight_decay=1e-3)
    net.train()
    for step in range(worker, o.steps, o.workers):
        rng = np.random.default_rng([o.seed, step])
        picks = np.concatenate([rng.choice(classes[0], o.batch * 5 // 8), rng.choice(classes[1], o.batch * 3 // 8)])
        for group in adam.param_groups:
            group["lr"] = o.rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * step / o.steps)) + 1e-5
        x, y = batch(data, picks, rng)
        loss = F.binary_cross_entropy_with_logits(net(x), y * 0.98 + 0.01)
        adam.zero_grad(set_to_none=True)
        loss.backward()
        adam.step()
        if step % 50 == 0:
            print(f"step {step} of {o.steps}, {time.time() - began:.0f} s: loss {float(loss):.3f}", flush=True)


def settle(net, data, o):
    """The normalizations' means and variances under the last weights."""
    net.train()
    for m in net.modules():
        if isinstance(m, nn.BatchNorm2d):
            m.reset_running_stats()
            m.momentum = None
    with torch.no_grad():
        for step in range(20):
            rng = np.random.default_rng([o.seed, step, 1])
            net(batch(data, rng.integers(0, len(data), o.batch), rng)[0])


def main():
    o = options()
    os.makedirs(o.work, exist_ok=True)
    data, kept = draw(o, "train.bin", o.scenes, ["-seed", str(o.seed)]), draw(o, "kept.bin", o.kept, ["-kept", "-seed", str(o.seed + 1)])
    data, kept = data[data[:, -2] != BY_GLANCE], kept[kept[:, -2] != BY_GLANCE]
    torch.manual_seed(o.seed)
    channels = [int(c) for c in o.channels.split(",")]
    net = Net(channels, o.stem)
    adam = torch.optim.AdamW(net.parameters(), lr=o.rate, weight_decay=1e-3)
    began = time.time()
    net.share_memory()
    torch.set_num_threads(1)
    workers = [mp.get_context("fork").Process(target=learn, args=(o, net, data, kept, worker, began)) for worker in range(o.workers)]
    for w in workers:
        w.start()
    for w in workers:
        w.join()
    settle(net, data, o)
    z, y, text = report(net, kept)
    slope, offset = calibrated(z, y)
    print(text, "slope", slope, "offset", offset)
    with torch.no_grad():
        net.head.weight *= slope
        net.head.bias.copy_(net.head.bias * slope + offset)
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip() or "not recorded"
    modules = [m for part in (net.first, net.down, net.middle, net.head) for m in part.modules()]
    seal(os.path.join(o.out, "body.bin"), {"stem": o.stem, "channels": channels, "outputs": 1, "encoder": True}, folded(modules),
         {"data": f"{len(data)} crops of {o.scenes} made-up scenes of vision/train/scenes, seed {o.seed}; {o.steps} steps of {o.batch}", "command": "make train-bodies", "commit": commit,
          "score": f"on {o.kept} scenes of families kept back: {text}"})


if __name__ == "__main__":
    main()
