"""Records the bytes that TensorBoard's own classes write for given scalars, and reads event files as TensorBoard does, for the
tests of src/report.

Run: python event-files.py > event-files.json   (needs tensorboard)
     python event-files.py read FOLDER           what TensorBoard reads there, as JSON: tag -> [[step, value], ...]
"""

import base64
import io
import json
import sys

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.compat.proto import event_pb2, summary_pb2
from tensorboard.summary.writer.record_writer import RecordWriter
from tensorboard.version import VERSION

SESSION = {
    "now": 1700000000123,
    "earlier": [{"step": 300, "stage": "sft", "loss": 1.5}],
    "records": [
        {"now": 1700000001250, "record": {"step": 1, "stage": "rl", "reward": 0.1, "loss": -0.0, "text": "no scalar"}},
        {"now": 1700000002500, "record": {"step": 1, "stage": "eval", "passAt1": 1 / 3, "größe": 1e-42}},
        {"now": 1700000003999, "record": {"step": 20000000000, "stage": "rl", "reward": 3e38, "kl": None}},
    ],
    # Of each event: when in milliseconds, the step on the axis of the run, the scalars.
    "events": [
        [1700000001250, 301, {"rl/reward": 0.1, "rl/loss": -0.0}],
        [1700000002500, 301, {"eval/passAt1": 1 / 3, "eval/größe": 1e-42}],
        [1700000003999, 20000000300, {"rl/reward": 3e38}],
    ],
}


def written():
    file = io.BytesIO()
    writer = RecordWriter(file)
    now = SESSION["now"] / 1000
    start = event_pb2.SessionLog(status=event_pb2.SessionLog.START)
    writer.write(event_pb2.Event(wall_time=now, step=301, file_version="brain.Event:2").SerializeToString())
    writer.write(event_pb2.Event(wall_time=now, step=301, session_log=start).SerializeToString())
    for milliseconds, step, scalars in SESSION["events"]:
        values = [summary_pb2.Summary.Value(tag=tag, simple_value=value) for tag, value in scalars.items()]
        event = event_pb2.Event(wall_time=milliseconds / 1000, step=step, summary=summary_pb2.Summary(value=values))
        writer.write(event.SerializeToString())
    return file.getvalue()


def read(folder):
    accumulator = EventAccumulator(folder, size_guidance={"tensors": 0, "scalars": 0})
    accumulator.Reload()
    return {
        tag: [[scalar.step, scalar.value] for scalar in accumulator.Scalars(tag)]
        for tag in sorted(accumulator.Tags()["scalars"])
    }


if len(sys.argv) > 2:
    print(json.dumps(read(sys.argv[2]), ensure_ascii=False))
else:
    recording = {**SESSION, "file": base64.b64encode(written()).decode()}
    print(json.dumps({"tensorboard": VERSION, **recording}, ensure_ascii=False, indent=1))
