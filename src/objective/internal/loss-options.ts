import * as z from 'zod/mini';

/** Readers of options that several losses have. */
export const nonnegative = z.number().check(z.nonnegative());
export const positive = z.number().check(z.positive());

/** A bound of a ratio or of a share, at least 0. */
export const bound = (byDefault: number) => z._default(nonnegative, byDefault);

/** The share of counted tokens that a covariance loss selects. */
export const tokenShare = z._default(z.number().check(z.positive(), z.maximum(1)), 2e-4);

/** A limit of log-ratios; Infinity sets no limit. */
export const logRatioLimit = (byDefault: number) => z._default(z.union([positive, z.literal(Infinity)]), byDefault);
