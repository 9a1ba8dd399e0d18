import { argumentError } from './check-arguments.js';

/**
 * @returns The candidate that a mistyped word most likely stands for: within one edit for every three characters, at least
 *   one (a letter added, left out, changed, or two swapped); undefined where none is that close.
 */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(word.length / 3));
  const [best] = candidates
    .map((candidate) => ({ candidate, edits: editsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits);
  return best?.candidate;
}

/** @returns `; did you mean --prompt?`, or nothing where no candidate is close. */
export function didYouMean(word: string, candidates: readonly string[], prefix = ''): string {
  const meant = closest(word, candidates);
  return meant === undefined ? '' : `; did you mean ${prefix}${meant}?`;
}

/** The optimal string alignment distance: Levenshtein's, and a swap of neighbours is one edit. */
function editsBetween(a: string, b: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}

/**
 * Checks that data has no member whose name is close to that of a known member that it lacks: `rolloutWeight` for
 * `rolloutWeights` would be ignored. Members of other names are the caller's own.
 *
 * @param known - The optional members: a misspelt one would be ignored without a check.
 * @throws TypeError (`batch.rolloutWeight: unknown; did you mean rolloutWeights?`).
 */
export function checkMembers(data: object, path: string, known: readonly string[]): void {
  const member = misspeltMember(data, known);
  if (member === undefined) return;
  throw argumentError(TypeError, `${path}.${member.name}`, `unknown; did you mean ${member.meant}?`);
}

/** @returns The first member with a name close to that of a known member that is absent. */
export function misspeltMember(
  data: object,
  known: readonly string[],
): { readonly name: string; readonly meant: string } | undefined {
  const absent = known.filter((name) => (data as { readonly [name: string]: unknown })[name] === undefined);
  if (absent.length === 0) return undefined;
  for (const name of Object.keys(data)) {
    const meant = known.includes(name) ? undefined : closest(name, absent);
    if (meant !== undefined) return { name, meant };
  }
  return undefined;
}
