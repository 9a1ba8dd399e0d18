"""Records what PyTorch's optimizer, clipping and schedules do, for the tests of src/tfjs/learner.

Run: python torch-optimizer.py > torch-optimizer.json
"""

import json

import torch

CASES = [
    {"learningRate": 0.01, "beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8, "weightDecay": 0.01},
    {"learningRate": 0.1, "beta1": 0.5, "beta2": 0.9, "epsilon": 1e-3, "weightDecay": 0.3},
    {"learningRate": 0.001, "beta1": 0.0, "beta2": 0.99, "epsilon": 1e-8, "weightDecay": 0.0},
]


def adamw(options):
    generator = torch.Generator().manual_seed(7)
    start = torch.randn(2, 3, generator=generator)
    parameter = torch.nn.Parameter(start.clone())
    optimizer = torch.optim.AdamW(
        [parameter],
        lr=options["learningRate"],
        betas=(options["beta1"], options["beta2"]),
        eps=options["epsilon"],
        weight_decay=options["weightDecay"],
    )
    steps = []
    for step in range(6):
        gradient = torch.randn(2, 3, generator=generator) * 10.0 ** (1 - step)
        parameter.grad = gradient.clone()
        optimizer.step()
        steps.append({"gradient": gradient.flatten().tolist(), "parameter": parameter.detach().flatten().tolist()})
    return {"options": options, "start": start.flatten().tolist(), "shape": [2, 3], "steps": steps}


def clipping(scale, max_norm):
    generator = torch.Generator().manual_seed(11)
    parameters = [torch.nn.Parameter(torch.zeros(shape)) for shape in ((3,), (2, 2))]
    before = []
    for parameter in parameters:
        parameter.grad = torch.randn(parameter.shape, generator=generator) * scale
        before.append(parameter.grad.flatten().tolist())
    norm = torch.nn.utils.clip_grad_norm_(parameters, max_norm)
    after = [parameter.grad.flatten().tolist() for parameter in parameters]
    return {"maxNorm": max_norm, "before": before, "norm": norm.item(), "after": after}


def schedule(warmup, total):
    """LinearLR's warm-up and then CosineAnnealingLR, as factors of the peak rate; step 1 comes first."""
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
    warm = torch.optim.lr_scheduler.LinearLR(optimizer, start_factor=1 / warmup, total_iters=warmup - 1)
    cosine = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=total - warmup, eta_min=0.1)
    both = torch.optim.lr_scheduler.SequentialLR(optimizer, [warm, cosine], milestones=[warmup - 1])
    factors = []
    for _ in range(total):
        factors.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        both.step()
    return {"warmupSteps": warmup, "totalSteps": total, "finalShare": 0.1, "factors": factors}


print(
    json.dumps(
        {
            "torch": torch.__version__.split("+")[0],
            "adamw": [adamw(options) for options in CASES],
            "clipping": [clipping(scale, max_norm) for scale, max_norm in ((1.0, 1.0), (100.0, 0.5), (0.01, 1.0))],
            "schedule": [schedule(5, 25)],
        },
        indent=1,
    )
)
