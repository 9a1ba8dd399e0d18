"""The peer of engine.ts: transformers and peft do the same work with the same weights.

Answers every line with what one run took; see EngineJob and EngineAnswer in engine-problem.ts. A job without `work` is answered
with the speed of the device.
"""

import json
import math
import resource
import sys
import time

import numpy as np
import torch

with open(sys.argv[1]) as file:
    job = json.load(file)
torch.set_num_threads(job["threads"])
DEVICE, DTYPE = torch.device(job["engine"]), getattr(torch, job["dtype"])
IS_GPU = DEVICE.type == "cuda"


def wait():
    if IS_GPU:
        torch.cuda.synchronize()


def timed(work):
    wait()
    start, worked = time.perf_counter(), time.process_time()
    result = work()
    wait()
    return result, {"seconds": time.perf_counter() - start, "cpuSeconds": time.process_time() - worked}


def device_speed():
    """The medians of five; as much CPU as time, on one thread."""
    clock = "seconds" if IS_GPU else "cpuSeconds"
    size, rows = (8192, 65536) if IS_GPU else (2048, 16384)
    repeat = 10 if IS_GPU else 1
    a, b = (torch.randn(size, size, device=DEVICE, dtype=DTYPE) for _ in range(2))
    tall, vector = torch.randn(rows, 8192, device=DEVICE, dtype=DTYPE), torch.randn(8192, device=DEVICE, dtype=DTYPE)

    def median(work):
        def repeated():
            for _ in range(repeat):
                work()

        repeated()
        return sorted(timed(repeated)[1][clock] for _ in range(5))[2] / repeat

    return {
        "operationsPerSecond": 2 * size**3 / median(lambda: a @ b),
        "bytesPerSecond": tall.nbytes / median(lambda: tall @ vector),
    }


def noise():
    """The list of numbers that all parameters are cut from; engine-work.ts makes the same."""
    state, values = 1, np.empty(1_048_583)
    for i in range(len(values)):
        state = (state * 1_664_525 + 1_013_904_223) & 0xFFFFFFFF
        values[i] = state / 2**31 - 1
    return values


def values_of(parameter, list_of_numbers):
    shape, initial = parameter["shape"], parameter["initial"]
    if "value" in initial:
        return torch.full(shape, float(initial["value"]))
    scaled = (list_of_numbers * (math.sqrt(3) * initial["deviation"])).astype(np.float32)
    count, start = math.prod(shape), parameter["start"] % len(scaled)
    tensor = torch.from_numpy(np.resize(np.roll(scaled, -start), count).reshape(shape))
    return tensor.T if parameter["transposedInFiles"] else tensor


def load():
    from transformers import Qwen3Config, Qwen3ForCausalLM

    shape = job["config"]
    config = Qwen3Config(
        vocab_size=shape["vocabSize"],
        hidden_size=shape["hiddenSize"],
        num_hidden_layers=shape["numHiddenLayers"],
        num_attention_heads=shape["numAttentionHeads"],
        num_key_value_heads=shape["numKeyValueHeads"],
        head_dim=shape["headDim"],
        intermediate_size=shape["intermediateSize"],
        max_position_embeddings=shape["maxPositionEmbeddings"],
        rope_parameters={"rope_type": "default", "rope_theta": shape["ropeTheta"]},
        rms_norm_eps=shape["rmsNormEps"],
        tie_word_embeddings=shape["tieWordEmbeddings"],
        attn_implementation="sdpa",
    )
    with torch.device(DEVICE):
        model = Qwen3ForCausalLM(config)
    list_of_numbers = noise()
    ours = {parameter["name"]: parameter for parameter in job["parameters"]}
    with torch.no_grad():
        for name, tensor in model.named_parameters():
            tensor.copy_(values_of(ours.pop(name), list_of_numbers))
    if ours:
        raise ValueError(f"transformers has no {', '.join(ours)}")
    return model.to(DTYPE)


def draw(logits):
    """What a policy gives: the likeliest token, on the host, and its logprob."""
    logits = logits[:, -1].float()
    tokens = logits.argmax(-1, keepdim=True)
    logprobs = torch.log_softmax(logits, -1).gather(1, tokens)
    return tokens, tokens.tolist(), logprobs.sum().item()


def prefill(model, tokens, _work):
    def run():
        return draw(model(tokens, use_cache=True, logits_to_keep=1).logits)[2]

    return timed(run)


def decode(model, tokens, work):
    out = model(tokens, use_cache=True, logits_to_keep=1)
    cache, (given, _, _) = out.past_key_values, draw(out.logits)

    def run():
        nonlocal given
        total = 0.0
        for _ in range(work["drawn"]):
            given, _, logprob = draw(model(given, past_key_values=cache, use_cache=True).logits)
            total += logprob
        return total / (work["drawn"] * len(tokens))

    return timed(run)


def trainer(model, tokens, work):
    if work["rank"] > 0:
        import peft

        config = peft.LoraConfig(task_type="CAUSAL_LM", r=work["rank"], lora_alpha=32, target_modules="all-linear")
        model = peft.get_peft_model(model, config)
    model.train()
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=1e-5)

    def step():
        logits = model(tokens, use_cache=False).logits[:, :-1]
        loss = torch.nn.functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), tokens[:, 1:].reshape(-1))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        return loss.item()

    return lambda: timed(step)


def runner():
    model, work = load(), job["work"]
    tokens = torch.tensor(job["tokens"], device=DEVICE)
    if work["kind"] == "train":
        return trainer(model, tokens, work)
    model.eval()
    run = torch.inference_mode()(prefill if work["kind"] == "prefill" else decode)
    return lambda: run(model, tokens, work)


def about():
    import transformers

    name = torch.cuda.get_device_name() if IS_GPU else f"{torch.get_num_threads()} thread(s)"
    return f"torch {torch.__version__}, transformers {transformers.__version__}, {job['dtype']}, {name}"


def answer():
    check, took = run()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    memory = {"deviceBytes": torch.cuda.max_memory_allocated()} if IS_GPU else {}
    return {**took, **memory, "check": check, "peakBytes": peak, "about": about()}


if "work" in job:
    run = runner()
for _ in sys.stdin:
    print(json.dumps(answer() if "work" in job else device_speed()), flush=True)
