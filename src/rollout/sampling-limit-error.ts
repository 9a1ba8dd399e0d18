/** There were not enough groups that count: the limit was reached, or the tasks are at their end. */
export class SamplingLimitError extends Error {
  /** How many were asked for, and how many there are. */
  readonly wanted: number;
  readonly accepted: number;
  /** How many were rejected, by cause. */
  readonly rejected: { readonly [cause: string]: number };

  constructor(
    message: string,
    { wanted, accepted, rejected, cause }: Pick<SamplingLimitError, 'wanted' | 'accepted' | 'rejected' | 'cause'>,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SamplingLimitError';
    this.wanted = wanted;
    this.accepted = accepted;
    this.rejected = rejected;
  }
}
