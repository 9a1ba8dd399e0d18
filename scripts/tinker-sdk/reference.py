"""The same model in torch, with the server's first adapter: the server's losses are compared with it."""

import glob
import os

import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM


class Reference:
    """A model of a folder with a checkpoint's adapter, trained by torch's AdamW."""

    def __init__(self, model_folder: str, checkpoints: str, tinker_path: str) -> None:
        run, kind, name = tinker_path.removeprefix("tinker://").split("/")
        (saved,) = glob.glob(os.path.join(checkpoints, run.replace(":", "_"), kind, f"{name}@*"))
        base = AutoModelForCausalLM.from_pretrained(model_folder, dtype=torch.float32)
        self.model = PeftModel.from_pretrained(base, saved, is_trainable=True)
        self.model.train()
        self.trained = [p for p in self.model.parameters() if p.requires_grad]
        self.optimizer = None

    def logprobs(self, tokens: list[int], targets: list[int]) -> torch.Tensor:
        logits = self.model(input_ids=torch.tensor([tokens])).logits[0]
        return torch.log_softmax(logits, dim=-1)[torch.arange(len(tokens)), torch.tensor(targets)]

    def backward(self, loss: torch.Tensor) -> float:
        loss.backward()
        return loss.item()

    def step(self, learning_rate: float, beta1: float, beta2: float, eps: float, grad_clip_norm: float) -> float:
        if self.optimizer is None:
            self.optimizer = torch.optim.AdamW(
                self.trained, lr=learning_rate, betas=(beta1, beta2), eps=eps, weight_decay=0.0
            )
        norm = torch.nn.utils.clip_grad_norm_(self.trained, grad_clip_norm or float("inf"))
        self.optimizer.step()
        self.optimizer.zero_grad()
        return norm.item()


def loss_of(name: str, logprobs: torch.Tensor, sampled: torch.Tensor, advantages: torch.Tensor) -> torch.Tensor:
    """The hosted service's losses of reinforcement learning, by its documentation, with its defaults."""
    ratio = torch.exp(logprobs - sampled)
    if name == "importance_sampling":
        return -(ratio * advantages).sum()
    if name == "ppo":
        return -torch.min(ratio * advantages, ratio.clamp(0.8, 1.2) * advantages).sum()
    if name == "cispo":
        return -(ratio.clamp(0.0, 4.0).detach() * logprobs * advantages).sum()
    if name == "dro":
        return -(logprobs * advantages - 0.5 * 0.05 * (logprobs - sampled) ** 2).sum()
    raise ValueError(name)
