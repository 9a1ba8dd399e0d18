"""The peer of data.ts: `data-peer.py parquet JSONL OUT BYTES` writes a Parquet file, `data-peer.py read KIND PATH` reads one with `datasets`."""

import json
import os
import resource
import sys
import time


def write_parquet(source, target, size):
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema([("id", pa.int64()), ("problem", pa.string()), ("answer", pa.int64())])
    writer = pq.ParquetWriter(target, schema)
    rows = []
    largest = 0
    with open(source, encoding="utf8") as lines:
        for line in lines:
            rows.append(json.loads(line))
            if len(rows) < 20_000:
                continue
            before = os.path.getsize(target)
            writer.write_table(pa.Table.from_pylist(rows, schema=schema))
            largest = max(largest, sum(len(row["problem"]) for row in rows))
            rows = []
            if before >= size:
                break
    writer.close()
    print(json.dumps({"bytes": os.path.getsize(target), "largestGroup": largest}))


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def read(kind, path):
    import datasets

    base = peak()
    start = time.perf_counter()
    rows = characters = 0
    for row in datasets.load_dataset(kind, data_files=path, split="train", streaming=True):
        rows += 1
        characters += len(row["problem"])
    seconds = time.perf_counter() - start
    print(json.dumps({"rows": rows, "characters": characters, "seconds": seconds, "baseMB": base, "peakMB": peak()}))


if __name__ == "__main__":
    if sys.argv[1] == "parquet":
        write_parquet(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        read(sys.argv[2], sys.argv[3])
