import * as z from 'zod';
import { isJsonObject } from '../../../base/internal/index.js';
import type { JsonValue } from '../../../base/index.js';
import type { TokenLabel } from './token-labels.js';

/** How the events of a streamed answer (`stream: true`, server-sent events of JSON) are read. */
export interface Streaming {
  /** @returns The tokens of an event; empty for an event of another kind. */
  tokens(event: JsonValue): Int32Array;
  /** @returns The logprobs and labels of the tokens, if the event has them. */
  logprobs?(event: JsonValue): LabelledLogprobs | undefined;
  /** @returns The answer that a request without streaming would get. */
  whole(events: readonly JsonValue[]): JsonValue;
}

/** Logprobs, and the labels of their tokens. */
export interface LabelledLogprobs {
  readonly values: Float32Array;
  readonly labels: readonly TokenLabel[];
}

/** Reads the events (`data: {…}`) out of a text that comes in pieces. One that is not JSON is kept as its text. */
export class EventReader {
  /** All so far. */
  readonly events: JsonValue[] = [];
  #rest = '';

  /** @returns The events that this piece ends. */
  add(piece: string): readonly JsonValue[] {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop()!;
    const added = lines.flatMap((line) => {
      const data = /^data: ?(.*?)\r?$/.exec(line)?.[1];
      return data === undefined || data === '[DONE]' ? [] : [parse(data)];
    });
    this.events.push(...added);
    return added;
  }
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

const tokensSchema = z.object({ choices: z.tuple([z.object({ token_ids: z.array(z.int32().nonnegative()) })]) });

const logprobSchema = z.number();
const labelSchema = z.string().nullish();
const logprobsSchema = z.object({
  choices: z.tuple([
    z.object({
      logprobs: z.union([
        z
          .object({ token_logprobs: z.array(logprobSchema), tokens: z.array(labelSchema).nullish() })
          .transform(({ token_logprobs: values, tokens: labels }) => ({ values, labels: labels ?? [] })),
        z
          .object({ content: z.array(z.object({ logprob: logprobSchema, token: labelSchema })) })
          .transform(({ content }) => ({
            values: content.map(({ logprob }) => logprob),
            labels: content.map(({ token }) => token),
          })),
      ]),
    }),
  ]),
});

/** Streaming of protocols whose events hold consecutive pieces of the answer. */
export const tokenStreaming: Streaming = {
  tokens: (event) => Int32Array.from(tokensSchema.safeParse(event).data?.choices[0].token_ids ?? []),
  logprobs(event) {
    const given = logprobsSchema.safeParse(event).data?.choices[0].logprobs;
    return given && { values: Float32Array.from(given.values), labels: given.labels };
  },
  whole(events) {
    const choices = events.flatMap((event) => choicesOf(event).slice(0, 1));
    const rest = events.map((event) => (isJsonObject(event) ? { ...event, choices: null } : event));
    return { ...(joined(rest) as object), choices: choices.length === 0 ? [] : [joined(choices)] };
  },
};

/** @returns The choices of an event; empty for an event that only counts tokens. */
export function choicesOf(event: JsonValue): readonly JsonValue[] {
  const choices = isJsonObject(event) ? event['choices'] : undefined;
  return isList(choices) ? choices : [];
}

/** Lists one after the other, objects member by member; of anything else the last that is not null. */
function joined(values: readonly JsonValue[]): JsonValue {
  return values.reduce((before, value) => {
    if (value === null) return before;
    if (isList(before) && isList(value)) return [...before, ...value];
    if (!isJsonObject(before) || !isJsonObject(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [name, joined([before[name] ?? null, member])]);
    return { ...before, ...(Object.fromEntries(members) as typeof before) };
  }, null);
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
