"""The tinker-cookbook's recipe sl_basic, with a data set of its own, against a Tinker server: its loss must fall.

Usage: python recipe.py URL MODEL_FOLDER WORK_FOLDER
"""

import asyncio
import json
import os
import sys

import chz
from tinker_cookbook.renderers import TrainOnWhat
from tinker_cookbook.supervised import train
from tinker_cookbook.supervised.data import FromConversationFileBuilder
from tinker_cookbook.supervised.types import ChatDatasetBuilderCommonConfig


def main(url: str, model: str, work: str) -> None:
    os.makedirs(work, exist_ok=True)
    conversations = os.path.join(work, "conversations.jsonl")
    with open(conversations, "w") as file:
        for i in range(96):
            a, b = i % 10, (i * 7) % 10
            messages = [{"role": "user", "content": f"{a}+{b}?"}, {"role": "assistant", "content": f"It is {a + b}."}]
            file.write(json.dumps({"messages": messages}) + "\n")
    common = ChatDatasetBuilderCommonConfig(
        model_name_for_tokenizer=model,
        renderer_name="role_colon",
        max_length=128,
        batch_size=8,
        train_on_what=TrainOnWhat.ALL_ASSISTANT_MESSAGES,
    )
    config = chz.Blueprint(train.Config).apply(
        {
            "log_path": os.path.join(work, "log"),
            "base_url": url,
            "model_name": model,
            "recipe_name": "recipe_sl_basic",
            "renderer_name": "role_colon",
            "dataset_builder": FromConversationFileBuilder(common_config=common, file_path=conversations),
            "learning_rate": 1e-2,
            "lora_rank": 8,
            "lr_schedule": "linear",
            "num_epochs": 1,
            "eval_every": 0,
            "save_every": 6,
        }
    )
    asyncio.run(train.main(config.make()))
    with open(os.path.join(work, "log", "metrics.jsonl")) as file:
        losses = [record["train_mean_nll"] for line in file if "train_mean_nll" in (record := json.loads(line))]
    print("  the cookbook's sl_basic", " ".join(f"{loss:.3f}" for loss in losses))
    assert len(losses) >= 10 and losses[-1] < 0.9 * losses[0], losses


if __name__ == "__main__":
    os.environ.setdefault("TINKER_API_KEY", "tml-local")
    main(*sys.argv[1:])
