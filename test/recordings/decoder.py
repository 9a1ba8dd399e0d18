"""Records what transformers computes with small random models, for test/golden/decoder.test.ts.

Run: python decoder.py FOLDER (torch, transformers and safetensors; the committed folder is test/recordings/decoder)

A folder a case: the model as transformers writes it, `expected.json` (the batch, its clipped policy loss, a greedy
continuation with the distance of the best two logits at each token) and `expected.safetensors` (logits, and the loss's
gradient for every parameter), all of float32 on the CPU. No norm is 1 and no bias 0.
"""

import json
import math
import pathlib
import shutil
import sys

import torch
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM, LlamaConfig, Qwen2Config, Qwen3Config

SHAPE = {"vocab_size": 64, "hidden_size": 32, "intermediate_size": 40, "num_hidden_layers": 2}
LLAMA3 = {
    "rope_type": "llama3",
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 64,
}

# Class, what differs, the type of the files' numbers, the largest shard, and whether config.json is rewritten as version 4 has it.
CASES = {
    "qwen3-tied-shards": (Qwen3Config, {"heads": (4, 2, 16), "tie": True, "rope": {"rope_theta": 1e6}}, "bfloat16", "12KB", True),
    "qwen3-one-key-head": (Qwen3Config, {"heads": (8, 1, 6), "tie": False}, "float32", "5GB", False),
    "qwen3-biases": (Qwen3Config, {"heads": (2, 2, 8), "tie": True, "attention_bias": True}, "bfloat16", "5GB", False),
    "qwen2-tied": (Qwen2Config, {"heads": (4, 1, None), "tie": True, "rope": {"rope_theta": 1e6}}, "bfloat16", "5GB", True),
    "qwen2-untied-shards": (Qwen2Config, {"heads": (4, 4, None), "tie": False}, "float16", "16KB", False),
    "llama-3": (LlamaConfig, {"heads": (4, 2, 16), "tie": True, "rope": {"rope_theta": 5e5, **LLAMA3}}, "bfloat16", "5GB", False),
    "llama-3-version-4": (LlamaConfig, {"heads": (8, 2, 4), "tie": False, "rope": {"rope_theta": 1e3, **LLAMA3}}, "bfloat16", "12KB", True),
    "llama-plain": (LlamaConfig, {"heads": (9, 3, None), "tie": True, "hidden_size": 36, "rope": {"rope_theta": 1e5}}, "bfloat16", "5GB", False),
    "llama-linear-biases": (
        LlamaConfig,
        {"heads": (4, 1, 10), "tie": False, "attention_bias": True, "rope": {"rope_type": "linear", "factor": 2.5, "rope_theta": 1e4}},
        "bfloat16",
        "5GB",
        False,
    ),
}


def configuration(kind, changes):
    heads, key_heads, head_dim = changes["heads"]
    rest = {key: value for key, value in changes.items() if key not in ("heads", "tie", "rope")}
    own_dim = {} if head_dim is None else {"head_dim": head_dim}
    if kind is Qwen3Config and head_dim is None:
        raise ValueError("Qwen3's default head_dim follows from nothing")
    return kind(
        **{**SHAPE, **rest, **own_dim},
        num_attention_heads=heads,
        num_key_value_heads=key_heads,
        tie_word_embeddings=changes["tie"],
        max_position_embeddings=256,
        rms_norm_eps=1e-5 if kind is LlamaConfig else 1e-6,
        rope_parameters={"rope_type": "default", "rope_theta": 1e4, **changes.get("rope", {})},
        bos_token_id=None,
        eos_token_id=None,
        pad_token_id=None,
    )


def randomize(model, generator):
    for name, parameter in model.named_parameters():
        noise = torch.randn(parameter.shape, generator=generator)
        if name.endswith("norm.weight") or "layernorm" in name:
            value = 1 + 0.3 * noise
        elif name.endswith("bias"):
            value = 0.3 * noise
        elif "embed_tokens" in name:
            value = 0.4 * noise
        else:
            value = 2 * noise / math.sqrt(parameter.shape[1])
        parameter.data.copy_(value)


