import * as z from 'zod';

/** Tokens of one kind. */
export interface EntropyGroup {
  readonly tokens: number;
  /** Mean entropy in nats; null without a token. */
  readonly entropy: number | null;
  /** How many of them are among those of highest entropy of their rollout. */
  readonly top: number;
}

/** Where a policy was uncertain: what `analyzeEntropy` of `rstar2-agent/evaluate` gives. */
export interface EntropyFindings {
  readonly rollouts: number;
  readonly all: EntropyGroup;
  /** By class of token: `reasoning`, `code`, `reaction`, `answer`. */
  readonly classes: { readonly [name: string]: EntropyGroup };
  readonly forking: EntropyGroup;
  readonly reflection: EntropyGroup;
  /** The highest first. */
  readonly words: readonly (EntropyGroup & { readonly word: string })[];
}

/** What the section on entropy shows: where the policy is uncertain, and where it was. */
export interface EntropySection {
  readonly before?: EntropyFindings | undefined;
  readonly after: EntropyFindings;
}

/** A row of the section: entropies in nats, null where there is no token. */
export interface EntropyRow {
  readonly name: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly tokens: number;
  /** For a kind of token: its share of the high-entropy tokens. For a word: the share of its tokens that are high-entropy. */
  readonly top: number | null;
}

/** What the page shows of entropies. */
export interface EntropyView {
  readonly rollouts: { readonly before: number | null; readonly after: number };
  readonly kinds: readonly EntropyRow[];
  readonly words: readonly EntropyRow[];
}

const groupShape = { tokens: z.number().nonnegative(), entropy: z.number().nullable(), top: z.number().nonnegative() };
const groupSchema = z.looseObject(groupShape);
const findingsSchema = z.looseObject({
  rollouts: z.number().nonnegative(),
  all: groupSchema,
  classes: z.record(z.string(), groupSchema),
  forking: groupSchema,
  reflection: groupSchema,
  words: z.array(z.looseObject({ ...groupShape, word: z.string() })),
});

export const entropySectionSchema = z.strictObject({ before: findingsSchema.optional(), after: findingsSchema });

export function toEntropyView({ before, after }: EntropySection): EntropyView {
  const earlier = before === undefined ? new Map<string, EntropyGroup>() : kindsOf(before);
  const earlierWords = new Map(before?.words.map((group) => [group.word, group]));
  return {
    rollouts: { before: before?.rollouts ?? null, after: after.rollouts },
    kinds: [...kindsOf(after)].map(([name, group]) =>
      rowOf(name, group, earlier.get(name), share(group.top, after.all.top)),
    ),
    words: after.words.map((group) =>
      rowOf(group.word, group, earlierWords.get(group.word), share(group.top, group.tokens)),
    ),
  };
}

function kindsOf({ all, classes, forking, reflection }: EntropyFindings): ReadonlyMap<string, EntropyGroup> {
  return new Map(Object.entries({ 'all tokens': all, ...classes, forking, reflection }));
}

function rowOf(name: string, group: EntropyGroup, before: EntropyGroup | undefined, top: number | null): EntropyRow {
  return { name, before: before?.entropy ?? null, after: group.entropy, tokens: group.tokens, top };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
