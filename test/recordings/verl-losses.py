"""Records what a checkout of verl gives for aggregation, KL kinds, value losses and rollout correction, with autograd's gradients.

Run: python verl-losses.py VERL_CHECKOUT OUT_DIRECTORY
It writes advantages_verl_0_10.jsonl (GDPO), policy_losses_verl_0_10.jsonl and rollout_correction_verl_0_10.jsonl for verl 0.10.0.dev
(1dda039b9c6311889a9c9a26040677e1254814f9); see test/golden for how they are read. What does no arithmetic (containers,
configuration classes, tokenizers) is replaced by stand-ins, so that torch and numpy are all it needs.
"""

import importlib.util
import json
import math
import pathlib
import random
import sys
import types

import torch

CHECKOUT, OUT = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
VERSION = "verl 0.10.0.dev 1dda039"


class Config(dict):
    """A configuration that is read by attribute and by key."""

    __getattr__ = dict.__getitem__


def stand_in(name, **members):
    module = types.ModuleType(name)
    module.__path__ = []
    for member, value in members.items():
        setattr(module, member, value)
    sys.modules[name] = module
    parent, _, leaf = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], leaf, module)
    return module


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, CHECKOUT / path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    parent, _, leaf = name.rpartition(".")
    setattr(sys.modules[parent], leaf, module)
    spec.loader.exec_module(module)
    return module


def load_verl():
    nothing = type("Nothing", (), {})
    stand_in("omegaconf", DictConfig=nothing, MISSING=None, OmegaConf=nothing)
    stand_in("tensordict", TensorDict=nothing)
    stand_in("transformers", PreTrainedTokenizer=nothing)
    stand_in("verl")
    stand_in("verl.utils")
    stand_in("verl.utils.device", get_device_name=lambda: "cpu", get_torch_device=lambda: torch)
    stand_in("verl.protocol", DataProto=nothing)
    load("verl.utils.torch_functional", "verl/utils/torch_functional.py")
    groupwise = load("verl.utils.groupwise", "verl/utils/groupwise.py")
    sys.modules["verl.utils"].as_torch_index = groupwise.as_torch_index
    sys.modules["verl.utils"].group_mean_std = groupwise.group_mean_std
    load("verl.utils.import_utils", "verl/utils/import_utils.py")
    load("verl.base_config", "verl/base_config.py")
    stand_in("verl.trainer")
    stand_in("verl.trainer.ppo")
    stand_in("verl.trainer.config", AlgoConfig=type("AlgoConfig", (), {}))
    algorithm = load("verl.trainer.config.algorithm", "verl/trainer/config/algorithm.py")
    stand_in("verl.workers")
    stand_in("verl.workers.config", ActorConfig=Config)
    stand_in("verl.workers.config.actor", PolicyLossConfig=nothing)
    core = load("verl.trainer.ppo.core_algos", "verl/trainer/ppo/core_algos.py")
    correction = load("verl.trainer.ppo.rollout_corr_helper", "verl/trainer/ppo/rollout_corr_helper.py")
    return core, correction, algorithm.RolloutCorrectionConfig


def plain(value):
    """A value as the records write it: lists, and text for what JSON has no number for."""
    if isinstance(value, torch.Tensor):
        return plain(value.detach().tolist())
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(member) for member in value]
    if isinstance(value, float):
        if math.isnan(value):
            return "NaN"
        if math.isinf(value):
            return "Infinity" if value > 0 else "-Infinity"
        return value + 0.0
    return value


class Recorder:
    def __init__(self, prefix):
        self.prefix, self.records = prefix, []

    def add(self, fn, tags, inputs, options, compute, dtype="float64"):
        try:
            expected = compute()
        except Exception as error:  # what verl raises is recorded by its type
            expected = {"error": {"type": type(error).__name__, "message": str(error)}}
        self.records.append(
            {
                "id": f"{self.prefix}-{len(self.records):04d}",
                "fn": fn,
                "dtype": dtype,
                "reference": VERSION,
                "tags": tags,
                "inputs": plain(inputs),
                "options": plain(options),
                "expected": plain(expected),
            }
        )

    def write(self, path):
        lines = [json.dumps(record, separators=(",", ":"), allow_nan=False) for record in self.records]
        path.write_text("\n".join(lines) + "\n")