def as_version_4(path):
    """The same configuration as transformers 4 writes it."""
    config = json.loads(path.read_text())
    rope = config.pop("rope_parameters")
    config["rope_theta"] = rope.pop("rope_theta")
    config["rope_scaling"] = None if rope["rope_type"] == "default" else rope
    config["torch_dtype"] = config.pop("dtype")
    config["transformers_version"] = "4.51.0"
    config.pop("layer_types", None)
    path.write_text(json.dumps(config, indent=2) + "\n")


def clipped_loss(logits, batch):
    """The clipped surrogate, with a weight a token; each token's logits stand before it."""
    loss = 0.0
    for start, end in zip(batch["offsets"], batch["offsets"][1:]):
        logprobs = torch.log_softmax(logits[start : end - 1], -1)
        for t in range(start + 1, end):
            if not batch["responseMask"][t]:
                continue
            ratio = torch.exp(logprobs[t - 1 - start, batch["tokens"][t]] - batch["oldLogprobs"][t])
            advantage = batch["advantages"][t]
            bounded = torch.clamp(ratio, 1 - batch["clipLow"], 1 + batch["clipHigh"])
            loss = loss - batch["lossWeights"][t] * torch.minimum(ratio * advantage, bounded * advantage)
    return loss


def logits_of(model, batch):
    tokens = torch.tensor(batch["tokens"])
    parts = [model(tokens[start:end][None]).logits[0] for start, end in zip(batch["offsets"], batch["offsets"][1:])]
    return torch.cat(parts)


def make_batch(model, generator):
    lengths = [30, 7, 2]
    count = sum(lengths)
    offsets = [0]
    for length in lengths:
        offsets.append(offsets[-1] + length)
    starts = set(offsets)
    batch = {
        "tokens": torch.randint(model.config.vocab_size, (count,), generator=generator).tolist(),
        "offsets": offsets,
        "responseMask": [int(t not in starts and t % 3 != 1) for t in range(count)],
        "advantages": torch.randn(count, generator=generator).tolist(),
        "lossWeights": [round(0.02 + 0.01 * (t % 5), 2) for t in range(count)],
        "clipLow": 0.2,
        "clipHigh": 0.28,
    }
    with torch.no_grad():
        logits = logits_of(model, batch)
    now = torch.log_softmax(logits, -1)
    noise = 0.3 * torch.randn(count, generator=generator)
    batch["oldLogprobs"] = [
        0.0 if t in starts else (now[t - 1, batch["tokens"][t]] + noise[t]).item() for t in range(count)
    ]
    return batch, logits


@torch.no_grad()
def greedy(model, prompt, length):
    tokens, margins = list(prompt), []
    for _ in range(length):
        best = torch.topk(model(torch.tensor([tokens])).logits[0, -1], 2)
        tokens.append(best.indices[0].item())
        margins.append((best.values[0] - best.values[1]).item())
    return tokens[len(prompt) :], margins


def record(name, folder):
    kind, changes, dtype, shard, version_4 = CASES[name]
    generator = torch.Generator().manual_seed(sum(name.encode()))
    shutil.rmtree(folder, ignore_errors=True)
    torch.manual_seed(0)
    made = AutoModelForCausalLM.from_config(configuration(kind, changes))
    randomize(made, generator)
    made.to(getattr(torch, dtype)).save_pretrained(folder, max_shard_size=shard)
    (folder / "generation_config.json").unlink(missing_ok=True)
    if version_4:
        as_version_4(folder / "config.json")
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager")
    batch, logits = make_batch(model, generator)
    loss = clipped_loss(logits_of(model, batch), batch)
    loss.backward()
    prompt = batch["tokens"][:8]
    tokens, margins = greedy(model, prompt, 200)
    tensors = {f"gradient.{key}": parameter.grad for key, parameter in model.named_parameters()}
    save_file({"logits": logits.contiguous(), **tensors}, folder / "expected.safetensors")
    expected = {
        "batch": batch,
        "loss": loss.item(),
        "greedy": {"prompt": prompt, "tokens": tokens, "margins": [round(margin, 6) for margin in margins]},
    }
    (folder / "expected.json").write_text(json.dumps(expected) + "\n")
    print(name, "loss", round(loss.item(), 4), "distinct", len(set(tokens)), "least margin", round(min(margins), 5))


if __name__ == "__main__":
    torch.set_num_threads(1)
    for name in CASES:
        record(name, pathlib.Path(sys.argv[1]) / name)
