"""The official SDK, unmodified, trains against `rstar2-agent tinker serve`; torch does the same beside it.

Usage: python check.py URL MODEL_NAME MODEL_FOLDER CHECKPOINTS
"""

import random
import sys
import warnings

import tinker
import torch
from reference import Reference, loss_of
from tinker import types

warnings.simplefilter("ignore")
ADAM = dict(learning_rate=1e-2, beta1=0.9, beta2=0.95, eps=1e-8, grad_clip_norm=0.0)
STEPS = 10


def close(what: str, ours: float, theirs: float, tolerance: float) -> None:
    assert abs(ours - theirs) <= tolerance * max(1.0, abs(theirs)), f"{what}: server {ours}, torch {theirs}"


def sequences(seed: int, count: int, length: int) -> list[list[int]]:
    draw = random.Random(seed)
    return [[draw.randrange(256) for _ in range(length - draw.randrange(length // 2))] for _ in range(count)]


def datum(tokens: list[int], **inputs: object) -> types.Datum:
    return types.Datum(
        model_input=types.ModelInput.from_ints(tokens[:-1]),
        loss_fn_inputs={"target_tokens": tokens[1:], **inputs},
    )


def client(service: tinker.ServiceClient, base_model: str) -> tinker.TrainingClient:
    return service.create_lora_training_client(base_model=base_model, rank=8, seed=1)


def supervised(service, model, folder, checkpoints) -> None:
    training = client(service, model)
    reference = Reference(folder, checkpoints, training.save_state("start").result().path)
    batch = sequences(1, 6, 24)
    draw = random.Random(2)
    weights = [[draw.choice([0.0, 0.5, 1.0]) for _ in tokens[1:]] for tokens in batch]
    data = [datum(tokens, weights=weight) for tokens, weight in zip(batch, weights)]
    losses = []
    for step in range(STEPS):
        if step == STEPS // 2:
            path = training.save_state("half").result().path
            training = service.create_training_client_from_state_with_optimizer(path)
        gradient, stepped = training.forward_backward(data, "cross_entropy"), training.optim_step(types.AdamParams(**ADAM))
        ours = gradient.result().metrics["loss:sum"]
        theirs = reference.backward(
            -sum((reference.logprobs(t[:-1], t[1:]) * torch.tensor(w)).sum() for t, w in zip(batch, weights))
        )
        norm = reference.step(**ADAM)
        losses.append((ours, theirs))
        close(f"cross_entropy, step {step}", ours, theirs, 2e-3)
        close(f"gradient norm, step {step}", stepped.result().metrics["grad_norm"], norm, 2e-2)
    assert losses[-1][0] < 0.9 * losses[0][0], losses
    print("  cross_entropy   server", " ".join(f"{ours:.3f}" for ours, _ in losses))
    print("                  torch ", " ".join(f"{theirs:.3f}" for _, theirs in losses))
    sampling(training, reference)


def sampling(training, reference) -> None:
    sampler = training.save_weights_and_get_sampling_client()
    prompt = [5, 6, 7, 8]
    params = types.SamplingParams(max_tokens=8, seed=7, temperature=1.0)
    answers = sampler.sample(types.ModelInput.from_ints(prompt), 2, params).result()
    again = sampler.sample(types.ModelInput.from_ints(prompt), 2, params).result()
    for drawn, same in zip(answers.sequences, again.sequences):
        assert list(drawn.tokens) == list(same.tokens), "a seed fixes what is drawn"
        whole = prompt + list(drawn.tokens)
        theirs = reference.logprobs(whole[:-1], whole[1:])[len(prompt) - 1 :]
        for ours, expected in zip(drawn.logprobs, theirs.tolist()):
            close("logprob of a sample", ours, expected, 5e-3)
    scored = sampler.compute_logprobs(types.ModelInput.from_ints(prompt)).result()
    assert scored[0] is None
    for ours, expected in zip(scored[1:], reference.logprobs(prompt[:-1], prompt[1:]).tolist()):
        close("logprob of a prompt", ours, expected, 5e-3)
    print("  sampling        seeds, logprobs of samples and of prompts as torch has them")


def reinforcement(service, model, folder, checkpoints, loss_fn: str) -> None:
    training = client(service, model)
    reference = Reference(folder, checkpoints, training.save_state("start").result().path)
    batch = sequences(3, 4, 16)
    draw = random.Random(4)
    with torch.no_grad():
        now = [reference.logprobs(t[:-1], t[1:]) for t in batch]
    sampled = [(values + torch.tensor([draw.uniform(-0.4, 0.4) for _ in values])).tolist() for values in now]
    advantages = [[draw.uniform(-1, 1) for _ in tokens[1:]] for tokens in batch]
    data = [datum(t, logprobs=q, advantages=a) for t, q, a in zip(batch, sampled, advantages)]
    shown = []
    for step in range(4):
        gradient, stepped = training.forward_backward(data, loss_fn), training.optim_step(types.AdamParams(**ADAM))
        theirs = reference.backward(
            sum(
                loss_of(loss_fn, reference.logprobs(t[:-1], t[1:]), torch.tensor(q), torch.tensor(a))
                for t, q, a in zip(batch, sampled, advantages)
            )
        )
        norm = reference.step(**ADAM)
        close(f"{loss_fn}, step {step}", gradient.result().metrics["loss:sum"], theirs, 5e-3)
        close(f"{loss_fn}, gradient norm, step {step}", stepped.result().metrics["grad_norm"], norm, 2e-2)
        shown.append(gradient.result().metrics["loss:sum"])
    print(f"  {loss_fn:<20}", " ".join(f"{value:.3f}" for value in shown))


def custom(service, model, folder, checkpoints) -> None:
    training = client(service, model)
    reference = Reference(folder, checkpoints, training.save_state("start").result().path)
    batch = sequences(5, 4, 16)

    def squares(_data, logprobs):
        loss = sum(((values + 1.0) ** 2).sum() for values in logprobs)
        return loss, {"squares:sum": loss.item()}

    shown = []
    for step in range(4):
        result = training.forward_backward_custom([datum(tokens) for tokens in batch], squares).result()
        stepped = training.optim_step(types.AdamParams(**ADAM))
        theirs, _ = squares(None, [reference.logprobs(t[:-1], t[1:]) for t in batch])
        theirs = reference.backward(theirs)
        norm = reference.step(**ADAM)
        close(f"custom loss, step {step}", result.metrics["squares:sum"], theirs, 5e-3)
        close(f"custom loss, gradient norm, step {step}", stepped.result().metrics["grad_norm"], norm, 2e-2)
        shown.append(result.metrics["squares:sum"])
    assert shown[-1] < shown[0], shown
    print("  custom loss         ", " ".join(f"{value:.3f}" for value in shown))


def chunks(service, model) -> None:
    """More datums than one request takes: the SDK sends the later chunks first."""
    training = client(service, model)
    data = [datum([1, 2, i % 256], weights=[1.0, 1.0]) for i in range(2500)]
    gradient, stepped = training.forward_backward(data, "cross_entropy"), training.optim_step(types.AdamParams(**ADAM))
    assert len(gradient.result().loss_fn_outputs) == len(data)
    assert stepped.result().metrics["step"] == 1
    print("  chunks              ", len(data), "datums in requests of 1024")


def main(url: str, model: str, folder: str, checkpoints: str) -> None:
    print(f"tinker {tinker.__version__}")
    service = tinker.ServiceClient(base_url=url, api_key="tml-local")
    supervised(service, model, folder, checkpoints)
    for loss_fn in ("importance_sampling", "ppo", "cispo", "dro"):
        reinforcement(service, model, folder, checkpoints, loss_fn)
    custom(service, model, folder, checkpoints)
    chunks(service, model)


if __name__ == "__main__":
    main(*sys.argv[1:])