class Draws:
    """Inputs that are multiples of 2^-12, so that they are exact in every precision."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def matrix(self, rows, columns, mean, spread):
        draw = lambda: round(self.random.gauss(mean, spread) * 4096) / 4096
        return torch.tensor([[draw() for _ in range(columns)] for _ in range(rows)], dtype=torch.float64)

    def mask(self, rows, columns, kind):
        if kind == "none":
            return torch.zeros(rows, columns, dtype=torch.float64)
        bits = [[float(kind == "full" or self.random.random() < 0.7) for _ in range(columns)] for _ in range(rows)]
        if kind == "empty-row":
            bits[0] = [0.0] * columns
        return torch.tensor(bits, dtype=torch.float64)


def gradient_of(compute, tensor):
    tensor = tensor.clone().requires_grad_(True)
    result = compute(tensor)
    scalar = result[0] if isinstance(result, tuple) else result
    (gradient,) = torch.autograd.grad(scalar.sum(), tensor, allow_unused=True)
    return result, torch.zeros_like(tensor) if gradient is None else gradient


MODES = ["token-mean", "token-sum", "seq-mean-token-sum", "seq-mean-token-sum-norm", "seq-mean-token-mean"]
INFOS = [
    {},
    {"loss_scale_factor": 5},
    {"global_batch_size": 9},
    {"global_batch_size": 9, "loss_scale_factor": 16},
    {"batch_num_tokens": 33},
    {"dp_size": 2},
    {"dp_size": 2, "batch_num_tokens": 33, "global_batch_size": 9},
]
MASKS = ["full", "holes", "empty-row", "none"]


def record_losses(core):
    recorder = Recorder("pol10")
    for mode in MODES + ["batch-mean"]:
        for info in INFOS:
            for kind in MASKS:
                draws = Draws(f"agg {mode} {info} {kind}")
                losses, mask = draws.matrix(4, 6, 0.2, 1), draws.mask(4, 6, kind)

                def aggregate():
                    run = lambda x: core.agg_loss(loss_mat=x, loss_mask=mask, loss_agg_mode=mode, **info)
                    loss, gradient = gradient_of(run, losses)
                    return {"loss": loss.item(), "gradLossMat": gradient}

                options = {"loss_agg_mode": mode, **info}
                recorder.add("agg_loss", [kind], {"lossMat": losses, "lossMask": mask}, options, aggregate)

    kinds = ["kl", "k1", "abs", "mse", "k2", "low_var_kl", "k3"]
    for kind in [*kinds, *(f"{kind}+" for kind in kinds), "full", "k4"]:
        for spread in [0.3, 8]:
            draws = Draws(f"kl {kind} {spread}")
            logprob, reference = draws.matrix(3, 5, -1, 0.6), draws.matrix(3, 5, -1, spread)

            def penalize():
                value, gradient = gradient_of(lambda x: core.kl_penalty(x, reference, kind), logprob)
                return {"value": value, "gradLogProb": gradient}

            inputs = {"logProb": logprob, "refLogProb": reference, "gradOutput": None}
            recorder.add("kl_penalty", [f"spread-{spread}"], inputs, {"kl_penalty": kind}, penalize)

    for mode in MODES:
        for info in INFOS:
            draws = Draws(f"value {mode} {info}")
            values, old, returns = (draws.matrix(4, 6, 0, 0.8) for _ in range(3))
            mask = draws.mask(4, 6, "holes")

            def value_loss():
                def run(x):
                    loss, clipped = core.compute_value_loss(x, returns, old, mask, 0.5, mode, **info)
                    return loss, clipped

                (loss, clipped), gradient = gradient_of(run, values)
                return {"loss": loss.item(), "clipfrac": clipped.item(), "gradVpreds": gradient}

            inputs = {"vpreds": values, "values": old, "returns": returns, "responseMask": mask}
            options = {"cliprange_value": 0.5, "loss_agg_mode": mode, **info}
            recorder.add("compute_value_loss", [], inputs, options, value_loss)

    for name in ["vanilla", "gspo", "sapo", "gpg", "kl_cov", "geo_mean", "cispo"]:
        for mode in MODES:
            for info in [{}, {"global_batch_size": 9, "batch_num_tokens": 33, "loss_scale_factor": 7}]:
                draws = Draws(f"policy {name} {mode} {info}")
                old = draws.matrix(4, 6, -1, 0.5)
                logprob = old + draws.matrix(4, 6, 0, 0.3)
                advantages, mask = draws.matrix(4, 6, 0, 1), draws.mask(4, 6, "empty-row")
                config = Config(
                    clip_ratio=0.2, clip_ratio_low=0.2, clip_ratio_high=0.28, clip_ratio_c=3.0, tau_pos=1.0,
                    tau_neg=1.05, global_batch_info=info, policy_loss=Config(kl_cov_ratio=0.2, ppo_kl_coef=0.1),
                )

                def policy():
                    loss = core.get_policy_loss_fn(name)
                    run = lambda x: loss(old, x, advantages, mask, loss_agg_mode=mode, config=config)
                    (value, metrics), gradient = gradient_of(run, logprob)
                    return {"loss": value.item(), "metrics": metrics, "gradLogProb": gradient}

                inputs = {
                    "oldLogProb": old, "logProb": logprob, "advantages": advantages, "responseMask": mask,
                    "rolloutIsWeights": None,
                }
                options = {
                    "loss_agg_mode": mode, "clip_ratio_high": 0.28, "policy_loss": {"kl_cov_ratio": 0.2},
                    "global_batch_info": info,
                }
                recorder.add(f"policy_loss/{name}", [], inputs, options, policy)
    record_divergences(core, recorder)
    return recorder


def record_divergences(core, recorder):
    """The losses that came after the first recording; they read a beta and limits that others do not."""
    for name in ["dppo_tv", "dppo_kl", "dro"]:
        for mode in MODES:
            for spread, kind, beta in [(0.3, "empty-row", 0.1), (1.5, "holes", 2.0), (8.0, "full", 0.5)]:
                for weighted in [False, True]:
                    draws = Draws(f"divergence {name} {mode} {spread} {weighted}")
                    old = -abs(draws.matrix(4, 6, -1, 0.8))
                    logprob = -abs(old + draws.matrix(4, 6, 0, spread))
                    advantages, mask = draws.matrix(4, 6, 0, 1), draws.mask(4, 6, kind)
                    advantages[0, 0] = 0.0
                    weights = abs(draws.matrix(4, 6, 1, 0.3)) if weighted else None
                    limits = {"clip_ratio_low": 0.05, "clip_ratio_high": 0.1, "clip_ratio_c": 5.0}
                    config = Config(clip_ratio=0.2, **limits, global_batch_info={}, policy_loss=Config(dro_beta=beta))

                    def policy():
                        loss = core.get_policy_loss_fn(name)
                        run = lambda x: loss(old, x, advantages, mask, mode, config, weights)
                        (value, metrics), gradient = gradient_of(run, logprob)
                        return {"loss": value.item(), "metrics": metrics, "gradLogProb": gradient}

                    inputs = {
                        "oldLogProb": old, "logProb": logprob, "advantages": advantages, "responseMask": mask,
                        "rolloutIsWeights": weights,
                    }
                    options = {"loss_agg_mode": mode, **limits, "policy_loss": {"dro_beta": beta}}
                    recorder.add(f"policy_loss/{name}", [f"spread-{spread}"], inputs, options, policy)
    for beta in [None, 0.0, -1.0]:
        config = Config(global_batch_info={}, policy_loss=Config(dro_beta=beta))
        ones = torch.ones(1, 1)
        refused = lambda: core.get_policy_loss_fn("dro")(ones, ones, ones, ones, "token-mean", config)
        inputs = {"oldLogProb": ones, "logProb": ones, "advantages": ones, "responseMask": ones, "rolloutIsWeights": None}
        recorder.add("policy_loss/dro", ["refused"], inputs, {"policy_loss": {"dro_beta": beta}}, refused)


def record_advantages(core):
    """GDPO casts the parts of a reward to float32, whatever the tensors are."""
    recorder = Recorder("adv10")
    for kind in ["full", "holes", "empty-row", "none"]:
        for groups in ["aaabbb", "aabbcc", "abbbbb"]:
            for weights in [None, [1.0, 0.5, 2.0], [0.0, 1.0, -1.0]]:
                for divide in [True, False]:
                    draws = Draws(f"gdpo {kind} {groups} {weights} {divide}")
                    parts, mask = draws.matrix(3, 6, 0.5, 0.5), draws.mask(6, 5, kind)
                    parts[1] = 1.0
                    names = ["accuracy", "format", "length"]
                    config = {"gdpo_reward_keys": names}
                    options = {"norm_adv_by_std_in_grpo": divide}
                    if weights is not None:
                        config["gdpo_reward_weights"] = options["gdpo_reward_weights"] = weights

                    def estimate():
                        batch = {"prompts": torch.zeros(6, 2), "attention_mask": torch.ones(6, 7, dtype=torch.int64)}
                        non_tensor = {name: part.numpy() for name, part in zip(names, parts)}
                        advantages, returns = core.compute_gdpo_outcome_advantage(
                            torch.zeros(6, 5), mask, list(groups), norm_adv_by_std_in_grpo=divide,
                            config=config, non_tensor_batch=non_tensor, batch=batch,
                        )
                        return {"advantages": advantages, "returns": returns}

                    inputs = {
                        "tokenLevelRewards": torch.zeros(6, 5), "rewardParts": parts, "responseMask": mask,
                        "index": list(groups),
                    }
                    recorder.add("gdpo", [kind], inputs, options, estimate, "float32")
    return recorder


THRESHOLDS = [2.0, 1.1, "2.0", "0.5_2.0", "0.9_1.1", "1.0_1.0", "2.0_0.5", "0_2", "x", "", "0.5_1.5_2", True]


def record_correction(correction, presets):
    recorder = Recorder("rc10")
    for level in ["token", "sequence", "batch"]:
        for threshold in THRESHOLDS:
            for normalize in [False, True]:
                for kind in ["holes", "empty-row", "none"] if threshold in (2.0, "0.5_2.0") else ["holes"]:
                    draws = Draws(f"weights {level} {threshold} {normalize} {kind}")
                    ratios, mask = draws.matrix(4, 6, 0, 0.6), draws.mask(4, 6, kind)
                    options = {
                        "rollout_is": level, "rollout_is_threshold": threshold, "rollout_is_batch_normalize": normalize,
                    }

                    def weigh():
                        weights, metrics = correction.compute_rollout_correction_weights(ratios, mask, **options)
                        return {"weights": weights, "metrics": metrics}

                    inputs = {"logRatio": ratios, "responseMask": mask}
                    recorder.add("compute_rollout_correction_weights", [kind], inputs, options, weigh)

    for statistic in sorted(correction.SUPPORTED_ROLLOUT_RS_OPTIONS):
        for threshold in [0.5, 1.5, "0.6_1.4", "1.4_0.6"]:
            draws = Draws(f"mask {statistic} {threshold}")
            ratios, mask = draws.matrix(4, 6, 0, 0.4), draws.mask(4, 6, "empty-row")
            options = {"rollout_rs": statistic, "rollout_rs_threshold": threshold}

            def reject():
                kept, metrics = correction.compute_rollout_rejection_mask(ratios, mask, **options)
                return {"mask": kept, "metrics": metrics}

            inputs = {"logRatio": ratios, "responseMask": mask}
            recorder.add("compute_rollout_rejection_mask", [], inputs, options, reject)

    names = ["decoupled_token_is", "decoupled_token_icepop", "decoupled_seq_is_rs", "bypass_pg_token_icepop"]
    for name in names:
        config = {key: presets[name][key] for key in presets[name]}
        keys = ["rollout_is", "rollout_is_threshold", "rollout_is_batch_normalize", "rollout_rs", "rollout_rs_threshold"]
        options = {key: config[key] for key in keys}
        draws = Draws(f"both {name}")
        rollout, mask = draws.matrix(4, 6, -1, 0.5), draws.mask(4, 6, "holes")
        train = rollout + draws.matrix(4, 6, 0, 0.5)

        def correct():
            weights, kept, metrics = correction.compute_rollout_correction_and_rejection_mask(
                old_log_prob=train, rollout_log_prob=rollout, response_mask=mask, **options
            )
            weights = None if weights is None else weights.batch["rollout_is_weights"]
            return {"weights": weights, "mask": kept, "metrics": metrics}

        inputs = {"oldLogProb": train, "rolloutLogProb": rollout, "responseMask": mask}
        recorder.add("compute_rollout_correction_and_rejection_mask", [name], inputs, options, correct)
    for name, config in presets.items():
        recorder.add("rollout_correction_preset", [], {"preset": name}, {}, lambda config=config: {"config": config})
    return recorder


def main():
    torch.set_default_dtype(torch.float64)
    core, correction, config_class = load_verl()

    class Container:
        """Stands for the batch that verl returns weights in."""

        @staticmethod
        def from_dict(tensors):
            return types.SimpleNamespace(batch=tensors)

    correction.DataProto = Container
    fields = list(config_class.__dataclass_fields__)
    names = [
        name for name, member in vars(config_class).items() if isinstance(member, classmethod) and name[0] != "_"
    ]
    presets = {name: {key: getattr(getattr(config_class, name)(), key) for key in fields if key[0] != "_"} for name in names}
    record_advantages(core).write(OUT / "advantages_verl_0_10.jsonl")
    record_losses(core).write(OUT / "policy_losses_verl_0_10.jsonl")
    record_correction(correction, presets).write(OUT / "rollout_correction_verl_0_10.jsonl")


main()
