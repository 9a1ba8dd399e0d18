/** The tokens that a loss counts: sequence i holds the tokens [offsets[i], offsets[i + 1]) of N. */
export interface TokenLayout {
  /** Shape [S + 1]. */
  readonly offsets: ArrayLike<number>;
  /** Shape [N]; non-zero for tokens the loss counts. */
  readonly responseMask: ArrayLike<number>;
}
