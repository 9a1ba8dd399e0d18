/** How many times as long as a text its normalizer and the like may make it: honest ones stay below 32. */
const MOST_GROWTH = 256;

type Step = { readonly [field: string]: unknown };

const PARTS = ['normalizer', 'pre_tokenizer', 'decoder'] as const;

/**
 * Refuses steps that make a text much longer: thirty that write each `a` twice make a gigabyte of one word.
 *
 * @throws RangeError naming the part.
 */
export function checkGrowth(tokenizerJson: { readonly [part in (typeof PARTS)[number]]?: unknown }): void {
  for (const part of PARTS) {
    const growth = growthOf(tokenizerJson[part]);
    if (!(growth <= MOST_GROWTH))
      throw new RangeError(
        `tokenizerJson.${part}: expected steps that make a text at most ${MOST_GROWTH} times as long, got ones of ${growth}`,
      );
  }
}

/** @returns How many times as long one step, or all of a sequence, makes a text at most. */
function growthOf(step: unknown): number {
  if (typeof step !== 'object' || step === null) return 1;
  const { normalizers, pretokenizers, decoders, pattern, content, prepend, replacement, prefix } = step as Step;
  const inner = [normalizers, pretokenizers, decoders].find(Array.isArray) as unknown[] | undefined;
  if (inner !== undefined) return inner.reduce<number>((product, one) => product * growthOf(one), 1);
  const { String: replaced } = (pattern ?? {}) as Step;
  // An expression may find nothing at every place, and so does a text without characters.
  const found = lengthOf(replaced);
  const written = found === 0 ? 1 + lengthOf(content) : lengthOf(content) / found;
  return Math.max(1, written) * (1 + lengthOf(prepend)) * (1 + lengthOf(prefix)) * Math.max(1, lengthOf(replacement));
}

function lengthOf(text: unknown): number {
  return typeof text === 'string' ? text.length : 0;
}
