"""A short session of the SDK, to be recorded. Usage: python session.py URL"""

import sys

import tinker
from tinker import types


def datum(tokens: list[int], **inputs: object) -> types.Datum:
    return types.Datum(
        model_input=types.ModelInput.from_ints(tokens[:-1]),
        loss_fn_inputs={"target_tokens": tokens[1:], **inputs},
    )


def main(url: str) -> None:
    service = tinker.ServiceClient(base_url=url, api_key="tml-local")
    service.get_server_capabilities()
    training = service.create_lora_training_client(base_model="small", rank=4, seed=1)
    training.get_info()
    adam = types.AdamParams(learning_rate=1e-2)
    data = [datum([1, 2, 3, 4, 5], weights=[0.0, 1.0, 1.0, 0.5]), datum([7, 8, 9], weights=[1.0, 1.0])]
    for _ in range(2):
        training.forward_backward(data, "cross_entropy").result()
        training.optim_step(adam).result()
    rl = datum([1, 2, 3, 4], logprobs=[-5.0, -6.0, -5.5], advantages=[1.0, -0.5, 0.25])
    for loss_fn in ("importance_sampling", "ppo", "cispo", "dro"):
        training.forward_backward([rl], loss_fn).result()
    training.optim_step(adam).result()
    training.forward_backward_custom(
        [datum([1, 2, 3, 4])], lambda _data, logprobs: (sum((one**2).sum() for one in logprobs), {})
    ).result()
    training.optim_step(adam).result()
    state = training.save_state("state").result().path
    sampler_path = training.save_weights_for_sampler("weights").result().path
    prompt, params = types.ModelInput.from_ints([1, 2, 3]), types.SamplingParams(max_tokens=4, seed=3, temperature=0.0)
    for sampler in (service.create_sampling_client(sampler_path), training.save_weights_and_get_sampling_client()):
        sampler.sample(prompt, 1, params).result()
        sampler.compute_logprobs(prompt).result()
    service.create_sampling_client(base_model="small").sample(prompt, 1, params).result()
    resumed = service.create_training_client_from_state_with_optimizer(state)
    resumed.forward(data, "cross_entropy").result()
    rest = service.create_rest_client()
    run = state.split("/")[2]
    rest.list_training_runs().result()
    rest.get_training_run(run).result()
    rest.list_checkpoints(run).result()
    rest.delete_checkpoint_from_tinker_path(sampler_path).result()
    rest.list_user_checkpoints().result()


if __name__ == "__main__":
    main(*sys.argv[1:])
