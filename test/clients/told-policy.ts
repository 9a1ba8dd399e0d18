import type { GenerateRequest, Policy } from '../../src/base/index.js';
import { createVocabularyTokenizer } from '../../src/rollout/index.js';
import { createScriptedPolicy, type ScriptedTurn } from '../../src/testing/scripted-policy.js';

/** Knows the marks alone: everything else is spelled in bytes, so that letters and emoji stand across several tokens. */
export const tokenizer = createVocabularyTokenizer(
  ['assistant', 'user', '<think>', '</think>', '<tool_call>', '</tool_call>', 'half'],
  { special: ['<|im_start|>', '<|im_end|>'] },
);

/** One turn as it was drawn. */
export interface Draw {
  /** What the policy read. */
  readonly before: readonly number[];
  readonly tokens: readonly number[];
  readonly logprobs: readonly number[];
}

export interface ToldPolicyOptions {
  /** Writes the turn for what the policy reads. */
  readonly say: (turn: ScriptedTurn) => string;
  /** Awaited before each token, with the text of those before it: a test lets the policy go on. Default: a tick now and then. */
  readonly pace?: ((said: string, signal: AbortSignal | undefined) => unknown) | undefined;
}

export interface ToldPolicy extends Policy {
  /** Turns that were drawn whole, in the order in which they ended. */
  readonly draws: readonly Draw[];
  readonly requests: readonly GenerateRequest[];
}

/** A scripted policy that draws one token after another at the pace of a test, each with a logprob of its own. */
export function createToldPolicy({ say, pace }: ToldPolicyOptions): ToldPolicy {
  const scripted = createScriptedPolicy({ tokenizer, script: say });
  const draws: Draw[] = [];
  let drawn = 0;
  return {
    ...scripted,
    draws,
    async generate(request, options) {
      const { onTokens, ...others } = options ?? {};
      const generation = await scripted.generate(request, others);
      const { tokens } = generation;
      const logprobs = Float32Array.from(tokens, () => -++drawn / 65536);
      for (let i = 0; i < tokens.length; i++) {
        if (pace !== undefined) await pace(tokenizer.decode(tokens.subarray(0, i)), options?.signal);
        else if (i % 8 === 0) await new Promise((resolve) => setImmediate(resolve));
        options?.signal?.throwIfAborted();
        onTokens?.(tokens.subarray(i, i + 1));
      }
      draws.push({ before: [...request.tokens], tokens: [...tokens], logprobs: [...logprobs] });
      return { ...generation, logprobs };
    },
  };
}
