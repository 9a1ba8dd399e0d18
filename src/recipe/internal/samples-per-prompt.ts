/** @returns Rollouts of a prompt: the group that is trained on, oversampled twice where nothing else is said, as in the paper. */
export function samplesPerPrompt({
  groupSize,
  oversampling = 2,
}: {
  readonly groupSize: number;
  readonly oversampling?: number | undefined;
}): number {
  return groupSize * oversampling;
}
