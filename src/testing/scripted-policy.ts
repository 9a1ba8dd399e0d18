import * as z from 'zod';
import { functionSchema, parseOptions } from '../base/internal/index.js';
import { TAGS, type GenerateRequest, type Generation, type Policy, type Tokenizer } from '../base/index.js';

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
});

/**
 * A policy that plays given texts, for tests of whatever stands before or behind a policy.
 *
 * It tells its tokens one by one (`onTokens`), ends each text with the first of the request's stop tokens (`<|im_end|>` where there is none), cuts it at the request's token budget (finish reason `length`), and honours the
 * signal. Requests without a session each start at turn 0.
 *
 * @throws TypeError or RangeError for bad options; RangeError (rejecting) when a session asks for more turns than the script has.
 *
 * @example
 * const policy = createScriptedPolicy({ tokenizer, script: ['<answer>\\boxed{42}</answer>'] });
 */
export function createScriptedPolicy(options: ScriptedPolicyOptions): ScriptedPolicy {
  const { logprob, weightVersion } = parseOptions(optionsSchema, options);
  const { tokenizer, script } = options;
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
    async generate(request, callOptions): Promise<Generation> {
      callOptions?.signal?.throwIfAborted();
      requests.push(request);
      const line = await nextLine(request);
      const [end] = request.sampling.stopTokens;
      const ids =
        end === undefined
          ? tokenizer.encode(`${line}${TAGS.messageEnd}`)
          : Int32Array.of(...tokenizer.encode(line), end);
      callOptions?.signal?.throwIfAborted();
      const tokens = ids.slice(0, request.sampling.maxTokens);
      for (const token of tokens) callOptions?.onTokens?.(Int32Array.of(token));
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
