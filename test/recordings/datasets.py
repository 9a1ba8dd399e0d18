"""Writes the Parquet files of the tests of src/recipe/data, with PyArrow, as the hub's `push_to_hub` does.

The columns are those of the data sets that they stand for; every row is made up. Run: python test/recordings/datasets.py
Needs pyarrow (26.0 wrote the files that are here).
"""

import datetime
import decimal
import pathlib

import pyarrow as pa
import pyarrow.parquet as pq

FOLDER = pathlib.Path(__file__).parent / "datasets"


def write(name, rows, schema, **options):
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), FOLDER / name, **options)


def dapo():
    message = pa.struct([("content", pa.string()), ("role", pa.string())])
    reward = pa.struct([("ground_truth", pa.string()), ("style", pa.string())])
    schema = pa.schema(
        [
            ("prompt", pa.string()),
            ("solution", pa.string()),
            ("data_source", pa.string()),
            ("source_prompt", pa.list_(message)),
            ("ability", pa.string()),
            ("reward_model", reward),
            ("extra_info", pa.struct([("index", pa.string())])),
        ]
    )
    rows = []
    for i in range(7):
        prompt = f"A box holds {i + 3} red marbles and {2 * i + 5} blue ones. How many marbles does it hold?"
        rows.append(
            {
                "prompt": prompt,
                "solution": str(3 * i + 8),
                "data_source": "math_dapo",
                "source_prompt": [{"content": f"Solve step by step.\n\n{prompt}", "role": "user"}],
                "ability": "MATH",
                "reward_model": {"ground_truth": str(3 * i + 8), "style": "rule-lighteval/MATH_v2"},
                "extra_info": {"index": f"made-up-{i}"},
            }
        )
    write("dapo.parquet", rows, schema, row_group_size=3)


def aime():
    schema = pa.schema(
        [
            ("id", pa.int64()),
            ("problem", pa.string()),
            ("solution", pa.string()),
            ("answer", pa.string()),
            ("url", pa.string()),
            ("year", pa.string()),
        ]
    )
    rows = [
        {
            "id": 60 + i,
            "problem": f"Find the number of ways to put {i + 2} rooks on a made-up board of ${i + 2}\\times{i + 2}$ squares.",
            "solution": "Count them.",
            "answer": f"{i:03d}",
            "url": "https://example.com",
            "year": "2024",
        }
        for i in range(4)
    ]
    write("aime-2024.parquet", rows, schema)


def damaged():
    """A number that a double does not hold, and a text that is none."""
    schema = pa.schema([("answer", pa.decimal128(30, 0))])
    write("decimal.parquet", [{"answer": decimal.Decimal("123456789012345678901234567890")}], schema)
    rows = [{"problem": f"Made up {i}.", "answer": "MARK" if i == 2 else str(i)} for i in range(4)]
    schema = pa.schema([("problem", pa.string()), ("answer", pa.string())])
    plain = {"compression": "none", "use_dictionary": False, "write_statistics": False}
    write("not-text.parquet", rows, schema, **plain)
    path = FOLDER / "not-text.parquet"
    path.write_bytes(path.read_bytes().replace(b"MARK", b"M\xff\xfeK"))


def hmmt():
    schema = pa.schema(
        [
            ("problem_idx", pa.int64()),
            ("problem", pa.string()),
            ("answer", pa.string()),
            ("problem_type", pa.list_(pa.string())),
        ]
    )
    rows = [
        {"problem_idx": 1, "problem": "Compute a made-up sum.", "answer": "103", "problem_type": ["Number Theory"]},
        {"problem_idx": 2, "problem": "Compute a made-up area.", "answer": "$\\frac{1}{576}$", "problem_type": ["Geometry", "Algebra"]},
    ]
    write("hmmt-2025.parquet", rows, schema)


def kinds():
    """Every kind of value that JSON lacks, in the codecs that need a package of their own."""
    schema = pa.schema(
        [
            ("small", pa.int64()),
            ("large", pa.int64()),
            ("when", pa.timestamp("ms")),
            ("share", pa.float64()),
            ("missing", pa.string()),
            ("counts", pa.list_(pa.int32())),
            ("right", pa.bool_()),
        ]
    )
    row = {
        "small": 7,
        "large": 2**60 + 1,
        "when": datetime.datetime(2025, 2, 13, 12, 30),
        "share": 0.25,
        "missing": None,
        "counts": [1, 2, 3],
        "right": True,
    }
    for codec in ("zstd", "gzip", "none"):
        write(f"kinds-{codec}.parquet", [row], schema, compression=codec)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for make in (dapo, aime, damaged, hmmt, kinds):
        make()
