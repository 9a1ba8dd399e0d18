/** Names of columns; a dot separates nested names (`reward_model.ground_truth`). */
export interface ProblemColumns {
  /** A text, or messages of a role and a content. */
  readonly prompt?: string | undefined;
  readonly groundTruth?: string | undefined;
  /** A text or a whole number. Default `id`; without one, the source's name and the row's index from 0. */
  readonly id?: string | undefined;
}

/** The location of a data set's problems on the hub. */
export interface NamedDataset {
  /** Its id on the hub. */
  readonly source: string;
  readonly files: readonly string[];
  readonly columns: ProblemColumns;
  readonly description: string;
}

/**
 * The data sets of the paper, by the names that `readProblems` takes for their ids: with the files and columns of the release's
 * preprocessing (for HMMT, which it does not have, MathArena's). A prompt is only the problem's text.
 */
export const NAMED_DATASETS = {
  'dapo-math-17k': {
    source: 'open-r1/DAPO-Math-17k-Processed',
    files: ['en/train-*.parquet'],
    columns: { prompt: 'prompt', groundTruth: 'reward_model.ground_truth', id: 'extra_info.index' },
    description: 'English training problems of DAPO, without copies',
  },
  'aime-2024': {
    source: 'HuggingFaceH4/aime_2024',
    files: ['data/train-*.parquet'],
    columns: { prompt: 'problem', groundTruth: 'answer', id: 'id' },
    description: 'AIME I and II of 2024, 30 problems',
  },
  'aime-2025': {
    source: 'opencompass/AIME2025',
    files: ['aime2025-I.jsonl', 'aime2025-II.jsonl'],
    columns: { prompt: 'question', groundTruth: 'answer' },
    description: 'AIME I and II of 2025, 30 problems',
  },
  'hmmt-2025': {
    source: 'MathArena/hmmt_feb_2025',
    files: ['data/train-*.parquet'],
    columns: { prompt: 'problem', groundTruth: 'answer', id: 'problem_idx' },
    description: 'HMMT of February 2025, 30 problems',
  },
  'math-500': {
    source: 'HuggingFaceH4/MATH-500',
    files: ['test.jsonl'],
    columns: { prompt: 'problem', groundTruth: 'answer', id: 'unique_id' },
    description: '500 test problems of MATH',
  },
} as const satisfies { readonly [name: string]: NamedDataset };
