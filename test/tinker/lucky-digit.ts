import { Random, type Tokenizer } from 'rstar2-agent';
import type { Recipe, RunOptions, TrainingProblem } from 'rstar2-agent/recipe';

/** What the model's tokenizer knows as one token each, beside bytes. */
export const PHRASES = ['user\n', 'assistant\n', 'Which digit?', '\\boxed{'];

const LUCKY = '7';

/** SFT shows the form of an answer, and any digit in it; one digit is right, which GRPO-RoC has to find. */
export const LUCKY_DIGIT: Recipe = {
  name: 'lucky digit',
  checkpointEverySteps: 2,
  stages: [
    {
      kind: 'sft',
      name: 'sft',
      steps: 20,
      batchSize: 20,
      optimizer: { learningRate: 0.015, schedule: { kind: 'cosine', finalShare: 0.1 } },
    },
    {
      kind: 'rl',
      name: 'rl',
      promptsPerStep: 4,
      groupSize: 8,
      sampling: { maxTokens: 8, maxTurns: 1 },
      optimizer: { learningRate: 0.01 },
      until: { steps: 10 },
      // Not every engine can take weights without the optimizer's state.
      start: { optimizer: 'keep' },
    },
  ],
};

/** What a run of it needs beside a learner and a folder. */
export function luckyDigit(
  tokenizer: Tokenizer,
): Pick<RunOptions, 'tokenizer' | 'problems' | 'demonstrations' | 'seed' | 'maxTokensPerPass'> {
  const question = { role: 'user', content: 'Which digit?' } as const;
  const problem = (i: number): TrainingProblem => ({
    id: `p${i}`,
    prompt: [question],
    metadata: { groundTruth: LUCKY },
  });
  const random = new Random('shown');
  const asked = tokenizer.encode(`<|im_start|>user\n${question.content}<|im_end|>\n<|im_start|>assistant\n`);
  const demonstrations = Array.from({ length: 60 }, () => {
    const said = tokenizer.encode(`\\boxed{${random.integer(10)}}<|im_end|>`);
    const mask = Uint8Array.from({ length: asked.length + said.length }, (_, t) => Number(t >= asked.length));
    return { tokens: Int32Array.of(...asked, ...said), mask };
  });
  return {
    tokenizer,
    problems: { train: Array.from({ length: 4 }, (_, i) => problem(i)) },
    demonstrations: { demonstrations },
    seed: 'lucky',
    maxTokensPerPass: 4096,
  };
}
