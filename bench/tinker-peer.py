"""The peer of tinker.ts: the official SDK makes the same forward_backward calls of the same server, one after the other.

Answers every line with the sum of the logprobs of one call.
"""

import json
import sys

import numpy as np
import tinker
from tinker import types

with open(sys.argv[1]) as file:
    task = json.load(file)


def tensor(values, dtype):
    return types.TensorData.from_numpy(np.array(values, dtype))


data = [
    types.Datum(
        model_input=types.ModelInput.from_ints(tokens),
        loss_fn_inputs={
            "target_tokens": tensor(tokens, np.int64),
            "logprobs": tensor(task["logprobs"], np.float32),
            "advantages": tensor(task["logprobs"], np.float32),
        },
    )
    for tokens in task["tokens"]
]
service = tinker.ServiceClient(base_url=task["url"], api_key="tml-bench")
client = service.create_lora_training_client(base_model="small", rank=4).result()
for _ in sys.stdin:
    for _ in range(task["calls"]):
        result = client.forward_backward(data, "importance_sampling").result()
    print(sum(float(output["logprobs"].to_numpy().sum()) for output in result.loss_fn_outputs), flush=True)
