import { readFileSync } from 'node:fs';
import type { Policy } from '../../../src/base/index.js';
import type { EntropyTrace } from '../../../src/evaluate/index.js';
import type { TokenClass } from '../../../src/evaluate/entropy-trace.js';
import type { TokenGroup } from '../../../src/evaluate/analyze-entropy.js';

interface RecordedAnalysis {
  readonly rollouts: readonly { classes: TokenClass[]; logits: number[][]; entropies: number[] }[];
  readonly all: TokenGroup;
  readonly classes: Readonly<Record<TokenClass, TokenGroup>>;
  readonly reflection: TokenGroup;
}

/** What SciPy and NumPy said: test/recordings/entropy.py. */
export const RECORDED_ENTROPY = JSON.parse(
  readFileSync(new URL('../../recordings/entropy.json', import.meta.url), 'utf8'),
) as { readonly before: RecordedAnalysis; readonly after: RecordedAnalysis };

export function tracesOf({ rollouts }: RecordedAnalysis): EntropyTrace[] {
  return rollouts.map(({ classes, entropies }) => ({ texts: classes.map(() => ' word'), entropies, classes }));
}

/** The policy, with entropies that tell where a token stands: 0, 1/8, 2/8, … */
export function withEntropies<P extends Policy>(policy: P): P {
  return {
    ...policy,
    givesEntropies: true,
    async generate(request, options) {
      const generation = await policy.generate(request, options);
      if (request.sampling.entropies !== true) return generation;
      return { ...generation, entropies: Float32Array.from(generation.tokens, (_, t) => t / 8) };
    },
  };
}
