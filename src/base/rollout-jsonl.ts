import { checkArgument } from './internal/arguments/check-arguments.js';
import * as z from 'zod/mini';
import { DatasetError } from './errors.js';
import { stringifyJson } from './internal/json/stringify-json.js';
import { parseRecord } from './internal/arguments/options.js';
import type { JsonValue } from './json.js';
import type { Rollout, TokenTrace } from './rollout.js';

// Passed through as they are: z.json() and z.record() drop a key named `__proto__`, which a policy may write, and
// recurse until the stack is full on values that JSON.parse reads with ease.
const json = z.custom<JsonValue>((value) => value !== undefined, { message: 'expected a JSON value' });
const jsonObject = z.custom<{ readonly [key: string]: JsonValue }>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  { message: 'expected an object' },
);

const count = z.int().check(z.nonnegative());

export const messageSchema = z.strictObject({
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
});

const toolCallSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  arguments: json,
  argumentsText: z.optional(z.string()),
  response: z.strictObject({
    text: z.string(),
    isError: z.boolean(),
    errorEvidence: z.optional(z.enum(['client', 'function', 'text'])),
    durationMs: z.optional(z.number().check(z.nonnegative())),
  }),
});

const weightVersionSpanSchema = z.strictObject({
  version: z.string(),
  start: count,
  end: z.int().check(z.positive()),
});

const tokenTraceSchema = z.pipe(
  z
    .strictObject({
      ids: z.array(z.int32().check(z.nonnegative())),
      logprobs: z.array(z.number()),
      entropies: z.optional(z.array(z.number())),
      responseMask: z.array(z.union([z.literal(0), z.literal(1)])),
      promptLength: count,
      weightVersions: z.optional(z.array(weightVersionSpanSchema)),
      drift: z.optional(z.strictObject({ kind: z.enum(['past', 'turn', 'refused']), turn: count, reason: z.string() })),
      retokenized: z.optional(z.literal(true)),
    })
    .check(
      z.refine(
        ({ ids, logprobs, responseMask, entropies = ids }) =>
          [logprobs, responseMask, entropies].every(({ length }) => length === ids.length),
        {
          message: 'expected ids, logprobs, responseMask and entropies of equal length',
        },
      ),
      z.refine((trace) => trace.promptLength <= trace.ids.length, {
        message: 'expected promptLength to be at most the number of tokens',
      }),
      z.refine(
        ({ ids, weightVersions = [] }) =>
          weightVersions.every(
            ({ start, end }, i) => start < end && end <= (weightVersions[i + 1]?.start ?? ids.length),
          ),
        { message: 'expected weightVersions to be ascending spans of the tokens, without overlap' },
      ),
    ),
  // The type by its name: declarations that spell typed arrays out cannot be read by a TypeScript before 5.7.
  z.transform(
    ({ entropies, ...trace }) =>
      ({
        ...trace,
        ...(entropies === undefined ? {} : { entropies: Float32Array.from(entropies) }),
        ids: Int32Array.from(trace.ids),
        logprobs: Float32Array.from(trace.logprobs),
        responseMask: Uint8Array.from(trace.responseMask),
      }) as TokenTrace,
  ),
);

const path = {
  prompt: z.array(messageSchema),
  turns: z.array(
    z.strictObject({ text: z.string(), toolCalls: z.array(toolCallSchema), reply: z.optional(z.string()) }),
  ),
  finishReason: z.enum(['stop', 'length', 'max-turns', 'time-limit']),
  tokens: z.optional(tokenTraceSchema),
};

/** Reads one rollout from plain JSON; token arrays become typed arrays. */
export const rolloutSchema = z.strictObject({
  id: z.string(),
  groupId: z.string(),
  ...path,
  branches: z.optional(
    z.array(
      z.strictObject({
        ...path,
        agent: z.optional(z.strictObject({ id: z.string(), parentId: z.optional(z.string()) })),
      }),
    ),
  ),
  reward: z.optional(z.number()),
  agentError: z.optional(z.string()),
  refusedRequests: z.optional(z.array(z.string())),
  metadata: z.optional(jsonObject),
});

/**
 * @returns The rollout as one line of JSON, without the line feed. `parseRollout` reads it back unchanged.
 * @throws RangeError for a reward, logprob or entropy that JSON cannot represent; TypeError for a BigInt or a circular reference in its
 *   metadata.
 *
 * @example
 * appendFileSync('rollouts.jsonl', `${stringifyRollout(rollout)}\n`);
 */
export function stringifyRollout(rollout: Rollout): string {
  checkArgument(rollout, 'rollout', 'an object');
  const { id, reward, tokens } = rollout;
  const name = `rollout ${JSON.stringify(id)}`;
  if (reward !== undefined && !Number.isFinite(reward))
    throw new RangeError(`${name}: reward: expected a finite number, got ${reward}`);
  const { branches } = rollout;
  const plain = {
    ...rollout,
    ...(tokens === undefined ? {} : { tokens: plainTrace(tokens, `${name}: tokens`) }),
    ...(branches === undefined
      ? {}
      : {
          branches: branches.map((branch, i) =>
            branch.tokens === undefined
              ? branch
              : { ...branch, tokens: plainTrace(branch.tokens, `${name}: branches.${i}.tokens`) },
          ),
        }),
  };
  return stringifyJson(plain, name);
}

/** @returns The trace with arrays that JSON can write. @throws RangeError for numbers that it cannot. */
function plainTrace(tokens: TokenTrace, where: string): object {
  for (const field of ['logprobs', 'entropies'] as const) {
    const bad = tokens[field]?.findIndex((value) => !Number.isFinite(value)) ?? -1;
    if (bad < 0) continue;
    throw new RangeError(`${where}.${field}.${bad}: expected a finite number, got ${tokens[field]![bad]}`);
  }
  return {
    ...tokens,
    ids: Array.from(tokens.ids),
    logprobs: Array.from(tokens.logprobs),
    ...(tokens.entropies === undefined ? {} : { entropies: Array.from(tokens.entropies) }),
    responseMask: Array.from(tokens.responseMask),
  };
}

/**
 * Reads a rollout from one line of JSON.
 *
 * @param where - Named in errors, such as `rollouts.jsonl:12`.
 * @throws DatasetError if the line is not JSON or does not match; the message names the field.
 *
 * @example
 * parseRollout(stringifyRollout(rollout)).id === rollout.id; // true
 */
export function parseRollout(line: string, where = 'rollout'): Rollout {
  checkArgument(line, 'line', 'a string');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new DatasetError(`${where}: not JSON`, { cause });
  }
  return parseRecord(rolloutSchema, value, where) as Rollout;
}
