import * as z from 'zod';
import { TAGS, type Rollout, type Tokenizer } from '../base/index.js';
import { allTraces, checkArgument, checkLength, parseOptions } from '../base/internal/index.js';

/**
 * The class of a generated token: reasoning, a tool call (`code`), the beginning of a turn that follows a tool
 * response (`reaction`), or the answer.
 */
export type TokenClass = 'reasoning' | 'code' | 'reaction' | 'answer';

/** The generated tokens of one rollout, without prompt and tool responses. */
export interface EntropyTrace {
  /** The text of each token; joined, they are the generated text. */
  readonly texts: readonly string[];
  /** In nats. */
  readonly entropies: ArrayLike<number>;
  readonly classes: readonly TokenClass[];
}

export const TOKEN_CLASSES = ['reasoning', 'code', 'reaction', 'answer'] as const satisfies readonly TokenClass[];

export const traceSchema = z
  .object({
    texts: z.array(z.string()),
    entropies: z.custom<ArrayLike<number>>(areFinite, 'expected an array of finite numbers'),
    classes: z.array(z.enum(TOKEN_CLASSES)),
  })
  .refine(({ texts, entropies, classes }) => entropies.length === texts.length && classes.length === texts.length, {
    message: 'expected texts, entropies and classes of equal length',
  });

function areFinite(value: unknown): boolean {
  const list = value as ArrayLike<unknown> | null;
  return typeof list === 'object' && typeof list?.length === 'number' && Array.from(list).every(Number.isFinite);
}

/** Options of {@link entropyTrace}. */
export interface EntropyTraceOptions {
  /** Number of tokens after a tool response that count as the reaction to it, except code and answer; default 32. */
  readonly reactionTokens?: number | undefined;
}

const optionsSchema = z.strictObject({ reactionTokens: z.int().nonnegative().default(32) });

/**
 * Classifies the tokens of a rollout's main path by the tags of the protocol. For another path, pass the branch.
 *
 * @param entropies - For each token of the rollout, as from `logprobsFromHidden`; read only at generated tokens.
 * @throws TypeError for a rollout without tokens; RangeError for another number of entropies; both for bad options.
 *
 * @example
 * entropyTrace(rollout, entropies, tokenizer);
 */
export function entropyTrace(
  rollout: Pick<Rollout, 'tokens'>,
  entropies: ArrayLike<number>,
  tokenizer: Pick<Tokenizer, 'decode'>,
  options: EntropyTraceOptions = {},
): EntropyTrace {
  const { reactionTokens } = parseOptions(optionsSchema, options);
  checkArgument(rollout, 'rollout', { tokens: { ids: 'an array', responseMask: 'an array' } });
  checkArgument(tokenizer, 'tokenizer', { decode: 'a function' });
  const { ids, responseMask, promptLength } = rollout.tokens!;
  checkLength(entropies, 'entropies', ids.length, 'tokens');
  const [texts, values, classes]: [string[], number[], TokenClass[]] = [[], [], []];
  let written = '';
  let [start, sinceTurn] = [0, 0];
  for (let t = 0; t < ids.length; t++) {
    if (responseMask[t] === 0) continue;
    if (t > 0 && responseMask[t - 1] === 0) [start, sinceTurn, written] = [t, 0, ''];
    const text = tokenizer.decode([ids[t]!]);
    written += text;
    texts.push(text);
    values.push(entropies[t]!);
    classes.push(classOf(written, start > promptLength && sinceTurn < reactionTokens));
    sinceTurn++;
  }
  return { texts, entropies: values, classes };
}

/** @returns What the policy wrote on all paths of a rollout, one path after the other; undefined where the main path has no entropies. */
export function entropyTraceOfPaths(
  rollout: Pick<Rollout, 'tokens' | 'branches'>,
  tokenizer: Pick<Tokenizer, 'decode'>,
): EntropyTrace | undefined {
  if (rollout.tokens?.entropies === undefined) return undefined;
  const traces = allTraces(rollout).flatMap((tokens) =>
    tokens.entropies === undefined ? [] : entropyTrace({ tokens }, tokens.entropies, tokenizer),
  );
  return {
    texts: traces.flatMap(({ texts }) => texts),
    entropies: traces.flatMap(({ entropies }) => Array.from(entropies)),
    classes: traces.flatMap(({ classes }) => classes),
  };
}

/** @param written - The turn so far, the token included. @param follows - Whether it stands soon after a tool response. */
function classOf(written: string, follows: boolean): TokenClass {
  if (isOpen(written, TAGS.toolCallStart, TAGS.toolCallEnd)) return 'code';
  if (isOpen(written, TAGS.answerStart, TAGS.answerEnd)) return 'answer';
  return follows ? 'reaction' : 'reasoning';
}

/** Whether the text ends within a tag, or with the tag's end. */
function isOpen(written: string, start: string, end: string): boolean {
  const opened = written.lastIndexOf(start);
  if (opened < 0) return false;
  const closed = written.indexOf(end, opened);
  return closed < 0 || closed + end.length >= written.length;
}
