import {
  toolCallsOf,
  type FinishReason,
  type Message,
  type Rollout,
  type RolloutSample,
  type Tokenizer,
  type TokenTrace,
  type Turn,
} from '../../../base/index.js';
import { turnParts, type TurnPart } from './turn-parts.js';

/** A rollout sample as the report's page holds it: everything already cut, parsed and bounded. */
export interface RolloutView {
  readonly step: number;
  readonly id: string;
  readonly groupId: string;
  readonly kept: boolean;
  readonly reason: string;
  readonly reward: number | null;
  readonly advantage: number | null;
  readonly penalties: RolloutSample['penalties'] | null;
  readonly groundTruth: string | null;
  readonly finishReason: FinishReason;
  readonly calls: number;
  readonly failedCalls: number;
  readonly length: number | null;
  /** What is asked: the last user message, for the list. */
  readonly question: string;
  readonly prompt: readonly Message[];
  readonly turns: readonly {
    /** The branch of the rollout that it is in, and its agent's name; null for the main path. */
    readonly branch: string | null;
    readonly text: string;
    readonly parts: readonly TurnPart[];
    /** What the environment answered. */
    readonly reply: string | null;
  }[];
  readonly pieces: readonly TokenPiece[] | null;
}

/** @param limits - Characters of text one sample may take; token pieces are shown for traces of at most `tokens` tokens. */
export function toRolloutView(
  sample: RolloutSample,
  limits: { readonly characters: number; readonly tokens: number },
  tokenizer?: Pick<Tokenizer, 'decode'>,
): RolloutView {
  const { rollout } = sample;
  const calls = toolCallsOf(rollout);
  const budget = new TextBudget(limits.characters);
  const trace = rollout.tokens;
  const question = rollout.prompt.findLast(({ role }) => role === 'user')?.content ?? '';
  const shaded = trace !== undefined && tokenizer !== undefined && trace.ids.length <= limits.tokens;
  return {
    step: sample.step,
    id: rollout.id,
    groupId: rollout.groupId,
    kept: sample.kept,
    // The page says kept or dropped itself.
    reason: budget.take(sample.reason.replace(/^(kept|dropped):\s*/i, '')),
    reward: finite(rollout.reward),
    advantage: finite(sample.advantage),
    penalties: sample.penalties ?? null,
    groundTruth: sample.groundTruth === undefined ? null : budget.take(sample.groundTruth),
    finishReason: rollout.finishReason,
    calls: calls.length,
    failedCalls: calls.filter(({ response }) => response.isError).length,
    length: trace === undefined ? null : trace.ids.length - trace.promptLength,
    question: question.slice(0, 160),
    prompt: rollout.prompt.map(({ role, content }) => ({ role, content: budget.take(content) })),
    turns: namedTurns(rollout).map(({ turn, branch }) => ({
      branch,
      parts: turnParts(turn).map((part) => boundPart(part, budget)),
      text: budget.take(turn.text),
      reply: turn.reply === undefined ? null : budget.take(turn.reply),
    })),
    pieces: shaded ? tokenPieces(trace, tokenizer) : null,
  };
}

/** @returns The turns of the main path, then those of each branch. */
function namedTurns({ turns, branches = [] }: Rollout): { readonly turn: Turn; readonly branch: string | null }[] {
  return [
    ...turns.map((turn) => ({ turn, branch: null })),
    ...branches.flatMap(({ turns: own, agent }, i) =>
      own.map((turn) => ({ turn, branch: `branch ${i + 1}${agent === undefined ? '' : ` (${agent.id})`}` })),
    ),
  ];
}

function boundPart(part: TurnPart, budget: TextBudget): TurnPart {
  if (part.kind !== 'call') return { ...part, text: budget.take(part.text) };
  return {
    ...part,
    code: budget.take(part.code),
    ...(part.input === undefined ? {} : { input: budget.take(part.input) }),
    ...(part.response === undefined ? {} : { response: budget.take(part.response) }),
  };
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

/**
 * Bounds how much text a report takes up: texts pass through until one sample's budget is used up, then are cut with a note that
 * says how much is missing.
 */
export class TextBudget {
  #left: number;
  #cut = 0;

  constructor(characters: number) {
    this.#left = characters;
  }

  /** Characters left out so far. */
  get cut(): number {
    return this.#cut;
  }

  take(text: string): string {
    if (text.length <= this.#left) {
      this.#left -= text.length;
      return text;
    }
    const missing = text.length - this.#left;
    // Not in the middle of a surrogate pair: a half of one is not a character.
    const end = /[\ud800-\udbff]/.test(text.charAt(this.#left - 1)) ? this.#left - 1 : this.#left;
    this.#left = 0;
    this.#cut += missing;
    return `${text.slice(0, end)}… [${missing.toLocaleString('en-US')} characters not shown]`;
  }
}

/** A piece of text and the probability of drawing it; null for prompt and tool responses. */
export type TokenPiece = readonly [text: string, probability: number | null];

/** Longest run of tokens that together make one character. */
const MAX_JOINED = 8;

/**
 * Decodes a token trace for shading. Tokens that only together make a character (bytes of UTF-8) become one piece, with the
 * product of their probabilities; neighbouring tokens that no policy drew become one as well.
 */
export function tokenPieces(trace: TokenTrace, tokenizer: Pick<Tokenizer, 'decode'>): TokenPiece[] {
  const pieces: [string, number | null][] = [];
  const { ids, logprobs, responseMask } = trace;
  for (let start = 0; start < ids.length;) {
    const drawn = responseMask[start] === 1;
    let end = start + 1;
    if (drawn) {
      const limit = Math.min(start + MAX_JOINED, ids.length);
      while (end < limit && responseMask[end] === 1 && tokenizer.decode(ids.slice(start, end)).includes('\ufffd'))
        end++;
    } else while (end < ids.length && responseMask[end] !== 1) end++;
    const logprob = logprobs.slice(start, end).reduce((sum, value) => sum + value, 0);
    pieces.push([tokenizer.decode(ids.slice(start, end)), drawn ? round(Math.exp(logprob)) : null]);
    start = end;
  }
  return pieces;
}

function round(probability: number): number {
  return Math.round(probability * 1e4) / 1e4;
}
