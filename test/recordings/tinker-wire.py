"""Records what the official Tinker SDK sends and reads, for test/golden/tinker-wire.test.ts.

Run: python tinker-wire.py FILE [CASES] [SEED] (PyPI's `tinker`, at the version to record; the committed files are
test/recordings/tinker-wire/sdk-VERSION.json, of 8 cases with seed 1). Versions before 0.25 send forward requests as JSON, later ones
as protobuf.

Each case is drawn at random. A request has what the SDK's own types serialize it to, an answer what the SDK reads out of bytes that
its message types wrote. `exact` marks those that our writer must repeat byte by byte: the rest (sparse tensors, several chunks,
narrow types, several records) is only read.
"""

import base64
import importlib.metadata
import json
import random
import sys

import numpy as np
from tinker import types

from tinker.proto import request_conv, response_conv
from tinker.proto import tinker_public_pb2 as pb

SENDS_PROTOBUF = "forward_only" in pb.ForwardBackwardRequest.DESCRIPTOR.fields_by_name

LOSSES = {
    "cross_entropy": ["target_tokens", "weights"],
    "importance_sampling": ["advantages", "logprobs", "target_tokens"],
    "ppo": ["advantages", "logprobs", "target_tokens"],
    "cispo": ["advantages", "logprobs", "target_tokens"],
}


def text(data):
    return base64.b64encode(data).decode()


def floats(draw, count):
    # JavaScript's JSON has no sign for zero.
    special = [0.0, -0.0 if SENDS_PROTOBUF else 0.0, 1.0, -1.0, 1e-30, 3.4e38, 2.0**-149, 1 / 3]
    return np.array([draw.choice(special + [draw.gauss(0, 1) for _ in range(8)]) for _ in range(count)], np.float32)


def integers(draw, count):
    return np.array([draw.choice([0, 1, 127, 128, 151935, 2**31 - 1, -1, -(2**31)]) for _ in range(count)], np.int64)


def plain(array, dtype, shape):
    return {"dtype": dtype, "data": array.ravel().tolist(), "shape": list(shape)}


def draw_datum(draw, names, exact):
    length = draw.randint(1, 12)
    tokens = [draw.randint(0, 200_000) for _ in range(length)]
    cut = 0 if exact else draw.randint(0, length - 1)
    parts = [part for part in (tokens[:cut], tokens[cut:]) if part]
    inputs, values = {}, {}
    for name in names:
        width = draw.choice([None, None, 1, 3])
        shape = [length] if width is None else [length, width]
        count = length * (width or 1)
        dtype = "int64" if name == "target_tokens" else "float32"
        array = (integers if dtype == "int64" else floats)(draw, count)
        values[name] = plain(array, dtype, shape)
        if width is not None and not exact and SENDS_PROTOBUF:
            matrix = array.reshape(shape)
            rows, columns = np.nonzero(matrix)
            crow = np.concatenate([[0], np.cumsum((matrix != 0).sum(axis=1))]).tolist()
            sparse = {"sparse_crow_indices": crow, "sparse_col_indices": columns.tolist()}
            inputs[name] = types.TensorData(data=matrix[rows, columns].tolist(), dtype=dtype, shape=shape, **sparse)
            # A zero that is left out has lost its sign.
            values[name] = plain(np.where(matrix == 0, 0, matrix), dtype, shape)
        else:
            inputs[name] = types.TensorData(data=array.tolist(), dtype=dtype, shape=shape)
    chunks = [types.EncodedTextChunk(tokens=part) for part in parts]
    datum = types.Datum(model_input=types.ModelInput(chunks=chunks), loss_fn_inputs=inputs)
    return datum, {"tokens": tokens, "lossInputs": values}


def draw_forward(draw, index):
    exact = draw.random() < 0.7
    loss = draw.choice(sorted(LOSSES))
    data, values = zip(*(draw_datum(draw, LOSSES[loss], exact) for _ in range(draw.randint(1, 3))))
    config = draw.choice([None, {"clip_high_threshold": 1.2, "clip_low_threshold": draw.random()}])
    model, sequence, forward_only = f"modèle-{index}", draw.choice([1, 2, 127, 128, 2**31 - 1]), draw.random() < 0.3
    value = {"modelId": model, "sequenceId": sequence, "data": values, "loss": loss, "forwardOnly": forward_only}
    if config is not None:
        value["lossConfig"] = config
    given = types.ForwardBackwardInput(data=list(data), loss_fn=loss, loss_fn_config=config)
    if not SENDS_PROTOBUF:
        kind = types.ForwardRequest if forward_only else types.ForwardBackwardRequest
        name = "forward_input" if forward_only else "forward_backward_input"
        request = kind(**{name: given}, model_id=model, seq_id=sequence)
        return {"value": value, "exact": exact, "json": request.model_dump(exclude_none=True, mode="json")}
    request = types.ForwardBackwardRequest(forward_backward_input=given, model_id=model, seq_id=sequence)
    message = request_conv.forward_backward_request_to_proto(request)
    message.forward_only = forward_only
    return {"value": value, "exact": exact, "bytes": text(message.SerializeToString(deterministic=True))}


def write_batched(field, draw, lengths, kind, trailing):
    count = sum(lengths) * int(np.prod(trailing or [1]))
    if kind == pb.DTYPE_BFLOAT16:
        array = (floats(draw, count).view(np.uint32) >> 16).astype(np.uint16)
    elif kind == pb.DTYPE_FLOAT32:
        array = floats(draw, count)
    else:
        array = integers(draw, count).astype(np.int32 if kind == pb.DTYPE_INT32 else np.int64)
    row = array.itemsize * int(np.prod(trailing or [1]))
    field.data = array.tobytes()
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64) * row
    field.offsets = offsets.tobytes()
    field.dtype = kind
    field.trailing_shape.extend(trailing)


