"""Records what TRL's GRPOTrainer gives for its losses, with autograd's gradients, and its off-policy mask by itself.

Run: python -P trl-losses.py OUT_DIRECTORY, where TRL and torch are installed; -P because datasets.py beside it is another.
It writes policy_losses_trl_1.jsonl; see test/golden for how it is read. `_compute_loss` of TRL 1.16.0 is the trainer's own, called on a
stand-in that has what the function reads of a trainer: its options, logprobs instead of a model, and one process.
"""

import collections
import importlib.metadata
import json
import pathlib
import random
import sys
import types

import torch
from trl import GRPOConfig
from trl.trainer.grpo_trainer import GRPOTrainer

OUT = pathlib.Path(sys.argv[1])
VERSION = f"trl {importlib.metadata.version('trl')}"
ROWS, COLUMNS = 4, 6


class Draws:
    """Inputs that are multiples of 2^-12, so that they are exact in every precision."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def numbers(self, count, mean, spread):
        return torch.tensor(
            [round(self.random.gauss(mean, spread) * 4096) / 4096 for _ in range(count)], dtype=torch.float64
        )

    def matrix(self, mean, spread):
        return self.numbers(ROWS * COLUMNS, mean, spread).reshape(ROWS, COLUMNS)

    def mask(self, kind):
        bits = [[float(kind == "full" or self.random.random() < 0.7) for _ in range(COLUMNS)] for _ in range(ROWS)]
        if kind == "empty-row":
            bits[0] = [0.0] * COLUMNS
        return torch.tensor(bits, dtype=torch.float64)


def defaults():
    """The options of GRPOConfig without its checks, which look for devices."""
    return {name: field.default for name, field in GRPOConfig.__dataclass_fields__.items()}


def stand_in(options, logprobs, weighted):
    args = types.SimpleNamespace(**{**defaults(), **options, "steps_per_generation": 1})
    entropies = torch.zeros_like(logprobs)
    accelerator = types.SimpleNamespace(
        num_processes=1, sync_gradients=True, gather=lambda x: x, reduce=lambda x, reduction: x
    )
    return types.SimpleNamespace(
        args=args, accelerator=accelerator, model=types.SimpleNamespace(training=True),
        _get_per_token_logps_and_entropies=lambda *_, **__: (logprobs, entropies, None),
        get_off_policy_mask=GRPOTrainer.get_off_policy_mask, get_gamma_weights=GRPOTrainer.get_gamma_weights,
        aux_loss_enabled=False, top_entropy_quantile=1.0, off_policy_mask_threshold=args.off_policy_mask_threshold,
        importance_sampling_level=args.importance_sampling_level, beta=args.beta, loss_type=args.loss_type,
        epsilon_low=args.epsilon, epsilon_high=args.epsilon if args.epsilon_high is None else args.epsilon_high,
        use_vllm=True, vllm_importance_sampling_correction=weighted,
        current_gradient_accumulation_steps=1, max_completion_length=args.max_completion_length,
        _entropy_bonus_enabled=False, _metrics=collections.defaultdict(lambda: collections.defaultdict(list)),
    )


def main():
    torch.set_default_dtype(torch.float64)
    records = []

    def record(tags, options, kind="holes", spread=0.3, sampling=False, weighted=False):
        draws = Draws(f"{tags} {options} {kind} {spread} {sampling} {weighted}")
        old = draws.matrix(-1, 0.5)
        logprobs = (old + draws.matrix(0, spread)).requires_grad_(True)
        mask = draws.mask(kind)
        inputs = {
            "prompt_ids": torch.zeros(ROWS, 1, dtype=torch.long), "prompt_mask": torch.ones(ROWS, 1),
            "completion_ids": torch.zeros(ROWS, COLUMNS, dtype=torch.long), "completion_mask": mask,
            "advantages": draws.numbers(ROWS, 0, 1), "old_per_token_logps": old,
            "ref_per_token_logps": old + draws.matrix(0, 0.4),
            "num_items_in_batch": torch.tensor(float(options.get("num_items_in_batch", mask.sum()))),
        }
        inputs["advantages"][-1] = 0.0
        if sampling:
            inputs["sampling_per_token_logps"] = old + draws.matrix(0.3, 0.3)
        if weighted:
            # The trainer's own are 1 where nothing is counted.
            inputs["importance_sampling_ratio"] = torch.where(mask > 0, abs(draws.matrix(1, 0.3)), 1.0)
        trainer = stand_in(options, logprobs, weighted)
        loss = GRPOTrainer._compute_loss(trainer, None, inputs)
        (gradient,) = torch.autograd.grad(loss, logprobs)
        records.append(
            {
                "id": f"trl-{len(records):04d}", "fn": "compute_loss", "dtype": "float64", "reference": VERSION,
                "tags": tags,
                "inputs": {
                    "logProb": logprobs.tolist(), "oldLogProb": old.tolist(),
                    "refLogProb": inputs["ref_per_token_logps"].tolist() if options.get("beta") else None,
                    "samplingLogProb": inputs["sampling_per_token_logps"].tolist() if sampling else None,
                    "importanceSamplingRatio": inputs["importance_sampling_ratio"].tolist() if weighted else None,
                    "advantages": inputs["advantages"].tolist(), "completionMask": mask.tolist(),
                },
                "options": options,
                "expected": {"loss": loss.item(), "gradLogProb": (gradient + 0.0).tolist()},
            }
        )

    for loss_type in ["grpo", "bnpo", "dr_grpo", "dapo", "luspo", "sapo", "vespo", "cispo"]:
        own = {"loss_type": loss_type, "epsilon_high": 1.2 if loss_type == "cispo" else 0.28}
        for kind in ["full", "holes", "empty-row"]:
            record([kind], own, kind)
            record([kind, "weighted"], own, kind, weighted=True)
        for threshold in [0.02, 0.2, 1.0]:
            for sampling in [False, True]:
                record(["off-policy"], {**own, "off_policy_mask_threshold": threshold}, spread=0.6, sampling=sampling)
        for beta in [0.04, 1.0]:
            record(["kl"], {**own, "beta": beta, "use_bias_correction_kl": False})
            record(["kl", "bias"], {**own, "beta": beta}, spread=0.8)
        everything = {"beta": 0.1, "off_policy_mask_threshold": 0.1}
        record(["everything"], {**own, **everything}, "empty-row", 0.5, sampling=True, weighted=True)
    for loss_type in ["grpo", "bnpo", "dr_grpo", "dapo", "luspo"]:
        own = {"loss_type": loss_type, "importance_sampling_level": "sequence", "epsilon": 0.05, "epsilon_high": 0.08}
        for kind in ["full", "holes", "empty-row"]:
            record([kind, "sequence"], own, kind)
        record(["sequence", "off-policy"], {**own, "off_policy_mask_threshold": 0.05}, spread=0.6, sampling=True)
        record(["sequence", "kl"], {**own, "beta": 0.1, "use_bias_correction_kl": False})
    record(["delta"], {"loss_type": "grpo", "epsilon": 0.1, "delta": 1.3}, spread=0.6)
    record(["items"], {"loss_type": "dapo", "num_items_in_batch": 40})
    record(["length"], {"loss_type": "dr_grpo", "max_completion_length": 9})
    lines = [json.dumps(record, separators=(",", ":"), allow_nan=False) for record in records]
    (OUT / "policy_losses_trl_1.jsonl").write_text("\n".join(lines) + "\n")


main()
