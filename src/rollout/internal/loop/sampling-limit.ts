import type { SampledGroup } from '../../sampled-group.js';
import { SamplingLimitError } from '../../sampling-limit-error.js';

/** @returns What a batch that is too small is refused with; with what first broke a group where something did. */
export function limitError(
  groups: readonly SampledGroup[],
  { wanted, accepted, isAtEnd }: { readonly wanted: number; readonly accepted: number; readonly isAtEnd: boolean },
): SamplingLimitError {
  const rejected: Record<string, number> = {};
  for (const { verdict } of groups)
    if (verdict.kind === 'rejected') rejected[verdict.cause] = (rejected[verdict.cause] ?? 0) + 1;
  const causes = Object.entries(rejected).map(([cause, count]) => `${count} ${cause}`);
  const broken = groups
    .flatMap(({ verdict, failed }) => (verdict.kind === 'accepted' ? [] : failed))
    .find(({ cause }) => cause.source !== 'cancelled');
  return new SamplingLimitError(
    `expected ${wanted} groups that count, got ${accepted} of the ${groups.length} that ${isAtEnd ? 'there are' : 'options.maxBatches allows'}` +
      `${causes.length === 0 ? '' : `; rejected: ${causes.join(', ')}`}` +
      `${broken === undefined ? '' : `; rollout ${broken.id} failed: ${broken.cause.message}`}`,
    { wanted, accepted, rejected, cause: broken?.cause },
  );
}
