import * as z from 'zod';
import { checkGenerateRequest, functionSchema, parseJson, parseOptions } from '../base/internal/index.js';
import {
  TAGS,
  type GenerateRequest,
  type Generation,
  type Policy,
  type PolicyCapabilities,
  type Tokenizer,
  type TurnConstraint,
} from '../base/index.js';

/** The argument of a script function. */
export interface ScriptedTurn {
  /** All text so far: prompt, earlier turns, tool responses. */
  readonly context: string;
  /** Number of earlier turns in this session. */
  readonly turn: number;
  readonly request: GenerateRequest;
}

/** Options of {@link createScriptedPolicy}. */
export interface ScriptedPolicyOptions {
  readonly tokenizer: Tokenizer;
  /** The texts of a rollout's turns, in order; or a function that returns each text (and may throw, to simulate a failed engine). */
  readonly script: readonly string[] | ((turn: ScriptedTurn) => string | Promise<string>);
  /** The logprob of every token; default −0.5. */
  readonly logprob?: number | undefined;
  /** The name of the weights in `Generation.weightVersions`. */
  readonly weightVersion?: string | undefined;
  /** Supported constraints of turns. A text ends at a stop text, and a text without a form of the request is refused. Default: no constraints. */
  readonly capabilities?: PolicyCapabilities | undefined;
}

/** A policy that plays a script and records its requests. */
export interface ScriptedPolicy extends Policy {
  /** All requests, in order. */
  readonly requests: readonly GenerateRequest[];
  /** All ended sessions, in order. */
  readonly endedSessions: readonly string[];
}

const optionsSchema = z.strictObject({
  tokenizer: z.looseObject({ encode: functionSchema(), decode: functionSchema() }),
  script: z.union([z.array(z.string()), functionSchema()]),
  logprob: z.number().default(-0.5),
  weightVersion: z.string().optional(),
  capabilities: z.strictObject({ stopTexts: z.boolean().optional(), forms: z.boolean().optional() }).default({}),
});

/**
 * A policy that plays given texts, for tests.
 *
 * It streams its tokens one by one (`onTokens`), ends each text with the first of the request's stop tokens (default `<|im_end|>`), cuts it
 * at the request's token limit (finish reason `length`), and reacts to the signal. Requests without a session each start at turn 0.
 *
 * @throws TypeError or RangeError for bad options; RangeError (rejecting) if a session requests more turns than the script has, or a form
 *   that the next text does not have.
 *
 * @example
 * const policy = createScriptedPolicy({ tokenizer, script: ['<answer>\\boxed{42}</answer>'] });
 */
export function createScriptedPolicy(options: ScriptedPolicyOptions): ScriptedPolicy {
  const { logprob, weightVersion } = parseOptions(optionsSchema, options);
  const { tokenizer, script, capabilities = {} } = options;
  const requests: GenerateRequest[] = [];
  const endedSessions: string[] = [];
  const turns = new Map<string, number>();

  const nextLine = async (request: GenerateRequest): Promise<string> => {
    const turn = request.sessionId === undefined ? 0 : (turns.get(request.sessionId) ?? 0);
    if (typeof script === 'function') {
      const text = await script({ context: tokenizer.decode(request.tokens), turn, request });
      advance(request.sessionId, turn);
      return text;
    }
    const text = script[turn];
    if (text === undefined) throw new RangeError(`script: expected at least ${turn + 1} turns, got ${script.length}`);
    advance(request.sessionId, turn);
    return text;
  };
  // A turn that was refused is played again, so a retry reads the same line.
  const advance = (sessionId: string | undefined, turn: number) => {
    if (sessionId !== undefined) turns.set(sessionId, turn + 1);
  };

  return {
    requests,
    endedSessions,
    capabilities,
    async generate(request, callOptions): Promise<Generation> {
      callOptions?.signal?.throwIfAborted();
      checkGenerateRequest(request, capabilities);
      requests.push(request);
      const line = await nextLine(request);
      requireForm(line, request.constraint);
      const [end] = request.sampling.stopTokens;
      const whole =
        end === undefined
          ? tokenizer.encode(`${line}${TAGS.messageEnd}`)
          : Int32Array.of(...tokenizer.encode(line), end);
      const ids = upToStopText(whole, tokenizer, request.constraint);
      callOptions?.signal?.throwIfAborted();
      const tokens = ids.slice(0, request.sampling.maxTokens);
      for (const token of tokens) callOptions?.onTokens?.(Int32Array.of(token), undefined, weightVersion);
      return {
        tokens,
        logprobs: new Float32Array(tokens.length).fill(logprob),
        finishReason: tokens.length < ids.length ? 'length' : 'stop',
        ...(weightVersion === undefined || tokens.length === 0
          ? {}
          : { weightVersions: [{ version: weightVersion, start: 0, end: tokens.length }] }),
      };
    },
    endSession(sessionId) {
      endedSessions.push(sessionId);
      turns.delete(sessionId);
    },
  };
}

/** @returns The tokens up to the one in which a stop text ends, as an engine draws them. */
function upToStopText(ids: Int32Array, tokenizer: Tokenizer, { stopTexts = [] }: TurnConstraint = {}): Int32Array {
  const hasStopText = (length: number) => {
    const text = tokenizer.decode(ids.subarray(0, length));
    return stopTexts.some((stop) => text.includes(stop));
  };
  if (!hasStopText(ids.length)) return ids;
  return ids.subarray(0, Array.from(ids, (_, i) => i + 1).find(hasStopText));
}

/** @throws RangeError for a text that has none of the forms. */
function requireForm(line: string, { forms, formAfter = '' }: TurnConstraint = {}): void {
  if (forms === undefined) return;
  const at = line.indexOf(formAfter);
  const text = line.slice(at + formAfter.length);
  const fits = forms.some(({ begin, end }) => {
    const isAround = text.length >= begin.length + end.length && text.startsWith(begin) && text.endsWith(end);
    return isAround && parseJson(text.slice(begin.length, text.length - end.length)) !== undefined;
  });
  if (at < 0 || !fits)
    throw new RangeError(`script: expected a turn of a form that the request asks for, got ${JSON.stringify(line)}`);
}