def draw_forward_result(draw, _index):
    exact = draw.random() < 0.7
    message = pb.ForwardBackwardOutput(loss_fn_output_type=draw.choice(["ArrayRecord", "TorchLossReturn"]))
    for name in sorted(draw.sample(["clip:mean", "loss:sum", "slow:max"], draw.randint(0, 3))):
        message.metrics[name] = draw.choice([0.0, draw.gauss(0, 1), 1e300])
    kinds = [pb.DTYPE_FLOAT32, pb.DTYPE_INT64] + ([] if exact else [pb.DTYPE_INT32, pb.DTYPE_BFLOAT16])
    # The same in all records: older versions of the SDK read no others.
    layouts = {name: (draw.choice(kinds), draw.choice([[], [], [2]])) for name in ["elementwise_loss", "logprobs"]}
    for _ in range(1 if exact else draw.randint(1, 3)):
        lengths = [draw.randint(1, 6) for _ in range(draw.randint(1, 3))]
        record = message.loss_fn_outputs.add(num_datums=len(lengths))
        for name, (kind, trailing) in layouts.items():
            write_batched(record.fields[name], draw, lengths, kind, trailing)
    data = message.SerializeToString(deterministic=True)
    read = response_conv.deserialize_forward_backward_output(data)
    outputs = [
        {name: {"dtype": tensor.dtype, "data": list(tensor.data), "shape": tensor.shape} for name, tensor in sorted(output.items())}
        for output in read.loss_fn_outputs
    ]
    value = {"outputType": read.loss_fn_output_type, "outputs": outputs, "metrics": dict(sorted(read.metrics.items()))}
    return {"value": value, "exact": exact, "bytes": text(data)}


def draw_sample_result(draw, _index):
    message = pb.SampleResponse()
    for _ in range(draw.randint(1, 3)):
        length = draw.randint(1, 8)
        sequence = message.sequences.add(stop_reason=draw.choice([pb.STOP_REASON_STOP, pb.STOP_REASON_LENGTH]))
        sequence.tokens = np.array([draw.randint(0, 200_000) for _ in range(length)], np.int32).tobytes()
        if draw.random() < 0.7:
            sequence.logprobs = floats(draw, length).tobytes()
    if draw.random() < 0.5:
        logprobs = floats(draw, 4)
        logprobs[0] = np.nan
        message.prompt_logprobs = logprobs.tobytes()
    data = message.SerializeToString(deterministic=True)
    read = response_conv.deserialize_sample_response(data)
    sequences = [
        {"tokens": one.tokens, "stopReason": one.stop_reason, **({"logprobs": one.logprobs} if one.logprobs else {})}
        for one in read.sequences
    ]
    value = {"sequences": sequences, **({"promptLogprobs": read.prompt_logprobs} if read.prompt_logprobs else {})}
    return {"value": value, "exact": True, "bytes": text(data)}


def bodies():
    """The other requests, by our names of their routes; each as the SDK sends it."""
    adam = types.AdamParams(learning_rate=0.5, beta1=0.1, eps=1e-6, weight_decay=0.01, grad_clip_norm=1.5)
    lora = types.LoraConfig(rank=8, seed=3, train_unembed=False)
    prompt = types.ModelInput.from_ints([1, 2, 3])
    sampling = types.SamplingParams(max_tokens=5, seed=7, stop=[8, 9], temperature=0.5, top_k=4, top_p=0.9)
    models = {
        "clientConfig": types.ClientConfigRequest(sdk_version="1"),
        "createSession": types.CreateSessionRequest(tags=["a"], user_metadata={"b": 1}, sdk_version="1"),
        "sessionHeartbeat": types.SessionHeartbeatRequest(session_id="s"),
        "createModel": types.CreateModelRequest(session_id="s", model_seq_id=0, base_model="b", lora_config=lora),
        "getInfo": types.GetInfoRequest(model_id="m"),
        "unloadModel": types.UnloadModelRequest(model_id="m"),
        "optimStep": types.OptimStepRequest(adam_params=adam, model_id="m", seq_id=2),
        "saveWeights": types.SaveWeightsRequest(model_id="m", path="p", seq_id=3),
        "loadWeights": types.LoadWeightsRequest(model_id="m", path="p", seq_id=1, optimizer=True),
        "saveWeightsForSampler": types.SaveWeightsForSamplerRequest(model_id="m", seq_id=4, sampling_session_seq_id=0),
        "createSamplingSession": types.CreateSamplingSessionRequest(
            session_id="s", sampling_session_seq_id=1, base_model="b"
        ),
        "asample": types.SampleRequest(
            sampling_session_id="s", seq_id=5, num_samples=2, prompt=prompt, sampling_params=sampling, prompt_logprobs=True
        ),
        "retrieveFuture": types.FutureRetrieveRequest(request_id="r"),
    }
    return {name: model.model_dump(exclude_unset=False, exclude_none=True, mode="json") for name, model in models.items()}


def main(path, cases="8", seed="1"):
    draw = random.Random(int(seed))
    recorded = {"sdk": importlib.metadata.version("tinker"), "bodies": bodies()}
    kinds = {"forward": draw_forward, "forwardResult": draw_forward_result, "sampleResult": draw_sample_result}
    for name, draw_case in kinds.items():
        recorded[name] = [draw_case(draw, index) for index in range(int(cases))]
    with open(path, "w") as file:
        json.dump(recorded, file, ensure_ascii=False, separators=(",", ":"))
        file.write("\n")


main(*sys.argv[1:])
