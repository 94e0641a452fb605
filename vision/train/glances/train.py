#!/usr/bin/env python3
"""Trains the network of vision/body that glances at marks, and writes glance.bin and its provenance.

    make train-glances                                             all of it
    python3 train.py --crops-command PROGRAM --out FOLDER ...      the same by hand; --help lists what can be set

It learns from the glances among the crops of vision/train/bodies, which it draws unless they are in --work, and takes some minutes on a core. What is
glanced at has not been read: so a crop is turned any way, and a letter is of one size in it, its tile of any. Crops of tables of the families kept back
say below which output a mark is surely none.
"""
import argparse
import importlib.util
import math
import os
import subprocess
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "tilemap"))
from train import folded, seal  # noqa: E402

spec = importlib.util.spec_from_file_location("bodies", os.path.join(HERE, "..", "bodies", "train.py"))
bodies = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bodies)

SIDE, REACH = 20, 0.7  # as in vision/body; bodies' crops reach far enough for each turn
LOST = (0.002, 0.005, 0.01, 0.02)  # shares of the bodies for which the card says how many others stay


def options():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--crops-command", required=True, help="the program that makes crops")
    p.add_argument("--out", default="vision/body", help="folder of glance.bin")
    p.add_argument("--work", default=".cache/bodies", help="folder of the crops")
    p.add_argument("--scenes", type=int, default=3000)
    p.add_argument("--kept", type=int, default=150, help="scenes on tables of the families kept back")
    p.add_argument("--steps", type=int, default=2000)
    p.add_argument("--batch", type=int, default=128)
    p.add_argument("--rate", type=float, default=3e-3, help="greatest learning rate")
    p.add_argument("--workers", type=int, default=os.cpu_count(), help="processes that draw at a time")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--channels", default="12,24", help="at 1/2, 1/4 of the crop")
    p.add_argument("--stem", type=int, default=8)
    return p.parse_args()


def glanced(records):
    return np.ascontiguousarray(records[np.flatnonzero(records[:, -2] == bodies.BY_GLANCE)])


def glances(x, turns, sizes):
    """What a glance shows of such crops, turned and of such sizes, as the network sees it."""
    n = len(x)
    c, s = REACH * sizes * torch.cos(turns), REACH * sizes * torch.sin(turns)
    zero = torch.zeros(n)
    grid = F.affine_grid(torch.stack([torch.stack([c, -s, zero], 1), torch.stack([s, c, zero], 1)], 1), [n, 3, SIDE, SIDE], align_corners=False)
    return bodies.normalized(F.grid_sample(x, grid, align_corners=False, padding_mode="border"))


def batch(data, picks, rng):
    """Glances in other lights and colors, noisy, flipped, and turned any way."""
    chosen, n = data[picks], len(picks)
    x = bodies.crops(chosen)
    uniform = lambda *shape: torch.from_numpy(rng.uniform(-1, 1, shape).astype(np.float32))
    x = 255 * (x / 255).clamp(1e-3, 1) ** torch.exp(0.4 * uniform(n, 1, 1, 1)) * (1 + 0.25 * uniform(n, 3, 1, 1))
    if rng.random() < 0.3:
        x = torch.lerp(x, x.mean(1, keepdim=True), torch.from_numpy(rng.uniform(0, 1, (n, 1, 1, 1)).astype(np.float32)))
    x = (x + torch.randn_like(x) * rng.uniform(0, 8)).clamp(0, 255)
    if rng.random() < 0.3:  # white letters on black are black ones on white
        x = 255 - x
    if rng.random() < 0.5:
        x = x.flip(3)
    return glances(x, math.pi * uniform(n), torch.exp(0.1 * uniform(n))), torch.from_numpy(chosen[:, -1].astype(np.float32))


def scores(net, data, seed):
    """Those of all crops, each turned one way."""
    turns = torch.from_numpy(np.random.default_rng(seed).uniform(0, 2 * math.pi, len(data)).astype(np.float32))
    parts = [slice(i, i + 512) for i in range(0, len(data), 512)]
    with torch.no_grad():
        return torch.cat([net(glances(bodies.crops(data[p]), turns[p], torch.ones(len(turns[p])))) for p in parts])


def learn(o, net, data):
    classes = [np.flatnonzero(data[:, -1] == k) for k in (0, 1)]
    adam = torch.optim.AdamW(net.parameters(), lr=o.rate, weight_decay=1e-3)
    net.train()
    began = time.time()
    for step in range(o.steps):
        rng = np.random.default_rng([o.seed, step])
        picks = np.concatenate([rng.choice(classes[0], o.batch * 9 // 16), rng.choice(classes[1], o.batch * 7 // 16)])
        for group in adam.param_groups:
            group["lr"] = o.rate * min(1, (step + 1) / 100) * (0.5 + 0.5 * math.cos(math.pi * step / o.steps)) + 1e-5
        x, y = batch(data, picks, rng)
        loss = F.binary_cross_entropy_with_logits(net(x), y)
        adam.zero_grad(set_to_none=True)
        loss.backward()
        adam.step()
        if step % 100 == 0:
            print(f"step {step} of {o.steps}, {time.time() - began:.0f} s: loss {float(loss.detach()):.3f}", flush=True)
    net.eval()


def main():
    o = options()
    os.makedirs(o.work, exist_ok=True)
    data = glanced(bodies.draw(o, "train.bin", o.scenes, ["-seed", str(o.seed)]))
    kept = glanced(bodies.draw(o, "kept.bin", o.kept, ["-kept", "-seed", str(o.seed + 1)]))
    torch.manual_seed(o.seed)
    torch.set_num_threads(1)
    channels = [int(c) for c in o.channels.split(",")]
    net = bodies.Net(channels, o.stem)
    learn(o, net, data)
    z, y = scores(net, kept, o.seed), torch.from_numpy(kept[:, -1].astype(np.float32))
    found, others = z[y == 1], z[y == 0]
    text = "; ".join(f"at {t:.2f} {lost} of {len(found)} bodies are lost and {float((others >= t).float().mean()):.2f} of {len(others)} others stay"
                     for lost in LOST for t in [float(torch.quantile(found, lost))])
    print(text)
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], capture_output=True, text=True).stdout.strip() or "not recorded"
    modules = [m for part in (net.first, net.down, net.middle, net.head) for m in part.modules()]
    seal(os.path.join(o.out, "glance.bin"), {"stem": o.stem, "channels": channels, "outputs": 1, "encoder": True}, folded(modules),
         {"data": f"{len(data)} marks among the crops of {o.scenes} made-up scenes that vision/train/bodies draws, seed {o.seed}; {o.steps} steps of {o.batch}",
          "command": "make train-glances", "commit": commit, "score": f"on {o.kept} scenes of families kept back: {text}"})


if __name__ == "__main__":
    main()
