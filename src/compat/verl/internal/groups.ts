import type { GroupLabel } from '../../../base/index.js';
import { mean, standardDeviation } from '../../../base/internal/index.js';

/**
 * Group labels as verl's vectorized estimators number them: labels that all read as integers become those integers, so
 * that '7', '07' and '007' fall together; any others are numbered in sorted order.
 */
export function verlGroupIndex(labels: ArrayLike<GroupLabel>): number[] {
  const all = Array.from(labels);
  if (all.every((label) => typeof label === 'number')) {
    const integral = all.every((label) => Math.abs(label - Math.round(label)) <= 1e-6);
    return all.map(integral ? Math.round : Math.trunc);
  }
  const texts = all.map(String);
  if (texts.every((text) => /^\s*[+-]?\d+(_\d+)*\s*$/.test(text) && Number.isSafeInteger(integer(text))))
    return texts.map(integer);
  const sorted = [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1));
  return texts.map((text) => sorted.indexOf(text));
}

function integer(text: string): number {
  return Number(text.replaceAll('_', ''));
}

/** Mean, standard deviation and size of each group; shape [G]. */
export interface GroupStatistics {
  readonly mean: Float64Array;
  readonly std: Float64Array;
  readonly count: Float64Array;
}

/**
 * verl's group statistics: sample standard deviation of at least √varianceFloor; 0 and 1 for groups of one or none.
 *
 * @param groups - Numbers from 0; shape [R].
 */
export function verlGroupStatistics(
  scores: ArrayLike<number>,
  groups: ArrayLike<number>,
  varianceFloor = 1e-6,
): GroupStatistics {
  const size = Array.from(groups).reduce((most, group) => Math.max(most, group + 1), 0);
  const members = Array.from({ length: size }, (): number[] => []);
  for (let i = 0; i < groups.length; i++) members[groups[i]!]!.push(scores[i]!);
  return {
    mean: Float64Array.from(members, (group) => (group.length > 1 ? mean(group) : 0)),
    std: Float64Array.from(members, (group) =>
      group.length > 1 ? Math.max(standardDeviation(group), Math.sqrt(varianceFloor)) : 1,
    ),
    count: Float64Array.from(members, (group) => group.length),
  };
}
