import * as fc from 'fast-check';
import { checkArgument } from '../base/internal/index.js';
import type { FinishReason, JsonValue, Rollout, RolloutBranch, TokenTrace, ToolCall, Turn } from '../base/index.js';

/** Constraints of random rollouts. */
export interface RolloutConstraints {
  /** Default 4. */
  readonly maxTurns?: number;
  /** Default 3. */
  readonly maxToolCallsPerTurn?: number;
  /** Default: mostly 0 and 1, sometimes other finite numbers of either sign. */
  readonly reward?: fc.Arbitrary<number>;
  /** Whether rollouts have a token trace. Default false. */
  readonly tokens?: boolean;
  /** Whether some have branches. Default true. */
  readonly branches?: boolean;
}

/** Constraints of random batches. */
export interface BatchConstraints extends RolloutConstraints {
  /** Default 5. */
  readonly maxGroups?: number;
  /** Rollouts of all groups together; default 40. */
  readonly maxRollouts?: number;
}

/** Outcome rewards: mostly 0 and 1, sometimes other finite numbers of either sign. */
export function rewardArbitrary(): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(0, 1) },
    { weight: 1, arbitrary: fc.constantFrom(-1, -0.5, -0, 0.1, 0.5, 1e-9, -1e-9, 1e300) },
    { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  );
}

/** A call and its response: good, failed with or without the word "error", or one that could not be parsed. */
export function toolCallArbitrary(): fc.Arbitrary<ToolCall> {
  const argumentsArbitrary: fc.Arbitrary<JsonValue> = fc.oneof(
    fc.record({ code: fc.string() }),
    fc.jsonValue() as fc.Arbitrary<JsonValue>,
  );
  return fc.record({
    id: fc.string(),
    name: fc.constantFrom('python', 'search', ''),
    arguments: argumentsArbitrary,
    response: fc.record(
      {
        text: responseTextArbitrary(),
        isError: fc.boolean(),
        errorEvidence: fc.constantFrom('client' as const, 'function' as const, 'text' as const),
      },
      { requiredKeys: ['text', 'isError'] },
    ),
  });
}

/** An assistant message with well-formed, missing, repeated and unbalanced tags, and the calls it made. */
export function turnArbitrary(maxToolCalls = 3): fc.Arbitrary<Turn> {
  checkArgument(maxToolCalls, 'maxToolCalls', 'a number');
  return fc.record({
    text: fc
      .array(fc.oneof(fc.constantFrom(...TURN_PIECES), fc.string({ unit: 'grapheme' })), { maxLength: 6 })
      .map(join),
    toolCalls: fc.array(toolCallArbitrary(), { maxLength: maxToolCalls }),
  });
}

/**
 * One scored rollout, sometimes with branches. Its id and group are arbitrary; `rolloutBatchArbitrary` makes ids distinct and groups
 * shared.
 *
 * @example
 * fc.assert(fc.property(rolloutArbitrary(), (rollout) => parseRollout(stringifyRollout(rollout)).id === rollout.id));
 */
export function rolloutArbitrary(constraints: RolloutConstraints = {}): fc.Arbitrary<Rollout> {
  checkArgument(constraints, 'constraints', 'an object');
  const { maxTurns = 4, maxToolCallsPerTurn = 3, reward = rewardArbitrary() } = constraints;
  const { tokens = false, branches = true } = constraints;
  const fields = {
    id: fc.string(),
    groupId: fc.string(),
    prompt: fc.constant([{ role: 'user' as const, content: 'How many?' }]),
    turns: fc.array(turnArbitrary(maxToolCallsPerTurn), { minLength: 1, maxLength: maxTurns }),
    finishReason: finishReasonArbitrary(),
    reward,
  };
  const line: fc.Arbitrary<Rollout> = tokens
    ? fc.record({ ...fields, tokens: tokenTraceArbitrary() })
    : fc.record(fields);
  if (!branches) return line;
  const tree = fc
    .tuple(line, fc.array(offshootArbitrary(maxToolCallsPerTurn), { minLength: 1, maxLength: 3 }))
    .map(([rollout, offshoots]) => ({ ...rollout, branches: branchesOf(rollout, offshoots) }));
  return fc.oneof({ weight: 4, arbitrary: line }, { weight: 1, arbitrary: tree });
}

/** What a branch is made of, before it is known which paths are earlier. */
interface Offshoot {
  readonly turns: readonly Turn[];
  readonly trace: TokenTrace;
  readonly finishReason: FinishReason;
  readonly agent: RolloutBranch['agent'];
  /** Which earlier path it continues, and after how many tokens, by their remainders; undefined: it has a prompt of its own. */
  readonly fork: { readonly path: number; readonly token: number } | undefined;
}

