import * as z from 'zod';
import { groupByLabel, mean, parseOptions } from '../base/internal/index.js';
import { topEntropyTokens } from '../objective/index.js';
import { traceSchema, type EntropyTrace, type TokenClass } from './entropy-trace.js';

/** The analysed tokens of one kind. */
export interface TokenGroup {
  readonly tokens: number;
  /** Mean entropy in nats; null without a token. */
  readonly entropy: number | null;
  /** How many of them are among the tokens of highest entropy of their rollout. */
  readonly top: number;
}

/** A word, measured at its first token, where the word is chosen. */
interface WordEntropy extends TokenGroup {
  readonly word: string;
  readonly entropy: number;
}

/** Where a policy was uncertain in some rollouts. */
export interface EntropyAnalysis {
  readonly rollouts: number;
  readonly all: TokenGroup;
  readonly classes: Readonly<Record<TokenClass, TokenGroup>>;
  /** Tokens of highest entropy in a phrase that changes the direction of the reasoning: "But before", "double-check", "rerun". */
  readonly forking: TokenGroup;
  /** Tokens of highest entropy in the reaction to a tool response: checking it, diagnosing an error. */
  readonly reflection: TokenGroup;
  /** By mean entropy, the highest first. */
  readonly words: readonly WordEntropy[];
}

/** Options of {@link analyzeEntropy}. */
interface EntropyOptions {
  /** Share of a rollout's tokens that count as highest entropy; default 0.2, as in the paper. */
  readonly top?: number | undefined;
  /** Phrases that change the direction of the reasoning; upper and lower case are equal. Default: the paper's examples and similar ones. */
  readonly phrases?: readonly string[] | undefined;
  /** How often a word must occur to be listed; default 3. */
  readonly minCount?: number | undefined;
  /** How many words are listed; default 30. */
  readonly words?: number | undefined;
}

const PHRASES = [
  ...['but before', 'double-check', 'double check', 'rerun', 're-run', 'wait', 'however', 'alternatively', 'actually'],
  ...['let me check', 'let me verify', "let's check", "let's verify", 'on second thought', 'reconsider', 're-examine'],
];

const tracesSchema = z.array(traceSchema);

const optionsSchema = z.strictObject({
  top: z.number().gt(0).max(1).default(0.2),
  phrases: z.array(z.string().min(1)).default(PHRASES),
  minCount: z.int().positive().default(3),
  words: z.int().nonnegative().default(30),
});

/**
 * Measures where a policy is uncertain: entropy by class of token, the tokens of highest entropy of each rollout, and the two kinds that
 * the
 * paper finds among them, forking tokens in the reasoning and reflection tokens in the reaction to a tool response.
 *
 * A token of a rollout counts as high-entropy if it is at or above the (1 − top)-quantile of the rollout's entropies.
 *
 * @throws TypeError or RangeError for traces whose parts differ in length.
 * @remarks Source: arXiv 2508.20722, section 5.4 (analysis); it takes 64 random rollouts.
 *
 * @example
 * const analysis = analyzeEntropy(readEntropyTraces('evaluations/step-100'));
 */
export function analyzeEntropy(traces: readonly EntropyTrace[], options: EntropyOptions = {}): EntropyAnalysis {
  parseOptions(tracesSchema, traces, 'traces');
  const { top, phrases, minCount, words: most } = parseOptions(optionsSchema, options);
  const tokens = traces.flatMap((trace) => tokensOf(trace, top, phrases));
  const ofClass = (name: TokenClass): TokenGroup => groupOf(tokens.filter((token) => token.class === name));
  return {
    rollouts: traces.length,
    all: groupOf(tokens),
    classes: {
      reasoning: ofClass('reasoning'),
      code: ofClass('code'),
      reaction: ofClass('reaction'),
      answer: ofClass('answer'),
    },
    forking: groupOf(tokens.filter((token) => token.isTop && token.inPhrase && token.class === 'reasoning')),
    reflection: groupOf(tokens.filter((token) => token.isTop && token.class === 'reaction')),
    words: wordsOf(tokens)
      .filter((word) => word.tokens >= minCount)
      .slice(0, most),
  };
}

interface AnalysedToken {
  readonly class: TokenClass;
  readonly entropy: number;
  readonly isTop: boolean;
  readonly inPhrase: boolean;
  /** The word that it begins. */
  readonly word: string | undefined;
}

function tokensOf(
  { texts, entropies, classes }: EntropyTrace,
  top: number,
  phrases: readonly string[],
): AnalysedToken[] {
  const isTop = topEntropyTokens(
    entropies,
    texts.map(() => 1),
    top,
  );
  const [words, inPhrase] = [wordStarts(texts), phraseTokens(texts, phrases)];
  return texts.map((_, t) => ({
    class: classes[t]!,
    entropy: entropies[t]!,
    isTop: isTop[t] === 1,
    inPhrase: inPhrase[t]!,
    word: words.get(t),
  }));
}

function groupOf(tokens: readonly AnalysedToken[]): TokenGroup {
  return {
    tokens: tokens.length,
    entropy: tokens.length === 0 ? null : mean(tokens.map(({ entropy }) => entropy)),
    top: tokens.filter(({ isTop }) => isTop).length,
  };
}

function wordsOf(tokens: readonly AnalysedToken[]): WordEntropy[] {
  const beginning = tokens.filter((token) => token.word !== undefined);
  return groupByLabel(beginning.map(({ word }) => word!))
    .map(({ label, members }) => {
      const { entropy, ...counts } = groupOf(members.map((i) => beginning[i]!));
      return { word: String(label), ...counts, entropy: entropy! };
    })
    .sort((a, b) => b.entropy - a.entropy || (a.word < b.word ? -1 : 1));
}

/** @returns For each character of the whole text, the index of its token. */
function tokenOfCharacters(texts: readonly string[]): number[] {
  return texts.flatMap((text, token) => new Array<number>(text.length).fill(token));
}

/** The words of a text, each by the token in which it begins; in small letters. The first of several in one token. */
function wordStarts(texts: readonly string[]): ReadonlyMap<number, string> {
  const words = new Map<number, string>();
  const tokenOf = tokenOfCharacters(texts);
  for (const { 0: word, index } of texts.join('').matchAll(/\p{L}[\p{L}\p{M}\p{N}'’-]*/gu)) {
    const token = tokenOf[index]!;
    if (!words.has(token)) words.set(token, word.toLowerCase());
  }
  return words;
}

/** Whether each token has a part in one of the phrases, which stand there as whole words in any case. */
function phraseTokens(texts: readonly string[], phrases: readonly string[]): boolean[] {
  const within = texts.map(() => false);
  const tokenOf = tokenOfCharacters(texts);
  const text = texts.join('');
  for (const phrase of phrases) {
    const words = phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'giu');
    for (const { 0: found, index } of text.matchAll(pattern))
      within.fill(true, tokenOf[index], tokenOf[index + found.length - 1]! + 1);
  }
  return within;
}
