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

/** What a script gets before it gives its next turn. */
export interface ScriptedTurn {
  /** Everything so far, decoded: prompt, earlier turns, tool responses. */
  readonly context: string;
  /** How many turns this session has had before. */
  readonly turn: number;
  readonly request: GenerateRequest;
}

/** Options of {@link createScriptedPolicy}. */
export interface ScriptedPolicyOptions {
  readonly tokenizer: Tokenizer;
  /** The texts of a rollout's turns, in order; or a function that writes each (and may throw, to play a broken engine). */
  readonly script: readonly string[] | ((turn: ScriptedTurn) => string | Promise<string>);
  /** The logprob given to every token; default −0.5. */
  readonly logprob?: number | undefined;
  /** Names the weights in `Generation.weightVersions`. */
  readonly weightVersion?: string | undefined;
  /** What it can be asked for. It ends a text at a stop text, and refuses to play one that has none of the request's forms. Default: nothing. */
  readonly capabilities?: PolicyCapabilities | undefined;
}

/** A policy that plays a script and remembers what it was asked. */
export interface ScriptedPolicy extends Policy {
  /** Every request made, in order. */
  readonly requests: readonly GenerateRequest[];
  /** Every session that was ended, in order. */
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
 * A policy that plays given texts, for tests of whatever stands before or behind a policy.
 *
 * It tells its tokens one by one (`onTokens`), ends each text with the first of the request's stop tokens (`<|im_end|>` where there is none), cuts it at the request's token budget (finish reason `length`), and honours the
 * signal. Requests without a session each start at turn 0.
 *
 * @throws TypeError or RangeError for bad options; RangeError (rejecting) when a session asks for more turns than the script has, or for another form than the next one has.
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
