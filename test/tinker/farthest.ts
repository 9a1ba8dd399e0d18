/** Where two values of plain data are farthest apart: by the numbers in them, 'Infinity' where anything else differs. */
export interface Distance {
  readonly distance: number;
  readonly path: string;
}

/** @returns The largest difference of two numbers, as a share of the recorded one where that is above 1. */
export function farthest(now: unknown, then: unknown, path = ''): Distance {
  if (typeof now === 'number' && typeof then === 'number')
    return { distance: Math.abs(now - then) / Math.max(1, Math.abs(then)), path };
  if (typeof now !== 'object' || typeof then !== 'object' || now === null || then === null)
    return { distance: now === then ? 0 : Infinity, path };
  const keys = new Set([...Object.keys(now), ...Object.keys(then)]);
  return [...keys]
    .map((key) => farthest(now[key as keyof typeof now], then[key as keyof typeof then], `${path}/${key}`))
    .reduce((most, one) => (one.distance > most.distance ? one : most), { distance: 0, path });
}
