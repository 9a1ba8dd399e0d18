import * as z from 'zod/mini';
import type { Accessor, Rollout } from '../../base/index.js';
import { accessorSchema, checkRollouts, parseOptions, readAmong, readRollout } from '../../base/internal/index.js';
import { reportPenalties } from '../../downsample/compat.js';
import type { RocPenaltyReport } from '../../downsample/index.js';
import { responseText } from './internal/response-text.js';
import { textPenalty } from './text-penalty.js';

/** Which terms p_total has, and where the text is. */
export interface ReleasePenaltyOptions<R = Rollout> {
  /** Everything after the generation prompt as one text. Default `responseText(rollout)`. */
  readonly text?: Accessor<R, string> | undefined;
  /** The release's `roc_error_ratio`. Default true. */
  readonly errorRatioPenalty?: boolean | undefined;
  /** The release's `roc_answer_format`. Default true. */
  readonly formatPenalty?: boolean | undefined;
}

export const releasePenaltySchemas = {
  text: accessorSchema<string>(),
  errorRatioPenalty: z._default(z.boolean(), true),
  formatPenalty: z._default(z.boolean(), true),
};
const schema = z.strictObject(releasePenaltySchemas);

/** The accessor that rollouts without our `Rollout`'s turns need. */
export type TextAccessorOf<R, Options extends ReleasePenaltyOptions<R>> =
  R extends Pick<Rollout, 'turns' | 'finishReason'> ? Options : Options & { readonly text: Accessor<R, string> };

/**
 * The penalties that the public release reads out of a rollout's text, without sampling; see {@link textPenalty}.
 *
 * @example
 * releasePenalties(rollouts);
 */
export function releasePenalties<R extends Rollout>(
  rollouts: readonly R[],
  options?: ReleasePenaltyOptions<R>,
): RocPenaltyReport;
export function releasePenalties<R>(
  rollouts: readonly R[],
  options: TextAccessorOf<R, ReleasePenaltyOptions<R>>,
): RocPenaltyReport;
export function releasePenalties<R>(rollouts: readonly R[], options: ReleasePenaltyOptions<R> = {}): RocPenaltyReport {
  checkRollouts(rollouts);
  return measureTexts(rollouts, parseOptions(schema, options));
}

/** `releasePenalties` with options that are already checked. */
export function measureTexts<R>(rollouts: readonly R[], options: z.output<typeof schema>): RocPenaltyReport {
  const reading = {
    option: 'text',
    accessor: options.text,
    field: 'turns',
    fallback: (rollout: Partial<Rollout>) => rollout?.turns && responseText(rollout as Rollout),
    refuse: (value: unknown) => (typeof value === 'string' ? undefined : 'a string'),
  };
  const penaltyOf = (index: number) => textPenalty(readRollout(rollouts[index]!, index, reading));
  return reportPenalties(rollouts.length, readAmong(undefined, rollouts.length), penaltyOf, options);
}
