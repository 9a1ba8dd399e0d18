"""Records exchanges with a real SGLang server on the CPU, for test/golden/sglang.test.ts.

Run: python sglang.py FOLDER (sglang, torch, torchvision, transformers, xgrammar and what else SGLang imports without a GPU;
Node beside them; the committed folder is test/recordings/engines/sglang)

The server starts with a small random Qwen3 that is not kept. record.ts then makes it load the model of vLLM's recording from
disk, so that the logprobs that it gives can be compared. What is kept: the adapter, the exchanges, and of the page of metrics
the lines that our reader reads.

SGLang's CPU backend imports `sgl_kernel`, whose builds for CPUs are on no package index. Qwen3 with the attention backend
`torch_native` calls no kernel of it on a CPU without AMX. A module of that name stands in, whose functions throw. It also
makes torch ignore `pin_memory`, which SGLang's LoRA asks for and torch refuses without a GPU.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

from vllm import HERE, make_adapter, make_model, wait_until_ready

PORT = 8764
URL = f"http://127.0.0.1:{PORT}"

STAND_IN = '''
import torch

def unpinned(make):
    def made(*args, pin_memory=False, **kwargs):
        return make(*args, **kwargs)
    return made

for name in ["tensor", "empty", "zeros", "ones", "arange", "empty_like", "full"]:
    setattr(torch, name, unpinned(getattr(torch, name)))
torch.Tensor.pin_memory = lambda self, *_: self

def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    def missing(*args, **kwargs):
        raise NotImplementedError(f"sgl_kernel.{name}")
    return missing
'''


def serve(model, scratch):
    (scratch / "sgl_kernel").mkdir()
    (scratch / "sgl_kernel" / "__init__.py").write_text(STAND_IN)
    environment = {**os.environ, "PYTHONPATH": str(scratch), "SGLANG_USE_CPU_ENGINE": "1", "CUDA_VISIBLE_DEVICES": ""}
    command = [sys.executable, "-m", "sglang.launch_server", "--model-path", str(model), "--served-model-name", "tiny"]
    command += ["--device", "cpu", "--attention-backend", "torch_native", "--sampling-backend", "pytorch"]
    command += ["--dtype", "float32", "--context-length", "128", "--max-total-tokens", "4096"]
    command += ["--mem-fraction-static", "0.05", "--disable-overlap-schedule"]
    command += ["--enable-lora", "--max-lora-rank", "8", "--lora-target-modules", "q_proj", "v_proj"]
    command += ["--lora-backend", "torch_native", "--enable-metrics", "--weight-version", "step-0"]
    command += ["--host", "127.0.0.1", "--port", str(PORT)]
    return subprocess.Popen(command, env=environment, cwd=scratch)


def record(folder):
    # SGLang pads `down_proj` on CPUs, and an adapter's `down_proj` then does not fit.
    make_adapter(folder / "adapter", {"q_proj": (128, 64), "v_proj": (64, 64)})
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        make_model(scratch / "first", seed=17)
        server = serve(scratch / "first", scratch)
        try:
            wait_until_ready(server, URL)
            subprocess.run(["npx", "tsx", str(HERE / "record.ts"), "sglang", URL, str(folder)], check=True)
            page = urllib.request.urlopen(f"{URL}/metrics").read().decode()
        finally:
            server.terminate()
            server.wait()
        exchanges = folder / "exchanges.json"
        exchanges.write_text(exchanges.read_text().replace(str(scratch), "SCRATCH"))
    wanted = ("sglang:max_total_num_tokens", "sglang:token_usage")
    lines = [line for line in page.splitlines() if line.split("{")[0] in wanted]
    (folder / "metrics.txt").write_text("\n".join(lines) + "\n")


record(pathlib.Path(sys.argv[1]).resolve())