function offshootArbitrary(maxToolCalls: number): fc.Arbitrary<Offshoot> {
  return fc.record({
    turns: fc.array(turnArbitrary(maxToolCalls), { minLength: 1, maxLength: 2 }),
    trace: tokenTraceArbitrary(8),
    finishReason: finishReasonArbitrary(),
    agent: fc.constantFrom(undefined, { id: 'searcher' }, { id: 'reader', parentId: 'searcher' }),
    fork: fc.option(fc.record({ path: fc.nat(), token: fc.nat() }), { nil: undefined }),
  });
}

function branchesOf({ prompt, tokens }: Rollout, offshoots: readonly Offshoot[]): RolloutBranch[] {
  const paths = tokens === undefined ? [] : [tokens];
  return offshoots.map(({ turns, trace, finishReason, agent, fork }) => {
    const earlier = fork && paths[fork.path % paths.length];
    const path = earlier === undefined ? trace : grownFrom(earlier, fork!.token % (earlier.ids.length + 1), trace);
    if (tokens !== undefined) paths.push(path);
    return {
      turns,
      ...(tokens !== undefined && { tokens: path }),
      prompt: fork === undefined ? [{ role: 'user' as const, content: 'Which?' }] : prompt,
      ...(agent !== undefined && { agent }),
      finishReason,
    };
  });
}

/** @returns The first tokens of a path, which it trains on itself, and those of another after them. */
function grownFrom(earlier: TokenTrace, length: number, own: TokenTrace): TokenTrace {
  const zeros = new Array<number>(length).fill(0);
  return {
    ids: Int32Array.from([...earlier.ids.subarray(0, length), ...own.ids]),
    logprobs: Float32Array.from([...zeros, ...own.logprobs]),
    responseMask: Uint8Array.from([...zeros, ...own.responseMask]),
    promptLength: Math.min(earlier.promptLength, length),
  };
}

function finishReasonArbitrary(): fc.Arbitrary<FinishReason> {
  return fc.constantFrom('stop', 'length', 'max-turns', 'time-limit');
}

/** The tokens of a rollout: a prompt, then generated and read tokens in any pattern. */
export function tokenTraceArbitrary(maxTokens = 24): fc.Arbitrary<TokenTrace> {
  checkArgument(maxTokens, 'maxTokens', 'a number');
  const token = fc.record({
    id: fc.nat(255),
    logprob: fc.float({ min: -20, max: 0, noNaN: true }),
    generated: fc.boolean(),
  });
  return fc
    .record({
      prompt: fc.array(fc.nat(255), { minLength: 1, maxLength: 8 }),
      rest: fc.array(token, { maxLength: maxTokens }),
    })
    .map(({ prompt, rest }) => ({
      ids: Int32Array.from([...prompt, ...rest.map(({ id }) => id)]),
      logprobs: Float32Array.from([...prompt.map(() => 0), ...rest.map((t) => (t.generated ? t.logprob : 0))]),
      responseMask: Uint8Array.from([...prompt.map(() => 0), ...rest.map((t) => (t.generated ? 1 : 0))]),
      promptLength: prompt.length,
    }));
}

/**
 * A batch of scored rollouts with distinct ids, in interleaved groups of any size. Labels are awkward on purpose: they
 * sort differently as numbers and as strings, and one is the name of a property every object has.
 *
 * @example
 * fc.assert(fc.property(rolloutBatchArbitrary(), (rollouts) => groupAdvantages(rollouts).length === rollouts.length));
 */
export function rolloutBatchArbitrary(constraints: BatchConstraints = {}): fc.Arbitrary<Rollout[]> {
  checkArgument(constraints, 'constraints', 'an object');
  const { maxGroups = 5, maxRollouts = 40, ...rollout } = constraints;
  const labels = ['10', '9', '', '__proto__', 'prompt/1', ...Array.from({ length: maxGroups }, (_, i) => `g${i}`)];
  return fc
    .array(fc.record({ rollout: rolloutArbitrary(rollout), group: fc.nat(maxGroups - 1) }), { maxLength: maxRollouts })
    .map((members) =>
      members.map(({ rollout, group }, index) => ({ ...rollout, id: `rollout-${index}`, groupId: labels[group]! })),
    );
}

const TURN_PIECES = [
  '<reason>so</reason>',
  '<answer>\\boxed{7}</answer>',
  '<answer>',
  '</answer>',
  '<tool_call>{"name": "python"}</tool_call>',
  '<tool_response>error</tool_response>',
  '<|im_end|>',
  '<|im_start|>assistant',
  'a < b',
  ' error ',
  '√2 ≈ 1.414',
] as const;

function responseTextArbitrary(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(
      '7',
      '',
      '(no output)',
      'NameError: name',
      'relative error: 0.1',
      'ERROR',
      'timed out',
      '√',
      'a < b',
    ),
    fc.string({ unit: 'grapheme' }),
  );
}

function join(pieces: readonly string[]): string {
  return pieces.join('');
}
