"""Records what peft computes with adapters on the models that decoder.py made, for test/golden/lora.test.ts.

Run: python lora.py FOLDER (torch, transformers, peft and safetensors; the committed folder is test/recordings/lora)

A folder a case: the adapter as peft writes it, `expected.json` (the batch, the losses of some steps of AdamW with clipped
gradients) and `expected.safetensors` (logits before, and every matrix after them), all of float32 on the CPU.

Check: npx tsx test/recordings/lora.ts WRITTEN && python lora.py --check WRITTEN
loads adapters that were trained and written by this package into peft, and prints how far its logits are from ours.
"""

import json
import pathlib
import shutil
import sys

import torch
from decoder import clipped_loss, logits_of, make_batch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import load_file, save_file
from transformers import AutoModelForCausalLM

BASES = pathlib.Path(__file__).parent / "decoder"
ADAPTERS = pathlib.Path(__file__).parent / "lora"
STEPS = 5
RATE = 1e-3

# The base, and what the adapter is.
CASES = {
    "qwen3-all-linear": ("qwen3-tied-shards", {"r": 4, "lora_alpha": 8, "target_modules": "all-linear"}),
    "qwen2-rank-stabilized": (
        "qwen2-tied",
        {"r": 3, "lora_alpha": 4, "target_modules": ["q_proj", "v_proj"], "use_rslora": True},
    ),
    "llama-mlp": ("llama-linear-biases", {"r": 2, "lora_alpha": 3, "target_modules": ["gate_proj", "up_proj", "down_proj", "o_proj"]}),
}


def base_model(name):
    return AutoModelForCausalLM.from_pretrained(BASES / name, dtype=torch.float32, attn_implementation="eager")


def record(name, folder):
    base, settings = CASES[name]
    shutil.rmtree(folder, ignore_errors=True)
    torch.manual_seed(sum(name.encode()))
    generator = torch.Generator().manual_seed(sum(name.encode()))
    model = get_peft_model(base_model(base), LoraConfig(task_type="CAUSAL_LM", **settings))
    for key, parameter in model.named_parameters():
        if "lora_B" in key:
            parameter.data.copy_(0.2 * torch.randn(parameter.shape, generator=generator))
    model.save_pretrained(folder)
    config_path = folder / "adapter_config.json"
    config = json.loads(config_path.read_text())
    config["base_model_name_or_path"] = base
    config["target_modules"] = sorted(config["target_modules"])
    config_path.write_text(json.dumps(config, indent=2) + "\n")
    (folder / "README.md").unlink(missing_ok=True)

    batch, logits = make_batch(model, generator)
    trained = {key: parameter for key, parameter in model.named_parameters() if parameter.requires_grad}
    optimizer = torch.optim.AdamW(trained.values(), lr=RATE)
    losses, norms = [], []
    for _ in range(STEPS):
        loss = clipped_loss(logits_of(model, batch), batch)
        optimizer.zero_grad()
        loss.backward()
        norms.append(torch.nn.utils.clip_grad_norm_(trained.values(), 1.0).item())
        optimizer.step()
        losses.append(loss.item())
    after = {key.replace(".default", ""): parameter.detach() for key, parameter in trained.items()}
    save_file({"logits": logits.contiguous(), **after}, folder / "expected.safetensors")
    expected = {"base": base, "batch": batch, "rate": RATE, "losses": losses, "gradientNorms": norms}
    (folder / "expected.json").write_text(json.dumps(expected) + "\n")
    print(name, "losses", [round(loss, 4) for loss in losses], "norms", [round(norm, 3) for norm in norms])


@torch.no_grad()
def check(written):
    for name, (base, _) in CASES.items():
        model = PeftModel.from_pretrained(base_model(base), written / name)
        batch = json.loads((ADAPTERS / name / "expected.json").read_text())["batch"]
        ours = load_file(written / name / "logits" / "logits.safetensors")["logits"]
        print(name, "peft's logits with our adapter are off by", (logits_of(model, batch) - ours).abs().max().item())


if __name__ == "__main__":
    torch.set_num_threads(1)
    if sys.argv[1] == "--check":
        check(pathlib.Path(sys.argv[2]))
    else:
        for name in CASES:
            record(name, pathlib.Path(sys.argv[1]) / name)
