import type { EvaluateOptions } from '../../evaluate/index.js';
import { UsageError } from '../command.js';
import { Flags } from '../flags.js';

/** What the command line of `eval` asks for. */
export interface EvalArguments {
  readonly flags: Flags;
  readonly model: string | undefined;
  readonly data: readonly string[];
  readonly python: boolean;
  readonly sampling: Required<Pick<EvaluateOptions, 'temperatures' | 'seeds' | 'samples' | 'maxTurns' | 'maxTokens'>> &
    Pick<EvaluateOptions, 'concurrency' | 'topP'>;
}

/** What is taken where no flag says otherwise. */
const PRESETS = {
  default: { temperatures: [0.6], samples: 4, maxTurns: 10, maxTokens: 4096 },
  paper: { temperatures: [0.6], samples: 16, maxTurns: 30, maxTokens: 30_000 },
} as const;
